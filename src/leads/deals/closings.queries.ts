import { map, planned, prepared, publishing, readRow, readRows, write } from '../../database/query';
import { v7 as uuidv7 } from 'uuid';
import type { ClosingFigures, Ending } from '../../contract/deal';
import { jsonOf, type SqlOf } from '../../database/sql-json';
import { timestamp } from '../record/lead.view';
import type { PastClosing } from './deal-rules';

/** How a deal ends, as given by a person; what is absent is taken from the deal, or stays. */
export interface ClosingInput {
  /** Reais; null: unknown. */
  readonly value?: number | null;
  readonly closedAt?: Date;
  readonly reason?: string;
}

/** Reais as the column takes them. */
export const amountOf = (value: number | null | undefined): string | null =>
  typeof value === 'number' ? String(value) : null;

/** SQL: the figures of a row of closings. */
const figures = (row: string): SqlOf<ClosingFigures> => ({
  is_won: `${row}.is_won`,
  closed_value: `trim_scale(${row}.value)`,
  closed_at: timestamp(`${row}.closed_at`),
});

/** SQL: how the deal `deal` has ended; null for one that goes on. */
export const endingOf = (
  deal: string,
): string => `(select ${jsonOf<Ending>({ ...figures('c'), lost_reason: 'c.reason' })}
     from closings c where c.account_id = $1 and c.deal_id = ${deal})`;

const FIND_ENDING = prepared('find_ending', `select ${endingOf('$2')} as ending`);

/** How a locked deal has ended. */
export const findEnding = (accountId: string, dealId: string) =>
  map(readRow<{ ending: Ending | null }>(FIND_ENDING, [accountId, dealId]), (row) => row?.ending ?? null);

// A deal that goes on from won to won, or from lost to lost, keeps what it has. $4: whether a value ($5) is given. No deal ends in the
// future, although the clock of a caller may be a little ahead.
const CLOSE_DEAL = prepared(
  'close_deal',
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   select d.account_id, d.id, d.lead_id, d.stage_id, s.is_won,
          case when s.is_won then case when $4 then $5::numeric else d.value end end,
          case when s.is_lost then $6 end, d.created_at, least(coalesce($7::timestamptz, $3), statement_timestamp()),
          (select l.responsible_id from leads l where l.account_id = $1 and l.id = d.lead_id)
   from deals d
   cross join lateral (select f.* from stages f where f.account_id = $1 and f.id = d.stage_id limit 1) s
   where d.account_id = $1 and d.id = $2 and (s.is_won or s.is_lost)
   on conflict (account_id, deal_id) do update set
     stage_id = excluded.stage_id,
     is_won = excluded.is_won,
     value = case when closings.is_won and excluded.is_won and not $4 then closings.value else excluded.value end,
     reason = case when closings.is_won or excluded.is_won then excluded.reason else coalesce(excluded.reason, closings.reason) end,
     closed_at = case when closings.is_won = excluded.is_won and $7 is null then closings.closed_at else excluded.closed_at end,
     member_id = case when closings.is_won = excluded.is_won then closings.member_id else excluded.member_id end`,
);

/** Writes down how a deal in a won or lost stage ended, at `now` unless given; without effect in another stage. Sent after the move. */
export const closeDeal = (
  accountId: string,
  dealId: string,
  now: Date,
  { value, closedAt, reason }: ClosingInput = {},
) => {
  return publishing(
    write(CLOSE_DEAL, [accountId, dealId, now, value !== undefined, amountOf(value), reason ?? null, closedAt ?? null]),
    'deal',
    dealId,
  );
};

const HAS_CLOSED = prepared(
  'has_closed_deal',
  `select exists (
     select from closings c
     where c.account_id = $1 and c.deal_id = $2 and c.stage_id = $3
       and (not $4::boolean or c.value is not distinct from $5::numeric(14, 2)) and ($6::text is null or c.reason = $6)
       and ($7::timestamptz is null or c.closed_at = $7)) as "hasClosed"`,
);

/** Whether a locked deal has ended in the stage as the caller says. */
export const hasClosed = (
  accountId: string,
  dealId: string,
  stageId: string,
  { value, reason, closedAt }: ClosingInput,
) => {
  const values = [accountId, dealId, stageId, value !== undefined, amountOf(value), reason ?? null, closedAt ?? null];
  return map(readRow<{ hasClosed: boolean }>(HAS_CLOSED, values), (row) => row?.hasClosed ?? false);
};

/** SQL: an insert into closings replaces what the deal has. */
const REPLACING_CLOSING = `on conflict (account_id, deal_id) do update set
     stage_id = excluded.stage_id, is_won = excluded.is_won, value = excluded.value, reason = excluded.reason,
     closed_at = excluded.closed_at, member_id = excluded.member_id`;

const RESTORE_CLOSING = prepared(
  'restore_closing',
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   select d.account_id, d.id, d.lead_id, d.stage_id, $3::boolean, $4::numeric, $5, d.created_at, $6::timestamptz, $7::uuid
   from deals d where d.account_id = $1 and d.id = $2
   ${REPLACING_CLOSING}`,
);

