import type { FiledLead, DuplicateGroup, LeadCount } from '../../contract/lead';
import type { ListedLead } from '../../contract/day/today';
import { PAGE_BYTES, ROWS_BYTES } from '../../common/input/paging';
import { firstIdAt, midnight } from '../../database/first-id';
import { acrossAccounts, map, planned, type Query, readRow, prepared, type Statement } from '../../database/query';
import { leadValue } from '../record/lead-value';
import { nextContact } from '../record/next-contact';
import { OWNER_LEAD_SQL, timestamp, leadsOf, OWNER_LEAD_JSON, FILED_LEAD_JSON } from '../record/lead.view';
import { leadOf, namesOf, type FilterValues, TAG_ID, Values } from './search-filters';
import { ALL_IDS, type Direction, foundIn, type IdRange, restOf, type SearchIndex } from './search-indexes';
import { MAX_SHOWN_LEADS } from '../../contract/limits';
import { jsonOf, boundedArray } from '../../database/sql-json';

/** Statements of the search of leads, planned at each execution because accounts and filters differ in size. */

const PAGE_JSON = jsonOf<ListedLead>({ ...OWNER_LEAD_SQL, next_contact: timestamp(nextContact('l.id')) });

const JSON_OF = { page: PAGE_JSON, file: FILED_LEAD_JSON } as const;
interface ShownLeads {
  readonly page: ListedLead;
  readonly file: FiledLead;
}
export type SearchForm = keyof ShownLeads;

export interface LeadAt<F extends SearchForm = SearchForm> {
  /** By what the lead is sorted; null where it has none. */
  readonly at: string | null;
  readonly lead: ShownLeads[F];
}

export interface ChangePosition {
  readonly at: string;
  readonly id: string;
}

/** Of a row in a sorted list. */
export interface SortedPosition {
  readonly at: string | null;
  readonly id: string;
}

/** Leads in order, and the `cut` of a search that ended early: every lead before it was checked. */
export interface FoundLeads<F extends SearchForm> {
  readonly leads: readonly LeadAt<F>[];
  readonly cut: ChangePosition | null;
}

interface SearchPart<F extends SearchForm> {
  readonly index: SearchIndex;
  readonly filters: FilterValues;
  readonly range: IdRange;
  readonly count: number;
  /** How many leads to check in each list of the index. */
  readonly perList: number;
  readonly form: F;
  readonly direction: Direction;
}

/** SQL: whether a row is after a position. */
const AFTER: Readonly<Record<Direction, string>> = { asc: '>', desc: '<' };

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

export function listByCreation<F extends SearchForm>(accountId: string, part: SearchPart<F>) {
  const { index, filters, range, count, perList, form, direction } = part;
  const values = new Values(accountId);
  const found = foundIn(index, filters, range, perList, values, direction);
  const lead = leadOf(restOf(index, filters), filters, values);
  const cut = `select null::timestamptz as at, f.lead_id from found f
    where f.rank = ${values.of(perList, 'int')} order by f.lead_id ${direction} limit 1`;
  const end = values.of(direction === 'desc' ? range.from : range.before, 'uuid');
  const checked = `not f.lead_id ${AFTER[direction]} coalesce((select c.lead_id from cut c), ${end})`;
  const leads = `select f.lead_id as id, l.updated_at as at
     from (select distinct f.lead_id from found f where ${checked} order by 1 ${direction}) f
     ${lead}
     order by f.lead_id ${direction} limit ${values.of(count, 'int')}`;
  return pageQuery({ found, cut, leads }, form, values);
}

const NO_CUT = 'select null::timestamptz as at, null::uuid as lead_id where false';

/** What a list of few leads can be sorted by: SQL of a lead `l`, and its type. Names are in the order of a Portuguese dictionary. */
const SORT_KEYS = {
  changed: { sql: 'l.updated_at', type: 'timestamptz' },
  name: { sql: 'l.name collate "pt-BR-x-icu"', type: 'text' },
  value: { sql: leadValue('l.id'), type: 'numeric' },
  next_contact: { sql: nextContact('l.id'), type: 'timestamptz' },
} as const;
export type SortKey = keyof typeof SORT_KEYS;

