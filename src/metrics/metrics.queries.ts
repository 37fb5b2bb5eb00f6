import type { Period, Snapshot, CampaignCount, MetricsBreakdown } from '../contract/metrics';
import type { Origin } from '../contract/origin';
import { acrossAccounts, map, planned, readRow, readRows, type Statement } from '../database/query';
import { UTM_DIGESTS } from '../leads/record/digests';

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

/** Statements of the owner's breakdown. Planned each time, because accounts differ in size. */

/** Contacts of a period by origin that have a deal in a stage of a kind now. */
interface OutcomeCount {
  readonly origin: Origin;
  readonly won: number;
  readonly lost: number;
}

/** Most deals of a won or lost stage that are read, newest first. */
const MOST_DEALS = 100_000;

/** SQL: the deals `d` of the contacts of the period that are in a won or lost stage `s`. */
const RESULTS = `from (select f.* from stages f where f.account_id = $1 and (f.is_won or f.is_lost)) s
         cross join lateral (
           select f.lead_id, f.conversation_id from deals f
           where f.account_id = $1 and f.stage_id = s.id and f.conversation_day between $2::date and $3::date
           order by f.conversation_day desc limit ${MOST_DEALS}) d`;

// A contact counts once, as won when it is both.
const COUNT_OUTCOMES = planned(
  `select o.origin, (count(*) filter (where o.won))::int as won, (count(*) filter (where not o.won))::int as lost
   from (select c.id, c.origin, bool_or(s.is_won) as won ${RESULTS}
         join conversations c on c.account_id = $1 and c.id = d.conversation_id
         group by c.id, c.origin) o
   group by o.origin`,
);

export const countOutcomes = (accountId: string, { from, to }: Period) =>
  readRows<OutcomeCount>(COUNT_OUTCOMES, [accountId, from, to]);

/** Most contacts that are read, newest first; contacts of a campaign have one of these origins. */
const MOST_CONTACTS = 50_000;
const CAMPAIGNS = 20;

/** SQL: the contact `row` came by a campaign, perhaps. */
const ofCampaigns = (row: string): string =>
  `${row}.origin in ('network_a_ads', 'social', 'network_b_ads', 'organic_network_b', 'organic')`;

/** SQL: the campaign of the lead `l` and its contact `c`; null for none. No utm text is empty or has a line break. */
export const CAMPAIGN = `case when ${ofCampaigns('c')} and coalesce(l.utm_source, l.utm_medium, l.utm_campaign) is not null
       then ${UTM_DIGESTS.map((digest) => `coalesce(${digest}, '')`).join(` || e'\\n' || `)} end collate "C"`;

/**
 * SQL: the campaigns with most leads. Each row of `found` is a lead with its campaign, or a result of a lead. Grouped instead of joined,
 * so that the cost is linear also without statistics.
 */
export const topCampaigns = (
  found: string,
): string => `select l.utm_source as source, l.utm_medium as medium, l.utm_campaign as campaign, k.leads, k.won, k.lost
   from (select max(n.lead_id::text collate "C")::uuid as holder, count(*)::int as leads, (count(*) filter (where n.won))::int as won,
                (count(*) filter (where not n.won))::int as lost
         from (select f.lead_id, max(f.campaign) as campaign, bool_or(f.won) as won from ${found} f group by f.lead_id) n
         where n.campaign is not null group by n.campaign order by leads desc, won desc, n.campaign limit ${CAMPAIGNS}) k
   cross join lateral (select f.* from leads f where f.account_id = $1 and f.id = k.holder offset 0) l
   order by k.leads desc, k.won desc, source, medium, campaign`;

const COUNT_CAMPAIGNS = planned(
  topCampaigns(`(select l.id as lead_id, ${CAMPAIGN} as campaign, null::boolean as won
         from (select c.id, c.origin from conversations c
               where c.account_id = $1 and c.day between $2::date and $3::date
                 and ${ofCampaigns('c')}
               order by c.day desc limit ${MOST_CONTACTS}) c
         join leads l on l.account_id = $1 and l.conversation_id = c.id and l.copy = 0
         union all
         select d.lead_id, null, s.is_won ${RESULTS})`),
);

export const countCampaigns = (accountId: string, { from, to }: Period) =>
  readRows<CampaignCount>(COUNT_CAMPAIGNS, [accountId, from, to]);

const FIND_STAGE_COUNTS = planned(
  `select p.id, p.name,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'is_won', s.is_won, 'is_lost', s.is_lost,
                      'open_deals', (select count(*) from deals d where d.account_id = $1 and d.stage_id = s.id),
                      'value', (select coalesce(sum(d.value), 0) from deals d
                                where d.account_id = $1 and d.stage_id = s.id and d.value is not null),
                      'deals_of_period', (select count(*) from deals d where d.account_id = $1 and d.stage_id = s.id
                                          and d.conversation_day between $3::date and $4::date)) order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 and (p.id = $2 or ($2::uuid is null and p.is_default))`,
);

/** Pipeline with this id, or the default one; undefined for one that the account lacks. */
export const findStageCounts = (accountId: string, pipelineId: string | null, { from, to }: Period) =>
  readRow<MetricsBreakdown['pipeline']>(FIND_STAGE_COUNTS, [accountId, pipelineId, from, to]);