/** Writes down how a deal had ended in the stage to which it is back. */
export const restoreClosing = (
  accountId: string,
  dealId: string,
  { isWon, value, reason, closedAt, memberId }: PastClosing,
) => write(RESTORE_CLOSING, [accountId, dealId, isWon, amountOf(value), reason, closedAt, memberId]);

const REOPEN_DEAL = prepared('reopen_deal', `delete from closings where account_id = $1 and deal_id = $2`);

/** Forgets how a deal ended that leaves its won or lost stage. */
export const reopenDeal = (accountId: string, dealId: string) => write(REOPEN_DEAL, [accountId, dealId]);

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

/** SQL: the closings that deals of the leads $2 lack. */
const LACKED = `select d.account_id, d.id as deal_id, d.lead_id, d.stage_id, s.is_won, case when s.is_won then d.value end as value,
          case when s.is_lost then
            (select m.reason from stage_moves m
             where m.account_id = $1 and m.lead_id = d.lead_id and m.deal_id = d.id and m.to_stage_id = d.stage_id
             order by m.moved_at desc limit 1) end as reason,
          d.created_at as opened_at, least(d.entered_stage_at, statement_timestamp()) as closed_at,
          (select l.responsible_id from leads l where l.account_id = $1 and l.id = d.lead_id) as member_id
   from deals d
   join stages s on s.account_id = $1 and s.id = d.stage_id
   where d.account_id = $1 and d.lead_id = any($2::uuid[]) and (s.is_won or s.is_lost) and not ${HAS_CLOSING}`;

const ADD_CLOSINGS = planned(
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   ${LACKED}
   ${REPLACING_CLOSING}`,
);

// Each row has an id of its own, made of one of the run, $3.
const KEEP_SETTLED = planned(
  `insert into deal_changes (account_id, id, lead_id, deal_id, changed_at, field, before, after, before_reason, after_reason, changed_by)
   select c.account_id, md5(c.deal_id::text || $3)::uuid, c.lead_id, c.deal_id, date_trunc('milliseconds', statement_timestamp()),
          'closing', ${jsonOf(figures('c'))}, case when n.deal_id is not null then ${jsonOf(figures('n'))} end,
          c.reason, n.reason, 'stage'
   from closings c
   join deals d on d.account_id = $1 and d.id = c.deal_id
   left join (${LACKED}) n on n.deal_id = c.deal_id
   where c.account_id = $1 and c.lead_id = any($2::uuid[]) and ${IS_OUTDATED}
     and (c.is_won, c.value, c.reason, c.closed_at) is distinct from (n.is_won, n.value, n.reason, n.closed_at)`,
);

const DROP_CLOSINGS = planned(
  `delete from closings c
   where c.account_id = $1 and c.lead_id = any($2::uuid[])
     and exists (select from deals d where d.account_id = $1 and d.id = c.deal_id and not ${IS_CLOSED})`,
);

/** Gives the deals of these locked leads the closings that their stages ask for, with value and moment of the stay. */
export const settleClosings = (accountId: string, leadIds: readonly string[]) => [
  write(KEEP_SETTLED, [accountId, leadIds, uuidv7()]),
  write(ADD_CLOSINGS, [accountId, leadIds]),
  write(DROP_CLOSINGS, [accountId, leadIds]),
];
