import type { Period, Snapshot } from '../contract/metrics';
import type { Origin } from '../contract/origin';
import { acrossAccounts, map, planned, readRow, readRows, type Statement } from '../database/query';

/** Statements of GET /metrics, which count entries of covering indexes. Planned each time, because accounts differ in size. */

const FIND_TODAY = acrossAccounts(
  `select to_char(statement_timestamp() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as today`,
);

/** Brasília day of the database clock. */
export const findToday = () => map(readRow<{ today: string }>(FIND_TODAY, []), (row) => row?.today ?? '');

export interface DayCount {
  readonly day: string;
  readonly origin: Origin;
  readonly leads: number;
}

// Grouped by the index's own columns: formatting every row's day would cost more than the count.
const COUNT_CONVERSATIONS = planned(
  `select c.day::text as day, c.origin, count(*)::int as leads
   from conversations c where c.account_id = $1 and c.day between $2::date and $3::date
   group by c.day, c.origin order by c.day, c.origin`,
);

export const countConversations = (accountId: string, { from, to }: Period) =>
  readRows<DayCount>(COUNT_CONVERSATIONS, [accountId, from, to]);

// Counts deals minus additional deals of the same conversation, because nearly every conversation has one.
const countIn = (flag: string) => {
  const deals = `from deals d
     where d.account_id = $1 and d.conversation_day between $2::date and $3::date
       and d.stage_id in (select s.id from stages s where s.account_id = $1 and (${flag}))`;
  return planned(
    `select exists (select 1 from stages s where s.account_id = $1 and (${flag})) as configured,
            (count(*) - (select count(*) - count(distinct d.conversation_id) ${deals} and d.shares_conversation))::int
              as conversations
     ${deals}`,
  );
};

/** SQL: the stage `s` counts as scheduled, or as closed. */
export const IS_SCHEDULED = 's.is_scheduling';
export const IS_CLOSED = 's.is_sale or s.value is not null';

const FIND_KINDS = planned(
  `select exists (select 1 from stages s where s.account_id = $1 and (${IS_SCHEDULED})) as "canSchedule",
          exists (select 1 from stages s where s.account_id = $1 and (${IS_CLOSED})) as "canClose"`,
);

/** Finds out whether the account has a scheduling stage, and one that closes. */
export const findKinds = (accountId: string) =>
  readRow<{ canSchedule: boolean; canClose: boolean }>(FIND_KINDS, [accountId]);

const COUNT_SCHEDULED = countIn(IS_SCHEDULED);
const COUNT_CLOSED = countIn(IS_CLOSED);

const readConfigured = (statement: Statement, values: readonly unknown[]) =>
  map(readRow<{ configured: boolean; conversations: number }>(statement, values), (row) =>
    row?.configured ? row.conversations : null,
  );

/** Conversations of the period with a deal now in a scheduling stage; null when the account has no such stage. */
export const countScheduled = (accountId: string, { from, to }: Period) =>
  readConfigured(COUNT_SCHEDULED, [accountId, from, to]);

/** Conversations of the period with a deal now in a sale stage or in a stage with a value; null when the account has none. */
export const countClosed = (accountId: string, { from, to }: Period) =>
  readConfigured(COUNT_CLOSED, [accountId, from, to]);

/** SQL: the appointment `row` starts on a day of the period. */
export const startsInPeriod = (
  row: string,
): string => `${row}.starts_at >= $2::date::timestamp at time zone 'America/Sao_Paulo'
     and ${row}.starts_at < ($3::date + 1)::timestamp at time zone 'America/Sao_Paulo'`;

const COUNT_ATTENDED = planned(
  `select count(*)::int as attended from appointments a
   where a.account_id = $1 and a.attended and ${startsInPeriod('a')}`,
);

/** Appointments marked attended that start within the days of the period. */
export const countAttended = (accountId: string, { from, to }: Period) =>
  map(readRow<{ attended: number }>(COUNT_ATTENDED, [accountId, from, to]), (row) => row?.attended ?? 0);

const FIND_SNAPSHOT = planned(
  `select p.id, p.name,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'open_deals',
                      (select count(*) from deals d where d.account_id = $1 and d.stage_id = s.id)) order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 and (p.id = $2 or ($2::uuid is null and p.is_default))`,
);

/** Pipeline with this id, or the default one; undefined for one that the account lacks. */
export const findSnapshot = (accountId: string, pipelineId: string | null) =>
  readRow<Snapshot>(FIND_SNAPSHOT, [accountId, pipelineId]);
