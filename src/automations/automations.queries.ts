import { AMONG_ACCOUNTS, type AccountSearch } from '../accounts/search-accounts';
import { selection } from '../database/columns';
import { acrossAccounts, lockRow, map, planned, prepared, readRow, readRows, writeRow, write } from '../database/query';
import { sharePipelineOfStage } from '../pipelines/pipeline.queries';
import { Automation } from './automation.entity';
import { NO_ID } from '../common/input/id.pipe';
import { listInParts, positionValue } from '../database/list-in-parts';
import { CONVERSATION_ID, type PersonalTrace } from '../leads/record/personal-traces';
import { leadsOf, timestamp } from '../leads/record/lead.view';
import type { StageReference } from '../pipelines/stage-references';

const LIST_OF_STAGE = prepared(
  'list_automations_of_stage',
  `select ${selection(Automation, 'a')}
   from stages s left join automations a on a.account_id = $1 and a.stage_id = s.id and (a.created_at, a.id) > ($3, $4)
   where s.account_id = $1 and s.id = $2 order by a.created_at, a.id limit $5`,
);

/** Up to `count` rules of a stage after this one, oldest first; undefined for a stage that the account lacks. */
export const listRulesOfStage = (
  accountId: string,
  stageId: string,
  after: { readonly createdAt: string; readonly id: string },
  count: number,
) =>
  map(
    readRows<Automation | { id: null }>(LIST_OF_STAGE, [accountId, stageId, after.createdAt, after.id, count]),
    (rows) => (rows.length > 0 ? rows.filter((row): row is Automation => row.id !== null) : undefined),
  );

export type DueRule = Readonly<Automation>;

const LIST_RULES = acrossAccounts(
  `select ${selection(Automation, 'a')} from automations a
   where ${AMONG_ACCOUNTS} and (a.account_id, a.action = 'move', a.id) > ($2::uuid, $3, $4::uuid)
   order by a.account_id, a.action = 'move', a.id limit $5`,
);

/** Position in the order of rules: in each account, moves come after the other rules. */
export type RulePosition = Pick<DueRule, 'accountId' | 'action' | 'id'>;

export const listRules =
  ({ accountId, action, id }: RulePosition, count: number): AccountSearch<DueRule> =>
  (accounts) =>
    readRows(LIST_RULES, [accounts, accountId, action === 'move', id, count]);

const FIND_STAGE_OF_RULE = prepared(
  'find_stage_of_rule',
  `select s.name,
          coalesce((select t.is_lost from stages t where t.account_id = $1 and t.id = $3), false) as "closes"
   from stages s
   where s.account_id = $1 and s.id = $2
     and ($3::uuid is null or not (s.is_won or (select t.is_won from stages t where t.account_id = $1 and t.id = $3)))`,
);

export interface StageOfRule {
  readonly name: string;
  /** The rule moves deals to a stage for lost ones. */
  readonly closes: boolean;
}

/** The rule's stage; undefined for a move when one of its two stages has become a won stage. */
export const findStageOfRule = ({ accountId, stageId, targetStageId }: DueRule) =>
  readRow<StageOfRule>(FIND_STAGE_OF_RULE, [accountId, stageId, targetStageId]);

export interface IdleDeal {
  readonly id: string;
  readonly leadId: string;
}

/** SQL: deals `d` of a stage for which a rule is due and has not run in this stay. */
const idleDeals = (stage: string, since: string, rule: string): string =>
  `deals d join leads l on l.account_id = $1 and l.id = d.lead_id
   where d.account_id = $1 and d.stage_id = ${stage} and d.entered_stage_at <= ${since} and l.touched_at <= ${since}
     and l.erased_at is null
     and not exists (select 1 from automation_runs r where r.account_id = $1 and r.automation_id = ${rule}
                     and r.deal_id = d.id and r.entered_stage_at = d.entered_stage_at)`;

const LIST_IDLE_DEALS = planned(
  `select d.id, d.lead_id as "leadId" from ${idleDeals('$2', '$3', '$4')} and d.id > $5 order by d.id limit $6`,
);

const SINCE = `($3::timestamptz - a.idle_days * interval '24 hours')`;

const LIST_DUE_RULES = planned(
  `select ${selection(Automation, 'a')} from automations a
   where a.account_id = $1 and a.id = any($2::uuid[])
     and (select d.id from ${idleDeals('a.stage_id', SINCE, 'a.id')} limit 1) is not null
   order by a.action = 'move', a.id`,
);

/** Of these rules of an account the ones with a deal for which they are due. */
export const listDueRules = (accountId: string, rules: readonly DueRule[], now: Date) =>
  readRows<DueRule>(LIST_DUE_RULES, [accountId, rules.map(({ id }) => id), now]);

/** Deals for which the rule is due and has not run in this stay, after this id. */
export const listIdleDeals = (rule: DueRule, since: Date, after: string, count: number) =>
  readRows<IdleDeal>(LIST_IDLE_DEALS, [rule.accountId, rule.stageId, since, rule.id, after, count]);

