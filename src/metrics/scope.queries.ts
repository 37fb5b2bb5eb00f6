import type { Period } from '../contract/metrics';
import { acrossAccounts, map, planned, readRow, type Statement } from '../database/query';
import { isOldest, oldestOf } from '../leads/record/oldest-lead';

/**
 * Statements about the figures of the account, or of one seller: the contacts whose oldest lead is the seller's, and the deals and
 * appointments of the seller's leads. A seller's statements look up what belongs to the seller's leads, or to the contacts of the period,
 * or join both. `offset 0` and `limit` keep PostgreSQL from another order of the look-ups, which it would take without statistics. $1 is
 * the account, $2 and $3 are the days of the period, $4 says whether spam is left out, $5 is the seller.
 */
const FORMS = ['all', 'leads', 'period', 'both'] as const;
export type Form = (typeof FORMS)[number];

/** Whose figures are counted, null for all of the account, and the form of the statements. */
export interface Scope {
  readonly sellerId: string | null;
  readonly form: Form;
  /** Whether contacts that were erased as spam are left out. */
  readonly withoutSpam: boolean;
}

type ScopeOfSeller = Pick<Scope, 'sellerId' | 'form'>;

export const WHOLE_ACCOUNT: ScopeOfSeller = { sellerId: null, form: 'all' };

type Statements = Record<Form, Statement>;

/** Planned each time, because accounts differ in size. */
export const inEachForm = (textOf: (form: Form) => string): Statements =>
  Object.fromEntries(FORMS.map((form) => [form, planned(textOf(form))])) as Statements;

/** The values of a seller's form are the last. */
export const readInScope = <Row>(
  statements: Statements,
  { sellerId, form }: Scope,
  values: readonly unknown[],
  ...ofSeller: readonly unknown[]
) => readRow<Row>(statements[form], sellerId === null ? values : [...values, sellerId, ...ofSeller]);

/** The one row of a select without from; `ofSeller` are further values of a seller's form, $6 on. */
export const readFigures = <Row>(
  statements: Statements,
  accountId: string,
  scope: Scope,
  { from, to }: Period,
  ...ofSeller: readonly unknown[]
) =>
  map(readInScope<Row>(statements, scope, [accountId, from, to, scope.withoutSpam], ...ofSeller), (row) => {
    if (!row) throw new Error('a select without from gave no row');
    return row;
  });

/** Leads that are counted to choose the form; the first number of them where the period has not twice as many contacts. */
const [FIRST_COUNTED, MOST_COUNTED] = [1_000, 100_000];

/** SQL for the choice of the form, in which $4 is the seller. */
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

/** Chooses a seller's form: joins from this number of leads and contacts on. A lead needs two look-ups, a contact one. */
export const chooseScope = (accountId: string, sellerId: string, { from, to }: Period, many: number) =>
  map(
    readRow<{ leads: number; contacts: number }>(COUNT_FIRST, [accountId, from, to, sellerId]),
    (row): ScopeOfSeller => {
      const { leads = 0, contacts = 0 } = row ?? {};
      if (Math.min(leads, contacts) >= many) return { sellerId, form: 'both' };
      return { sellerId, form: 2 * leads <= contacts ? 'leads' : 'period' };
    },
  );

const JOIN_ALL = acrossAccounts(`select set_config('enable_nestloop', 'off', true)`);

/** Sent before statements that join: a wrong estimate would make PostgreSQL compare each row with each. */
export const prepareFor = ({ form }: Scope) => (form === 'both' ? readRow(JOIN_ALL, []) : undefined);

/** SQL: the contact `row` is counted. */
export const isCounted = (row: string): string => `(${row}.is_spam is not true or not $4)`;

/** SQL: the contact of the lead in the column `id` is counted. */
const isContactCounted = (id: string): string =>
  `(not $4 or (select c.is_spam from leads l join conversations c on c.account_id = $1 and c.id = l.conversation_id
                where l.account_id = $1 and l.id = ${id}) is not true)`;

/** Most contacts of an account that are read, newest first. */
const MOST_CONTACTS = 50_000;

/** SQL: the contacts `c` of the period, each with its oldest lead `l`, or perhaps none of all figures, which `among` limits; `joins` adds to them. */
export const contactsOf = (form: Form, joins = '', among = ''): string => {
  const contacts: Record<Form, string> = {
    all: `(select f.id, f.origin from conversations f
     where f.account_id = $1 and f.day between $2::date and $3::date and ${isCounted('f')} ${among} order by f.day desc limit ${MOST_CONTACTS}) c
   left join leads l on l.account_id = $1 and l.conversation_id = c.id ${joins}
   where ${isOldest('l')}`,
    leads: `leads l
   cross join lateral (select f.id, f.day, f.origin from conversations f
                       where f.account_id = $1 and f.id = l.conversation_id and ${isCounted('f')} offset 0) c
   cross join lateral ${oldestOf('c.id')} o ${joins}
   where l.account_id = $1 and l.responsible_id = $5 and c.day between $2::date and $3::date and o.id = l.id`,
    period: `(select f.id, f.day, f.origin from conversations f
     where f.account_id = $1 and f.day between $2::date and $3::date and ${isCounted('f')} offset 0) c
   cross join lateral ${oldestOf('c.id')} l ${joins}
   where l.responsible_id = $5`,
    both: `leads l
   join conversations c on c.account_id = $1 and c.id = l.conversation_id ${joins}
   where l.account_id = $1 and l.responsible_id = $5 and c.day between $2::date and $3::date
     and ${isCounted('c')} and ${isOldest('l')}`,
  };
  return contacts[form];
};

