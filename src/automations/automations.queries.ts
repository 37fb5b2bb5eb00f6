import { acrossAccounts, planned, prepared, type Queryable } from '../database/sql';
import type { AutomationAction } from './automation.entity';

/** A rule with what its run needs of the stages. */
export interface DueRule {
  readonly accountId: string;
  readonly id: string;
  readonly stageId: string;
  readonly stageName: string;
  readonly idleDays: number;
  readonly action: AutomationAction;
  readonly tag: string | null;
  /** Only with `move`. */
  readonly targetStageId: string | null;
}

const LIST_RULES = acrossAccounts(
  `select a.account_id as "accountId", a.id, a.stage_id as "stageId", s.name as "stageName", a.idle_days as "idleDays",
          a.action, a.tag, a.target_stage_id as "targetStageId"
   from automations a
   join stages s on s.account_id = a.account_id and s.id = a.stage_id
   left join stages t on t.account_id = a.account_id and t.id = a.target_stage_id and not t.is_won
   where (a.account_id, a.id) > ($1::uuid, $2::uuid) and (a.action <> 'move' or t.id is not null)
   order by a.account_id, a.id limit $3`,
);

/** Rules of all accounts, behind one of them; without those whose target has become a won stage. */
export const listRules = (db: Queryable, after: { accountId: string; id: string }, count: number) =>
  db.rows<DueRule>(LIST_RULES, [after.accountId, after.id, count]);

/** A deal that has been idle in its stage for long enough. */
export interface IdleDeal {
  readonly id: string;
  readonly leadId: string;
}

const LIST_IDLE_DEALS = planned(
  `select d.id, d.lead_id as "leadId"
   from deals d join leads l on l.account_id = $1 and l.id = d.lead_id
   where d.account_id = $1 and d.stage_id = $2 and d.entered_stage_at <= $3 and l.touched_at <= $3 and l.erased_at is null
     and d.id > $5
     and not exists (select 1 from automation_runs r where r.account_id = $1 and r.automation_id = $4
                     and r.deal_id = d.id and r.entered_stage_at = d.entered_stage_at)
   order by d.id limit $6`,
);

/** Deals for which the rule is due and has not run in this stay, behind the deal with this id. */
export const listIdleDeals = (db: Queryable, rule: DueRule, since: Date, after: string, count: number) =>
  db.rows<IdleDeal>(LIST_IDLE_DEALS, [rule.accountId, rule.stageId, since, rule.id, after, count]);

const HOLD_RULE = prepared('hold_rule', `select id from automations where account_id = $1 and id = $2 for key share`);
const HOLD_TARGET = prepared(
  'hold_target',
  `select id from stages where account_id = $1 and id = $2 and not is_won for share`,
);

/** Whether the rule is still there and its target still no won stage; both stay so until the transaction ends. */
export async function holdRule(tx: Queryable, { accountId, id, targetStageId }: DueRule): Promise<boolean> {
  const found = await Promise.all([
    tx.row(HOLD_RULE, [accountId, id]),
    targetStageId === null || tx.row(HOLD_TARGET, [accountId, targetStageId]),
  ]);
  return found.every(Boolean);
}

const CLAIM_STAY = prepared(
  'claim_stay',
  `insert into automation_runs (account_id, automation_id, deal_id, entered_stage_at, ran_at)
   select $1, $2, d.id, d.entered_stage_at, $6
   from deals d join leads l on l.account_id = $1 and l.id = d.lead_id
   where d.account_id = $1 and d.id = $3 and d.stage_id = $4 and d.entered_stage_at <= $5 and l.touched_at <= $5
   on conflict (account_id, automation_id, deal_id, entered_stage_at) do nothing
   returning deal_id`,
);

/** Marks the rule as run for the deal's stay; false when it has run, or is no longer due. Run behind the lead's lock. */
export const claimStay = async (
  tx: Queryable,
  rule: DueRule,
  dealId: string,
  since: Date,
  now: Date,
): Promise<boolean> =>
  (await tx.row(CLAIM_STAY, [rule.accountId, rule.id, dealId, rule.stageId, since, now])) !== undefined;