/** SQL: a row `s` is after the position. Rows without a key are the last in both directions. */
function isAfter({ at, id }: SortedPosition, type: string, direction: Direction, values: Values): string {
  const lastId = values.of(id, 'uuid');
  if (at === null) return `s.at is null and s.id ${AFTER[direction]} ${lastId}`;
  return `((s.at, s.id) ${AFTER[direction]} (${values.of(at, type)}, ${lastId}) or s.at is null)`;
}

/** Lists leads in the order of a key, of an index small enough to read and sort all of them. */
export function listSorted<F extends SearchForm>(
  accountId: string,
  part: SearchPart<F>,
  key: SortKey,
  position: SortedPosition | undefined,
) {
  const { index, filters, range, count, perList, form, direction } = part;
  const values = new Values(accountId);
  const found = foundIn(index, filters, range, perList, values);
  const lead = leadOf(restOf(index, filters), filters, values);
  const { sql, type } = SORT_KEYS[key];
  // Without "offset" PostgreSQL would compute a key twice.
  const leads = `select s.id, ${type === 'numeric' ? 's.at::text' : 's.at'} as at
     from (select l.id, ${sql} as at from (select distinct f.lead_id from found f) f ${lead} offset 0) s
     where ${position ? isAfter(position, type, direction, values) : 'true'}
     order by s.at ${direction} nulls last, s.id ${direction} limit ${values.of(count, 'int')}`;
  return pageQuery({ found, cut: NO_CUT, leads }, form, values);
}

/** The filters with a list in the order of changes. */
export type ListedFilter = 'pipelineId' | 'stageId' | 'tagKey';

/** SQL: the id of the list of a filter, or of all leads. */
const listIdOf = (accountId: string, filters: FilterValues, list: ListedFilter | undefined, values: Values): string =>
  list === 'tagKey'
    ? `(${TAG_ID(values.of(filters.tagKey, 'text'))})`
    : values.of(list ? filters[list] : accountId, 'uuid');

/** Lists leads in the order of their last change by the list of a filter, or of all leads. */
export function listByChange<F extends SearchForm>(
  accountId: string,
  { filters, range, count, perList, form, direction }: Omit<SearchPart<F>, 'index'>,
  list: ListedFilter | undefined,
  position: ChangePosition,
) {
  const values = new Values(accountId);
  const listId = listIdOf(accountId, filters, list, values);
  const after = `(${values.of(position.at, 'timestamptz')}, ${values.of(position.id, 'uuid')})`;
  const limit = values.of(perList, 'int');
  const found = `select y.at, y.lead_id, row_number() over (order by y.at ${direction}, y.lead_id ${direction}) as rank
     from (select e.updated_at as at, e.lead_id from list_entries e
           where e.account_id = $1 and e.list_id = ${listId} and (e.updated_at, e.lead_id) ${AFTER[direction]} ${after}
           order by 1 ${direction}, 2 ${direction} limit ${limit}) y`;
  const others = namesOf(filters).filter((name) => name !== list);
  const lead = leadOf(others, filters, values);
  const inRange = `f.lead_id >= ${values.of(range.from, 'uuid')} and f.lead_id < ${values.of(range.before, 'uuid')}`;
  const leads = `select f.lead_id as id, f.at from (select * from found order by rank) f ${lead}
     where ${inRange} order by f.rank limit ${values.of(count, 'int')}`;
  const cut = `select f.at, f.lead_id from found f where f.rank = ${limit}`;
  return pageQuery({ found, cut, leads }, form, values);
}

/** Leads to find in an index, as far as they are looked at. */
export type FoundPart = Pick<SearchPart<SearchForm>, 'index' | 'filters' | 'range' | 'perList'>;

/** Reads something of the leads that pass the filters, and whether no list of the index is longer than was read. */
function ofPassing(
  accountId: string,
  { index, filters, range, perList }: FoundPart,
  shown: (passing: string, values: Values) => string,
) {
  const values = new Values(accountId);
  const found = foundIn(index, filters, range, perList, values);
  const lead = leadOf(restOf(index, filters), filters, values);
  const text = `with found as materialized (${found})
    select (select ${shown(`(select distinct f.lead_id from found f) f ${lead}`, values)}),
           not exists (select from found f where f.rank = ${values.of(perList, 'int')}) as is_complete`;
  return [planned(text), values.all] as const;
}