/** SQL: the deals of the lead in the column `id`. */
const ofLead = (id: string): string =>
  `(select f.stage_id, f.value, f.lead_id, f.conversation_id, f.conversation_day from deals f
    where f.account_id = $1 and f.lead_id = ${id} offset 0)`;

/** SQL: joins the deals `d` of the lead `l`, or of no lead with `left`. */
export const joinDeals = (form: Form, left = ''): string =>
  form === 'all' || form === 'both'
    ? `${left} join deals d on d.account_id = $1 and d.lead_id = l.id`
    : `${left} join lateral ${ofLead('l.id')} d on true`;

/** SQL: the row in the column `id` is a lead of the seller. */
const ownLead = (id: string): string =>
  `(select f.erased_at from leads f where f.account_id = $1 and f.responsible_id = $5 and f.id = ${id} limit 1)`;

/** Most deals of a stage of an account that are read, newest first. */
const MOST_DEALS = 100_000;

/** SQL: the deals `d` of the contacts of the period that are in a stage `s` with one of the flags. */
export const resultsOf = (form: Form, flags: string): string => {
  const results: Record<Form, string> = {
    all: `(select f.* from stages f where f.account_id = $1) s
   cross join lateral (select f.lead_id, f.conversation_id from deals f
                       where f.account_id = $1 and f.stage_id = s.id and f.conversation_day between $2::date and $3::date
                       order by f.conversation_day desc limit ${MOST_DEALS}) d
   where true`,
    leads: `leads l
   ${joinDeals(form)}
   cross join lateral (select f.* from stages f where f.account_id = $1 and f.id = d.stage_id offset 0) s
   where l.account_id = $1 and l.responsible_id = $5 and d.conversation_day between $2::date and $3::date`,
    period: `(select f.* from stages f where f.account_id = $1 offset 0) s
   cross join lateral (select f.lead_id, f.conversation_id from deals f
                       where f.account_id = $1 and f.stage_id = s.id and f.conversation_day between $2::date and $3::date offset 0) d
   cross join lateral ${ownLead('d.lead_id')} l
   where true`,
    both: `deals d
   join stages s on s.account_id = $1 and s.id = d.stage_id
   join leads l on l.account_id = $1 and l.id = d.lead_id and l.responsible_id = $5
   where d.account_id = $1 and d.conversation_day between $2::date and $3::date`,
  };
  return `${results[form]} and (${flags})`;
};

/** SQL: the appointment `a` starts on a day of the period. */
const STARTS_IN_PERIOD = `a.starts_at >= $2::date::timestamp at time zone 'America/Sao_Paulo'
     and a.starts_at < ($3::date + 1)::timestamp at time zone 'America/Sao_Paulo'`;

const ATTENDED_IN_PERIOD = `a.account_id = $1 and a.attended and ${STARTS_IN_PERIOD}`;

/** SQL: the appointments marked attended that start within the days of the period. */
export const ATTENDED: Record<Form, string> = {
  all: `appointments a where ${ATTENDED_IN_PERIOD} and ${isContactCounted('a.lead_id')}`,
  leads: `leads l
   cross join lateral (select f.attended, f.starts_at from appointments f
                       where f.account_id = $1 and f.lead_id = l.id offset 0) a
   where l.account_id = $1 and l.responsible_id = $5 and a.attended and ${STARTS_IN_PERIOD} and ${isContactCounted('l.id')}`,
  period: `(select a.lead_id from appointments a where ${ATTENDED_IN_PERIOD} offset 0) a
   cross join lateral ${ownLead('a.lead_id')} l
   where ${isContactCounted('a.lead_id')}`,
  both: `appointments a
   join leads l on l.account_id = $1 and l.id = a.lead_id and l.responsible_id = $5
   join conversations c on c.account_id = $1 and c.id = l.conversation_id
   where ${ATTENDED_IN_PERIOD} and ${isCounted('c')}`,
};

/** SQL: the same, each with its lead `l`, which is looked up once. */
export const ATTENDED_WITH_LEAD: Record<Form, string> = {
  ...ATTENDED,
  all: `appointments a
   left join lateral (select f.erased_at, f.conversation_id from leads f where f.account_id = $1 and f.id = a.lead_id limit 1) l on true
   where ${ATTENDED_IN_PERIOD}
     and (not $4 or (select c.is_spam from conversations c where c.account_id = $1 and c.id = l.conversation_id) is not true)`,
};
