import type { Period, Snapshot, CampaignCount, MetricsBreakdown, OriginOutcome, Unlisted } from '../contract/metrics';
import { MAX_CAMPAIGNS } from '../contract/limits';
import { CAMPAIGN_ORIGINS, type Origin } from '../contract/origin';
import { acrossAccounts, map, planned, readRow } from '../database/query';
import { STAGES_OF } from '../leads/reading/search-filters';
import { UTM_DIGESTS } from '../leads/record/digests';
import {
  ATTENDED,
  ATTENDED_WITH_LEAD,
  contactsOf,
  type Form,
  inEachForm,
  isCounted,
  joinDeals,
  readFigures,
  readInScope,
  resultsOf,
  type Scope,
} from './scope.queries';

const FIND_TODAY = acrossAccounts(
  `select to_char(statement_timestamp() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as today`,
);

/** Brasília day of the database clock. */
export const findToday = () => map(readRow<{ today: string }>(FIND_TODAY, []), (row) => row?.today ?? '');

/** SQL: the rows of a select as one JSON list. */
const listOf = (select: string): string => `(select coalesce(json_agg(x), '[]') from (${select}) x)`;

/** SQL: the account's contacts `n` of the period. */
const ALL_CONTACTS = `conversations n
   where n.account_id = $1 and n.day between $2::date and $3::date and ${isCounted('n')}`;

export interface DayCount {
  readonly day: string;
  readonly origin: Origin;
  readonly leads: number;
}

interface ContactCounts {
  readonly counts: readonly DayCount[];
  readonly scheduled: number;
  readonly closed: number;
}

const FIND_KINDS = planned(
  `select exists (select 1 from stages s where s.account_id = $1 and ${STAGES_OF.scheduled}) as "canSchedule",
          exists (select 1 from stages s where s.account_id = $1 and ${STAGES_OF.closed}) as "canClose"`,
);

/** Finds out whether the account has a scheduling stage, and one that closes. */
export const findKinds = (accountId: string) =>
  readRow<{ canSchedule: boolean; canClose: boolean }>(FIND_KINDS, [accountId]);

/** SQL: a seller's contacts. Grouped instead of joined, so that the cost is linear also without statistics. */
const ownContacts = (form: Form): string => `with contacts as materialized (
     select x.id, max(x.day) as day, max(x.origin) as origin, bool_or(x.scheduled) as scheduled, bool_or(x.closed) as closed
     from (select c.id, c.day, c.origin, null::boolean as scheduled, null::boolean as closed from ${contactsOf(form)}
           union all
           select d.conversation_id, null, null, ${STAGES_OF.scheduled}, ${STAGES_OF.closed}
           from ${resultsOf(form, `${STAGES_OF.scheduled} or ${STAGES_OF.closed}`)}) x
     group by x.id having max(x.day) is not null)`;

/** SQL: counts deals minus additional deals of the same conversation, because nearly every conversation has one. */
const countAllIn = (flags: string): string => {
  const deals = `from deals d
     where d.account_id = $1 and d.conversation_day between $2::date and $3::date
       and d.stage_id in (select s.id from stages s where s.account_id = $1 and (${flags}))`;
  return `select count(*) - (select count(*) - count(distinct d.conversation_id) ${deals} and d.shares_conversation) ${deals}`;
};

const countIn = (form: Form, kind: 'scheduled' | 'closed'): string =>
  `(${form === 'all' ? countAllIn(STAGES_OF[kind]) : `select count(*) from contacts n where n.${kind}`})::int as ${kind}`;

// Grouped by columns of the index: formatting every row's day would cost more than the count.
const COUNT_CONTACTS = inEachForm(
  (form) => `${form === 'all' ? '' : ownContacts(form)}
   select ${listOf(
     `select n.day, n.origin, count(*) as leads from ${form === 'all' ? ALL_CONTACTS : 'contacts n'}
      group by n.day, n.origin order by n.day, n.origin`,
   )} as counts,
   ${countIn(form, 'scheduled')}, ${countIn(form, 'closed')}`,
);

