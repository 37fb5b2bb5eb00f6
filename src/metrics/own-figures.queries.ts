import type { Period, Snapshot, CampaignCount, MetricsBreakdown, OriginOutcome } from '../contract/metrics';
import { acrossAccounts, map, planned, readRow, type Statement } from '../database/query';
import { leadsOf } from '../leads/record/lead.view';
import { type DayCount, IS_CLOSED, IS_SCHEDULED, startsInPeriod, CAMPAIGN, topCampaigns } from './metrics.queries';

/**
 * Figures of one seller, $4: contacts whose oldest lead is the seller's, and deals and appointments of the seller's leads. Each statement
 * has three forms: it looks up what belongs to the seller's leads, or to the contacts of the period, or joins both. `offset 0` and `limit`
 * keep PostgreSQL from another order of the look-ups, which it would take without statistics.
 */
export type Form = 'leads' | 'period' | 'both';

/** A seller, and the form of the statements about the seller's figures. */
export interface Seller {
  readonly id: string;
  readonly form: Form;
}

/** Leads that are counted to choose the form; the first number of them where the period has not twice as many contacts. */
const [FIRST_COUNTED, MOST_COUNTED] = [1_000, 100_000];

const countLeads = (most: number): string =>
  `(select count(*) from (select from leads l where l.account_id = $1 and l.responsible_id = $4 limit ${most}) l)`;

const countContacts = (most: string): string =>
  `(select count(*) from (select from conversations c
                          where c.account_id = $1 and c.day between $2::date and $3::date limit ${most}) c)`;

const COUNT_FIRST = planned(
  `with own as materialized (
     select case when ${countLeads(FIRST_COUNTED)} < ${FIRST_COUNTED} or ${countContacts(`${2 * FIRST_COUNTED}`)} < ${2 * FIRST_COUNTED}
                 then ${countLeads(FIRST_COUNTED)} else ${countLeads(MOST_COUNTED)} end as leads)
   select o.leads::int as leads, ${countContacts('2 * (select f.leads from own f)')}::int as contacts from own o`,
);

/** Chooses the form: joins from this number of leads and contacts on. A lead needs two look-ups, a contact one. */
export const chooseForm = (accountId: string, id: string, { from, to }: Period, many: number) =>
  map(readRow<{ leads: number; contacts: number }>(COUNT_FIRST, [accountId, from, to, id]), (row): Seller => {
    const { leads = 0, contacts = 0 } = row ?? {};
    if (Math.min(leads, contacts) >= many) return { id, form: 'both' };
    return { id, form: 2 * leads <= contacts ? 'leads' : 'period' };
  });

const JOIN_ALL = acrossAccounts(`select set_config('enable_nestloop', 'off', true)`);

/** Sent before statements that join: a wrong estimate would make PostgreSQL compare each row with each. */
export const prepareFor = ({ form }: Seller) => (form === 'both' ? readRow(JOIN_ALL, []) : undefined);

/** Makes the forms of a statement. */
export function forSellers(make: (form: Form) => string): (seller: Seller) => Statement {
  const forms = { leads: planned(make('leads')), period: planned(make('period')), both: planned(make('both')) };
  return ({ form }) => forms[form];
}

/** SQL: the oldest lead of the contact in the column `id`. */
const oldestOf = (id: string): string => `(select o.* from ${leadsOf(id)} o order by o.created_at, o.id limit 1)`;

/** SQL: a lead of the contact of `l` that is older, by its copy. */
const older = (copy: string): string => `exists (
       select from leads o where o.account_id = $1 and o.conversation_id = l.conversation_id and o.copy ${copy}
         and (o.created_at, o.id) < (l.created_at, l.id))`;

const CONTACTS: Record<Form, (joins: string) => string> = {
  leads: (joins: string) => `leads l
   cross join lateral (select f.id, f.day, f.origin from conversations f
                       where f.account_id = $1 and f.id = l.conversation_id offset 0) c
   cross join lateral ${oldestOf('c.id')} o ${joins}
   where l.account_id = $1 and l.responsible_id = $4 and c.day between $2::date and $3::date and o.id = l.id`,
  period: (joins: string) => `(select f.id, f.day, f.origin from conversations f
     where f.account_id = $1 and f.day between $2::date and $3::date offset 0) c
   cross join lateral ${oldestOf('c.id')} l ${joins}
   where l.responsible_id = $4`,
  // Nearly every contact has one lead, of copy 0.
  both: (joins: string) => `leads l
   join conversations c on c.account_id = $1 and c.id = l.conversation_id ${joins}
   where l.account_id = $1 and l.responsible_id = $4 and c.day between $2::date and $3::date
     and not ${older('> 0')} and (l.copy = 0 or not ${older('= 0')})`,
};

