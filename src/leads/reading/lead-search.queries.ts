import type { FiledLead } from '../../contract/lead';
import type { ListedLead } from '../../contract/day/today';
import { PAGE_BYTES } from '../../common/input/paging';
import { firstIdAt, midnight } from '../../database/first-id';
import { acrossAccounts, map, planned, type Query, readRow } from '../../database/query';
import { FILED_LEAD_JSON } from '../record/lead-detail.view';
import { jsonOf, boundedArray } from '../../database/sql-json';
import { OWNER_LEAD_SQL, timestamp } from '../record/lead.view';
import { endOf } from '../record/search-words';
import { THIS_DAY } from './day-lists.queries';
import {
  ALL_IDS,
  foundIn,
  type IdRange,
  leadOf,
  namesOf,
  type FilterValues,
  restOf,
  type Source,
  TAG_ID,
  Values,
} from './search-sources';

/** Statements of the search of leads, planned at each execution because accounts and filters differ in size. */

/** SQL: the first open task of the lead `l`, or its next appointment. Filters of `min` keep to the indexes by lead, without statistics too. */
const NEXT_CONTACT = `least(
  (select min(a.due_at) filter (where true) from activities a
   where a.account_id = $1 and a.lead_id = l.id and a.due_at is not null and a.done_at is null),
  (select min(a.starts_at) filter (where not (a.attended or a.missed)) from appointments a
   where a.account_id = $1 and a.lead_id = l.id and a.starts_at >= ${midnight(THIS_DAY)}))`;

const PAGE_JSON = jsonOf<ListedLead>({ ...OWNER_LEAD_SQL, next_contact: timestamp(NEXT_CONTACT) });

const JSON_OF = { page: PAGE_JSON, file: FILED_LEAD_JSON } as const;
interface ShownLeads {
  readonly page: ListedLead;
  readonly file: FiledLead;
}
export type SearchForm = keyof ShownLeads;

export interface LeadAt<F extends SearchForm = SearchForm> {
  readonly at: string;
  readonly lead: ShownLeads[F];
}

export interface ChangePosition {
  readonly at: string;
  readonly id: string;
}

/** Leads in order, and the `cut` of a search that ended early: every lead before it was checked. */
export interface FoundLeads<F extends SearchForm> {
  readonly leads: readonly LeadAt<F>[];
  readonly cut: ChangePosition | null;
}

interface Asked<F extends SearchForm> {
  readonly source: Source;
  readonly filters: FilterValues;
  readonly range: IdRange;
  readonly count: number;
  /** How many leads to check in each list of the source. */
  readonly perList: number;
  readonly form: F;
}

/** Reads the `cut` as one JSON value, because the driver parses arrays character by character. */
function pageQuery<F extends SearchForm>(
  { found, cut, leads }: { found: string; cut: string; leads: string },
  form: F,
  values: Values,
): Query<FoundLeads<F>, 'read'> {
  const json = `json_build_object('at', w.at, 'lead',
    (select ${JSON_OF[form]} from leads l where l.account_id = $1 and l.id = w.id))`;
  const text = `with found as materialized (${found}), cut as materialized (${cut})
    select (select json_build_object('at', c.at, 'id', c.lead_id) from cut c) as cut,
      ${form === 'page' ? boundedArray(leads, json, PAGE_BYTES) : `array_to_json(array(select ${json} from (${leads}) w))`} as leads`;
  return map(readRow<FoundLeads<F>>(planned(text), values.all), (row) => row ?? { leads: [], cut: null });
}

export function listByCreation<F extends SearchForm>(accountId: string, asked: Asked<F>) {
  const { source, filters, range, count, perList, form } = asked;
  const values = new Values(accountId);
  const found = foundIn(source, filters, range, perList, values);
  const lead = leadOf(restOf(source, filters), filters, values);
  const cut = `select null::timestamptz as at, f.lead_id from found f
    where f.rank = ${values.of(perList, 'int')} order by f.lead_id desc limit 1`;
  const leads = `select f.lead_id as id, l.updated_at as at
     from (select distinct f.lead_id from found f
           where f.lead_id >= coalesce((select c.lead_id from cut c), ${values.of(range.from, 'uuid')}) order by 1 desc) f
     ${lead}
     order by f.lead_id desc limit ${values.of(count, 'int')}`;
  return pageQuery({ found, cut, leads }, form, values);
}

const NO_CUT = 'select null::timestamptz as at, null::uuid as lead_id where false';