/** Contacts of the period, and how many of them have a deal in a stage of a kind now. */
export const countContacts = (accountId: string, scope: Scope, period: Period) =>
  readFigures<ContactCounts>(COUNT_CONTACTS, accountId, scope, period);

const COUNT_ATTENDED = inEachForm((form) => `select count(*)::int as attended from ${ATTENDED[form]}`);

/** SQL: the lead of an attended appointment; null for one without a lead. */
const ATTENDED_LEAD: Record<Form, string> = { all: 'a.lead_id', leads: 'l.id', period: 'a.lead_id', both: 'a.lead_id' };

const COUNT_LISTED_ATTENDED = inEachForm(
  (form) => `select count(*)::int as appointments, (count(*) filter (where o.id is null))::int as without_lead,
     (count(*) filter (where o.is_erased))::int as erased
   from (select ${ATTENDED_LEAD[form]} as id, l.erased_at is not null as is_erased from ${ATTENDED_WITH_LEAD[form]}) o`,
);

/** The same appointments, and why the lists of leads do not show some. */
export const countListedAttended = (accountId: string, scope: Scope, period: Period) =>
  map(
    readFigures<{ appointments: number } & Omit<Unlisted, 'of_colleagues'>>(
      COUNT_LISTED_ATTENDED,
      accountId,
      scope,
      period,
    ),
    ({ appointments, ...unlisted }): MetricsBreakdown['attended'] => ({
      appointments,
      unlisted: { ...unlisted, of_colleagues: 0 },
    }),
  );

/** Appointments marked attended that start within the days of the period. */
export const countAttended = (accountId: string, scope: Scope, period: Period) =>
  map(readFigures<{ attended: number }>(COUNT_ATTENDED, accountId, scope, period), ({ attended }) => attended);

/** SQL: a count of the deals `d` of a stage, and which of them it counts. */
interface StageCount {
  readonly count: string;
  readonly among?: string;
}

/** Statements of a pipeline, $2, with counts of each stage; the parameter `seller` is the last. */
const pipelineWith = (flags: string, counts: Record<string, StageCount>, seller: string) =>
  inEachForm((form) => {
    const own = Object.entries(counts).map(
      ([name, { count, among }]) => `${count} ${among ? `filter (where ${among})` : ''} as ${name}`,
    );
    const countOf = (name: string, { count, among = 'true' }: StageCount) =>
      form === 'all'
        ? `select ${count} from deals d where d.account_id = $1 and d.stage_id = s.id and ${among}`
        : `select o.${name} from own o where o.stage_id = s.id`;
    const stage = Object.entries(counts).map(([name, count]) => `'${name}', coalesce((${countOf(name, count)}), 0)`);
    return `${
      form === 'all'
        ? ''
        : `with own as materialized (
     select d.stage_id, ${own.join(', ')} from leads l ${joinDeals(form)}
     where l.account_id = $1 and l.responsible_id = ${seller} group by d.stage_id)`
    }
   select p.id, p.name,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, ${flags} ${stage.join(', ')}) order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 and (p.id = $2 or ($2::uuid is null and p.is_default))`;
  });

const OPEN_DEALS = { open_deals: { count: 'count(*)' } };
const FIND_SNAPSHOT = pipelineWith('', OPEN_DEALS, '$3');

/** Pipeline with this id, or the default one; undefined for one that the account lacks. */
export const findSnapshot = (accountId: string, scope: Scope, pipelineId: string | null) =>
  readInScope<Snapshot>(FIND_SNAPSHOT, scope, [accountId, pipelineId]);

const FIND_STAGE_COUNTS = pipelineWith(
  `'is_won', s.is_won, 'is_lost', s.is_lost,`,
  {
    ...OPEN_DEALS,
    value: { count: 'sum(d.value)', among: 'd.value is not null' },
    deals_of_period: { count: 'count(*)', among: 'd.conversation_day between $3::date and $4::date' },
  },
  '$5',
);