/** SQL: the seller's contacts `c` of the period, each with its oldest lead `l`; `joins` adds to them. */
export const ownContacts = (form: Form, joins = ''): string => CONTACTS[form](joins);

/** SQL: the deals of the lead in the column `id`. */
export const dealsOf = (id: string): string =>
  `(select f.stage_id, f.value, f.lead_id, f.conversation_id, f.conversation_day from deals f
    where f.account_id = $1 and f.lead_id = ${id} offset 0)`;

/** SQL: the row in the column `id` is a lead of the seller. */
const ownLead = (id: string): string =>
  `(select from leads f where f.account_id = $1 and f.responsible_id = $4 and f.id = ${id} limit 1)`;

/** SQL: the deals `d` of the seller's leads in the contacts of the period that are in a stage `s` with one of the flags. */
const ownResults = (form: Form, flags: string): string => {
  const from: Record<Form, string> = {
    leads: `leads l
   cross join lateral ${dealsOf('l.id')} d
   cross join lateral (select f.* from stages f where f.account_id = $1 and f.id = d.stage_id offset 0) s
   where l.account_id = $1 and l.responsible_id = $4 and d.conversation_day between $2::date and $3::date`,
    period: `(select f.* from stages f where f.account_id = $1 offset 0) s
   cross join lateral (select f.lead_id, f.conversation_id from deals f
                       where f.account_id = $1 and f.stage_id = s.id and f.conversation_day between $2::date and $3::date offset 0) d
   cross join lateral ${ownLead('d.lead_id')} l
   where true`,
    both: `deals d
   join stages s on s.account_id = $1 and s.id = d.stage_id
   join leads l on l.account_id = $1 and l.id = d.lead_id and l.responsible_id = $4
   where d.account_id = $1 and d.conversation_day between $2::date and $3::date`,
  };
  return `${from[form]} and (${flags})`;
};

type Asked = readonly [accountId: string, seller: Seller, period: Period];

const readTheRow = <Row>(statementFor: (seller: Seller) => Statement, [accountId, seller, { from, to }]: Asked) =>
  map(readRow<Row>(statementFor(seller), [accountId, from, to, seller.id]), (row) => {
    if (!row) throw new Error('a select without from gave no row');
    return row;
  });

export interface OwnContacts {
  readonly counts: readonly DayCount[];
  readonly scheduled: number;
  readonly closed: number;
}

// Grouped instead of joined, so that the cost is linear also without statistics.
const COUNT_CONTACTS = forSellers(
  (form) => `with contacts as materialized (
     select n.id, max(n.day) as day, max(n.origin) as origin, bool_or(n.scheduled) as scheduled, bool_or(n.closed) as closed
     from (select c.id, c.day, c.origin, null::boolean as scheduled, null::boolean as closed from ${ownContacts(form)}
           union all
           select d.conversation_id, null, null, ${IS_SCHEDULED}, ${IS_CLOSED}
           from ${ownResults(form, `${IS_SCHEDULED} or ${IS_CLOSED}`)}) n
     group by n.id having max(n.day) is not null)
   select array(select json_build_object('day', n.day, 'origin', n.origin, 'leads', count(*)) from contacts n
                group by n.day, n.origin order by n.day, n.origin) as counts,
          (select count(*)::int from contacts n where n.scheduled) as scheduled,
          (select count(*)::int from contacts n where n.closed) as closed`,
);

/** Counts the seller's contacts of a period, and those with a deal of the seller's leads in a stage of a kind now. */
export const countOwnContacts = (...asked: Asked) => readTheRow<OwnContacts>(COUNT_CONTACTS, asked);

