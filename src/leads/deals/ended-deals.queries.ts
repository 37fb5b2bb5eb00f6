import { lockRows, map, planned, readRows, write } from '../../database/query';

/** SQL: the deal `d` is in a stage for ended deals. */
const IS_CLOSED = `(select s.is_won or s.is_lost from stages s where s.account_id = $1 and s.id = d.stage_id)`;

/** SQL: the closing of the deal `d` is right for its stage. */
const HAS_CLOSING = `exists (select from closings c where c.account_id = $1 and c.deal_id = d.id and c.stage_id = d.stage_id
     and c.is_won = (select s.is_won from stages s where s.account_id = $1 and s.id = d.stage_id))`;
const HAS_ANY_CLOSING = `exists (select from closings c where c.account_id = $1 and c.deal_id = d.id)`;

/** SQL: the deal `d` has not ended as its stage says. */
const IS_OUTDATED = `case when ${IS_CLOSED} then not ${HAS_CLOSING} else ${HAS_ANY_CLOSING} end`;

const SCAN_LEADS = planned(
  `select l.id, coalesce((select bool_or(${IS_OUTDATED})
                           from deals d where d.account_id = $1 and d.lead_id = l.id), false) as "isOutdated"
   from (select f.id from leads f where f.account_id = $1 and f.id > $2 and f.erased_at is null order by f.id limit $3) l
   order by l.id`,
);

interface ScannedLead {
  readonly id: string;
  readonly isOutdated: boolean;
}

/** Reads the leads of an account by their ids, and says whose deals have not ended as their stages say. */
export const scanLeads = (accountId: string, after: string, count: number) =>
  readRows<ScannedLead>(SCAN_LEADS, [accountId, after, count]);

const LIST_IN_STAGE = planned(
  `select d.lead_id as id from deals d
   where d.account_id = $1 and d.stage_id = $2 and d.lead_id > $3 and ${IS_OUTDATED}
   order by d.lead_id limit $4`,
);

/** Leads after this one whose deals in the stage have not ended as the stage says. */
export const listOutdatedIn = (accountId: string, stageId: string, after: string, count: number) =>
  map(readRows<{ id: string }>(LIST_IN_STAGE, [accountId, stageId, after, count]), (rows) => rows.map(({ id }) => id));

const LOCK_LEADS = planned(
  `select l.id from leads l where l.account_id = $1 and l.id = any($2::uuid[]) and l.erased_at is null
   order by l.id for update`,
);

export const lockLeads = (accountId: string, ids: readonly string[]) =>
  lockRows<{ readonly id: string }>('lead', LOCK_LEADS, [accountId, ids]);

const ADD_CLOSINGS = planned(
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   select d.account_id, d.id, d.lead_id, d.stage_id, s.is_won, case when s.is_won then d.value end,
          case when s.is_lost then
            (select m.reason from stage_moves m
             where m.account_id = $1 and m.lead_id = d.lead_id and m.deal_id = d.id and m.to_stage_id = d.stage_id
             order by m.moved_at desc limit 1) end,
          d.created_at, d.entered_stage_at,
          (select l.responsible_id from leads l where l.account_id = $1 and l.id = d.lead_id)
   from deals d
   join stages s on s.account_id = $1 and s.id = d.stage_id
   where d.account_id = $1 and d.lead_id = any($2::uuid[]) and (s.is_won or s.is_lost) and not ${HAS_CLOSING}
   on conflict (account_id, deal_id) do update set
     stage_id = excluded.stage_id, is_won = excluded.is_won, value = excluded.value, reason = excluded.reason,
     closed_at = excluded.closed_at, member_id = excluded.member_id`,
);

const DROP_CLOSINGS = planned(
  `delete from closings c
   where c.account_id = $1 and c.lead_id = any($2::uuid[])
     and exists (select from deals d where d.account_id = $1 and d.id = c.deal_id and not ${IS_CLOSED})`,
);

/** Gives the deals of these locked leads the closings that their stages ask for, with value and moment of the stay. */
export const settleClosings = (accountId: string, leadIds: readonly string[]) => [
  write(ADD_CLOSINGS, [accountId, leadIds]),
  write(DROP_CLOSINGS, [accountId, leadIds]),
];