/** The same pipeline with what the owner's breakdown says of its stages. */
export const findStageCounts = (accountId: string, scope: Scope, pipelineId: string | null, { from, to }: Period) =>
  readInScope<MetricsBreakdown['pipeline']>(FIND_STAGE_COUNTS, scope, [accountId, pipelineId, from, to]);

/** SQL: the contact `row` came by a campaign, perhaps. */
const ofCampaigns = (row: string): string =>
  `${row}.origin in (${CAMPAIGN_ORIGINS.map((origin) => `'${origin}'`).join(', ')})`;

/** SQL: the campaign of the lead `l` and its contact `c`; null for none. No utm text is empty or has a line break. */
const CAMPAIGN = `case when ${ofCampaigns('c')} and coalesce(l.utm_source, l.utm_medium, l.utm_campaign) is not null
       then ${UTM_DIGESTS.map((digest) => `coalesce(${digest}, '')`).join(` || e'\\n' || `)} end collate "C"`;

/** SQL: the campaigns with most leads. Grouped instead of joined, so that the cost is linear also without statistics. */
const TOP_CAMPAIGNS = `select l.utm_source as source, l.utm_medium as medium, l.utm_campaign as campaign, k.leads, k.won, k.lost
   from (select max(n.holder collate "C")::uuid as holder, count(*)::int as leads, (count(*) filter (where n.won))::int as won,
                (count(*) filter (where not n.won))::int as lost
         from (select max(f.lead_id::text collate "C") filter (where f.campaign is not null) as holder, max(f.campaign) as campaign,
                      bool_or(f.won) as won
               from found f group by f.id) n
         where n.campaign is not null group by n.campaign order by leads desc, won desc, n.campaign limit ${MAX_CAMPAIGNS}) k
   cross join lateral (select f.* from leads f where f.account_id = $1 and f.id = k.holder offset 0) l
   order by k.leads desc, k.won desc, source, medium, campaign`;

// A contact counts once, as won when it is both.
const OWN_ORIGINS = `select n.origin, count(*) as leads, count(*) filter (where n.won) as won, count(*) filter (where not n.won) as lost
   from (select max(f.origin) as origin, bool_or(f.won) as won from found f group by f.id) n
   where n.origin is not null group by n.origin order by leads desc, n.origin collate "C"`;

const ALL_ORIGINS = `select n.origin, n.leads, coalesce(o.won, 0) as won, coalesce(o.lost, 0) as lost
   from (select n.origin, count(*) as leads from ${ALL_CONTACTS} group by n.origin) n
   left join (select r.origin, count(*) filter (where r.won) as won, count(*) filter (where not r.won) as lost
              from (select c.id, c.origin, bool_or(f.won) as won
                    from results f join conversations c on c.account_id = $1 and c.id = f.id
                    group by c.id, c.origin) r
              group by r.origin) o on o.origin = n.origin
   order by n.leads desc, n.origin collate "C"`;

// A row of `found` is a contact with its lead and campaign, of all only where it may have one, or a result of a lead. PostgreSQL keeps it
// only for a seller, where it is read twice.
const COUNT_OUTCOMES = inEachForm(
  (form) => `with results as materialized (
     select d.conversation_id as id, d.lead_id, s.is_won as won from ${resultsOf(form, 's.is_won or s.is_lost')}),
   found as (
     select c.id, l.id as lead_id, c.origin, ${CAMPAIGN} as campaign, null::boolean as won
     from ${contactsOf(form, '', `and ${ofCampaigns('f')}`)}
     union all
     select r.id, r.lead_id, null, null, r.won from results r)
   select ${listOf(form === 'all' ? ALL_ORIGINS : OWN_ORIGINS)} as origins, ${listOf(TOP_CAMPAIGNS)} as campaigns`,
);

/** Counts the outcomes of the contacts by origin and campaign of their oldest leads. */
export const countOutcomes = (accountId: string, scope: Scope, period: Period) =>
  readFigures<{ origins: OriginOutcome[]; campaigns: CampaignCount[] }>(COUNT_OUTCOMES, accountId, scope, period);