const SHARE_RULE = prepared('share_rule', `select id from automations where account_id = $1 and id = $2 for key share`);

/** Whether the rule still exists. Keeps it, and the stages of a move, unchanged until the transaction ends. */
export const shareRule = ({ accountId, id, stageId, action }: DueRule) =>
  [
    action === 'move' ? sharePipelineOfStage(accountId, stageId) : undefined,
    map(lockRow('automation', SHARE_RULE, [accountId, id]), (rule) => rule !== undefined),
  ] as const;

// "is true" keeps PostgreSQL from using an index by stage: the deal is found by its id.
const claim = (name: string, condition: string) =>
  prepared(
    name,
    `insert into automation_runs (account_id, automation_id, deal_id, entered_stage_at, ran_at)
     select d.account_id, $2, d.id, d.entered_stage_at, $6
     from (select f.account_id, f.id, f.entered_stage_at,
                  (select l.touched_at from leads l where l.account_id = $1 and l.id = f.lead_id) as touched_at
           from deals f where f.account_id = $1 and f.id = $3 and (f.stage_id = $4) is true) d
     where d.entered_stage_at <= $5 and d.touched_at <= $5 ${condition}
     on conflict (account_id, automation_id, deal_id, entered_stage_at) do nothing
     returning deal_id`,
  );

const CLAIM_STAY = claim('claim_stay', '');

// A move runs last: the deal stays while another due rule of the stage has not run, for example after a failure.
const CLAIM_STAY_TO_MOVE = claim(
  'claim_stay_to_move',
  `and not exists (select 1 from stages w where w.account_id = $1 and w.id in ($4, $7) and w.is_won)
   and not exists (
     select 1 from automations o
     where o.account_id = $1 and o.stage_id = $4 and o.action <> 'move'
       and $6::timestamptz - greatest(d.entered_stage_at, d.touched_at) >= o.idle_days * interval '24 hours'
       and not exists (select 1 from automation_runs r where r.account_id = $1 and r.automation_id = o.id
                       and r.deal_id = d.id and r.entered_stage_at = d.entered_stage_at))`,
);

/**
 * Marks the rule as run for the deal's stay. False when it has run, is no longer due, or is a forbidden move: from or to a won stage, or
 * before another due rule. Requires the lead's lock and `shareRule`.
 */
export function claimStay(rule: DueRule, dealId: string, since: Date, now: Date) {
  const { accountId, id, stageId, action, targetStageId } = rule;
  const values = [accountId, id, dealId, stageId, since, now];
  const claim =
    action === 'move' ? writeRow(CLAIM_STAY_TO_MOVE, [...values, targetStageId]) : writeRow(CLAIM_STAY, values);
  return map(claim, (claimed) => claimed !== undefined);
}

const POSITION = [
  positionValue(1, 'timestamptz'),
  positionValue(2, 'uuid'),
  positionValue(3, 'uuid'),
  positionValue(4, 'timestamptz'),
].join(', ');

/** Runs for a person's deals. After the leads are erased, runs identify no person. */
export const RUNS_OF_DEALS: PersonalTrace = {
  field: 'automation_runs',
  exported: listInParts({
    rows: `select r.* from automation_runs r
           where r.account_id = $1
             and r.deal_id = any(array(select d.id from ${leadsOf(CONVERSATION_ID)} l
                                       join deals d on d.account_id = $1 and d.lead_id = l.id))
             and (r.ran_at, r.automation_id, r.deal_id, r.entered_stage_at) > (${POSITION})
           order by r.ran_at, r.automation_id, r.deal_id, r.entered_stage_at`,
    position: 'w.ran_at, w.automation_id, w.deal_id, w.entered_stage_at',
    json: `json_build_object(
      'automation_id', w.automation_id, 'deal_id', w.deal_id,
      'entered_stage_at', ${timestamp('w.entered_stage_at')}, 'ran_at', ${timestamp('w.ran_at')})`,
    start: ['-infinity', NO_ID, NO_ID, '-infinity'],
  }),
};

const IS_TARGET = prepared(
  'is_target_of_automation',
  `select exists (select 1 from automations where account_id = $1 and target_stage_id = any($2::uuid[])
                  and stage_id <> all($2::uuid[])) as "isTarget"`,
);
const DELETE_AUTOMATIONS = prepared(
  'delete_automations_of_stages',
  `with named as materialized (
     select account_id, id from automations where account_id = $1 and stage_id = any($2::uuid[]) order by id for update)
   delete from automations a using named n where n.account_id = $1 and a.account_id = $1 and a.id = n.id`,
);

/** A stage cannot be deleted while a rule of another stage moves deals into it. Its own rules are deleted with it. */
export const RULES_OF_STAGES: StageReference = {
  isReferenced: (accountId, stageIds) =>
    map(readRow<{ isTarget: boolean }>(IS_TARGET, [accountId, stageIds]), (row) => row?.isTarget ?? false),
  release: (accountId, stageIds) => write(DELETE_AUTOMATIONS, [accountId, stageIds], 'automation'),
};