/** Counts the leads that pass the filters. There may be more when a list of the index is longer than was read. */
export const countPassing = (accountId: string, part: FoundPart) =>
  countIn(...ofPassing(accountId, part, (passing) => `count(*)::int as count from ${passing}`));

interface PassingLeads {
  readonly ids: readonly string[];
  readonly isComplete: boolean;
}

/** Lists the leads that pass the filters, up to `most` in the order of their ids. There may be more as for `countPassing`. */
export const listPassing = (accountId: string, part: FoundPart, most: number) =>
  map(
    // One text, because the driver parses arrays character by character.
    readRow<{ ids: string | null; is_complete: boolean }>(
      ...ofPassing(
        accountId,
        part,
        (passing, values) =>
          `string_agg(p.id::text, ',' order by p.id) as ids from (select l.id from ${passing} limit ${values.of(most, 'int')}) p`,
      ),
    ),
    (row): PassingLeads => ({ ids: row?.ids?.split(',') ?? [], isComplete: row?.is_complete ?? true }),
  );

/** Counts the entries of a list, up to `most`. */
export function countEntries(accountId: string, filters: FilterValues, list: ListedFilter | undefined, most: number) {
  const values = new Values(accountId);
  const listId = listIdOf(accountId, filters, list, values);
  const bound = values.of(most, 'int');
  const text = `select least(n.count, ${bound}) as count, n.count <= ${bound} as is_complete
    from (select count(*)::int as count
          from (select from list_entries e where e.account_id = $1 and e.list_id = ${listId} limit ${bound} + 1) e) n`;
  return countIn(planned(text), values.all);
}

const countIn = (statement: Statement, values: readonly unknown[]) =>
  map(readRow<LeadCount>(statement, values), (row) => row ?? { count: 0, is_complete: true });

const FIND_RANGE = acrossAccounts(
  `select ${firstIdAt(midnight('$1::date'))} as "from", ${firstIdAt(midnight('$2::date + 1'))} as before`,
);

/** Returns the ids of leads created on the Brasília days `from` to `to`, inclusive. */
export const findRange = (from = '0001-01-01', to = '9999-12-31') =>
  map(readRow<IdRange>(FIND_RANGE, [from, to]), (row) => row ?? ALL_IDS);

/** Bytes of the leads of one group. A page always has room for a group. */
const GROUP_BYTES = Math.floor(ROWS_BYTES / 2.5);

const LEADS = boundedArray(
  `select s.id from ${leadsOf('w.id')} s order by s.created_at, s.id limit ${MAX_SHOWN_LEADS}`,
  `(select ${OWNER_LEAD_JSON} from leads l where l.account_id = $1 and l.id = w.id)`,
  GROUP_BYTES,
);

const GROUP = `(select json_build_object(
    'phone', (select c.phone from conversations c where c.account_id = $1 and c.id = w.id),
    'leads', g.leads,
    'is_complete', not exists (select from ${leadsOf('w.id')} m offset json_array_length(g.leads)))
  from (select ${LEADS} as leads offset 0) g)`;

// Only further leads of a conversation (copy > 0) have entries in leads_further, so the other leads are not read. A group is looked up by
// key: for a join, PostgreSQL may scan the whole account.
const GROUPS = `select f.conversation_id as id from leads f
  where f.account_id = $1 and f.conversation_id > $2 and f.copy > 0 and f.erased_at is null
    and exists (select 1 from leads o where o.account_id = $1 and o.conversation_id = f.conversation_id
                and o.id <> f.id and o.erased_at is null)
  group by f.conversation_id order by f.conversation_id limit $3`;

interface Found {
  readonly id: string;
  readonly group: DuplicateGroup;
}

const LIST_DUPLICATES = prepared(
  'list_duplicates',
  `select ${boundedArray(GROUPS, `json_build_object('id', w.id, 'group', ${GROUP})`, ROWS_BYTES)} as found`,
);

/** Lists up to `count` groups after the conversation id `after`. */
export const listDuplicates = (accountId: string, after: string, count: number) =>
  map(readRow<{ found: Found[] }>(LIST_DUPLICATES, [accountId, after, count]), (row) => row?.found ?? []);