/** Lists the last changed leads of a source small enough to check them all. */
export function listFewByChange<F extends SearchForm>(accountId: string, asked: Asked<F>, position: ChangePosition) {
  const { source, filters, range, count, perList, form } = asked;
  const values = new Values(accountId);
  const found = foundIn(source, filters, range, perList, values);
  const lead = leadOf(restOf(source, filters), filters, values);
  const after = `(l.updated_at, l.id) < (${values.of(position.at, 'timestamptz')}, ${values.of(position.id, 'uuid')})`;
  const leads = `select l.id, l.updated_at as at from (select distinct f.lead_id from found f) f ${lead}
     where ${after} order by l.updated_at desc, l.id desc limit ${values.of(count, 'int')}`;
  return pageQuery({ found, cut: NO_CUT, leads }, form, values);
}

/** The filters with a list in the order of changes. */
export type ListedFilter = 'pipelineId' | 'stageId' | 'tagKey';

/** Lists the last changed leads by the list of a filter, or by all leads. */
export function listByChange<F extends SearchForm>(
  accountId: string,
  { filters, range, count, perList, form }: Omit<Asked<F>, 'source'>,
  list: ListedFilter | undefined,
  position: ChangePosition,
) {
  const values = new Values(accountId);
  const listId =
    list === 'tagKey'
      ? `(${TAG_ID(values.of(filters.tagKey, 'text'))})`
      : values.of(list ? filters[list] : accountId, 'uuid');
  const after = `(${values.of(position.at, 'timestamptz')}, ${values.of(position.id, 'uuid')})`;
  const limit = values.of(perList, 'int');
  const found = `select y.at, y.lead_id, row_number() over (order by y.at desc, y.lead_id desc) as rank
     from (select e.updated_at as at, e.lead_id from list_entries e
           where e.account_id = $1 and e.list_id = ${listId} and (e.updated_at, e.lead_id) < ${after}
           order by 1 desc, 2 desc limit ${limit}) y`;
  const others = namesOf(filters).filter((name) => name !== list);
  const lead = leadOf(others, filters, values);
  const inRange = `f.lead_id >= ${values.of(range.from, 'uuid')} and f.lead_id < ${values.of(range.before, 'uuid')}`;
  const leads = `select f.lead_id as id, f.at from (select * from found order by rank) f ${lead}
     where ${inRange} order by f.rank limit ${values.of(count, 'int')}`;
  const cut = `select f.at, f.lead_id from found f where f.rank = ${limit}`;
  return pageQuery({ found, cut, leads }, form, values);
}

/** Counts the leads of the range in each source, up to `most`. */
export function countSources(
  accountId: string,
  sources: readonly Source[],
  { filters, range }: { readonly filters: FilterValues; readonly range: IdRange },
  most: number,
) {
  const values = new Values(accountId);
  const counts = sources.map((source) => {
    const found = foundIn(source, filters, range, most, values);
    return `(select count(*)::int from (select from (${found}) f limit ${values.of(most, 'int')}) c)`;
  });
  const statement = planned(`select array[${counts.join()}] as counts`);
  return map(readRow<{ counts: number[] }>(statement, values.all), (row) => row?.counts ?? []);
}

/** Lists the account's words with these beginnings, up to `most` each. The index is read word by word, not lead by lead. */
export function listWords(accountId: string, beginnings: readonly string[], most: number) {
  const values = new Values(accountId);
  const next = (after: string, end: string): string =>
    `select w.word from lead_words w where w.account_id = $1 and w.word ${after} and w.word < ${end} order by 1 limit 1`;
  const words = beginnings.map((word) => {
    const end = values.of(endOf(word), 'text');
    return `(with recursive k as (
       (${next(`>= ${values.of(word, 'text')}`, end)})
       union all
       select n.word from k cross join lateral (${next('> k.word', end)}) n)
     select k.word from k limit ${values.of(most, 'int')})`;
  });
  const statement = planned(`select array(${words.join(' union ')}) as words`);
  return map(readRow<{ words: string[] }>(statement, values.all), (row) => row?.words ?? []);
}

const FIND_RANGE = acrossAccounts(
  `select ${firstIdAt(midnight('$1::date'))} as "from", ${firstIdAt(midnight('$2::date + 1'))} as before`,
);

/** Returns the ids of leads created on the Brasília days `from` to `to`, inclusive. */
export const findRange = (from = '0001-01-01', to = '9999-12-31') =>
  map(readRow<IdRange>(FIND_RANGE, [from, to]), (row) => row ?? ALL_IDS);