const ATTENDED: Record<Form, string> = {
  leads: `leads l
   cross join lateral (select f.attended, f.starts_at from appointments f
                       where f.account_id = $1 and f.lead_id = l.id offset 0) a
   where l.account_id = $1 and l.responsible_id = $4 and a.attended and ${startsInPeriod('a')}`,
  period: `(select a.lead_id from appointments a where a.account_id = $1 and a.attended and ${startsInPeriod('a')} offset 0) a
   cross join lateral ${ownLead('a.lead_id')} l`,
  both: `appointments a
   join leads l on l.account_id = $1 and l.id = a.lead_id and l.responsible_id = $4
   where a.account_id = $1 and a.attended and ${startsInPeriod('a')}`,
};

const COUNT_ATTENDED = forSellers((form) => `select count(*)::int as attended from ${ATTENDED[form]}`);

export const countOwnAttended = (...asked: Asked) =>
  map(readTheRow<{ attended: number }>(COUNT_ATTENDED, asked), ({ attended }) => attended);

/** SQL: the deals of the seller in the parameter `seller`, by stage. */
const ownDeals = (seller: string, counts: string, form: Form): string => `own as materialized (
     select d.stage_id, ${counts}
     from leads l ${form === 'both' ? 'join deals d on d.account_id = $1 and d.lead_id = l.id' : `cross join lateral ${dealsOf('l.id')} d`}
     where l.account_id = $1 and l.responsible_id = ${seller} group by d.stage_id)`;

/** SQL: a count of the stage `s`. */
const ofStage = (count: string): string => `coalesce((select o.${count} from own o where o.stage_id = s.id), 0)`;

const FIND_SNAPSHOT = forSellers(
  (form) => `with ${ownDeals('$3', 'count(*) as open_deals', form)}
   select p.id, p.name,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'open_deals', ${ofStage('open_deals')})
                                    order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 and (p.id = $2 or ($2::uuid is null and p.is_default))`,
);

export const findOwnSnapshot = (accountId: string, seller: Seller, pipelineId: string | null) =>
  readRow<Snapshot>(FIND_SNAPSHOT(seller), [accountId, pipelineId, seller.id]);

export interface OwnOutcomes {
  readonly origins: OriginOutcome[];
  readonly campaigns: CampaignCount[];
}

// A row is a contact's oldest lead, or a result of a lead. A contact counts once, as won when it is both.
const COUNT_OUTCOMES = forSellers(
  (form) => `with found as materialized (
     select c.id, l.id as lead_id, c.origin, ${CAMPAIGN} as campaign, null::boolean as won
     from ${ownContacts(form)}
     union all
     select d.conversation_id, d.lead_id, null, null, s.is_won from ${ownResults(form, 's.is_won or s.is_lost')})
   select array(select json_build_object('origin', n.origin, 'leads', count(*), 'won', count(*) filter (where n.won),
                                         'lost', count(*) filter (where not n.won))
                from (select max(f.origin) as origin, bool_or(f.won) as won from found f group by f.id) n
                where n.origin is not null group by n.origin order by count(*) desc, n.origin collate "C") as origins,
          array(select row_to_json(k) from (${topCampaigns('found')}) k) as campaigns`,
);

/** Counts the outcomes of the seller's contacts by origin, and by campaign of their oldest leads. */
export const countOwnOutcomes = (...asked: Asked) => readTheRow<OwnOutcomes>(COUNT_OUTCOMES, asked);

const FIND_STAGE_COUNTS = forSellers(
  (form) => `with ${ownDeals(
    '$5',
    `count(*) as open_deals, coalesce(sum(d.value), 0) as value,
     count(*) filter (where d.conversation_day between $3::date and $4::date) as of_period`,
    form,
  )}
   select p.id, p.name,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'is_won', s.is_won, 'is_lost', s.is_lost,
                      'open_deals', ${ofStage('open_deals')}, 'value', ${ofStage('value')},
                      'deals_of_period', ${ofStage('of_period')}) order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 and (p.id = $2 or ($2::uuid is null and p.is_default))`,
);

export const findOwnStageCounts = (
  accountId: string,
  seller: Seller,
  pipelineId: string | null,
  { from, to }: Period,
) => readRow<MetricsBreakdown['pipeline']>(FIND_STAGE_COUNTS(seller), [accountId, pipelineId, from, to, seller.id]);
