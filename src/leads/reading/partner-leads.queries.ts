import { MAX_PAGE_SIZE } from '../../contract/limits';
import { map, prepared, type Query, readRows, type Statement } from '../../database/query';
import { leadJson, perPlan, timestamp, tombstoneOf } from '../record/lead.view';
import { GONE_LIST } from '../record/list-entries.queries';

export interface LeadFilters {
  readonly pipelineId?: string;
  readonly stageId?: string;
  /** The comparison key of the tag. */
  readonly tagKey?: string;
}

interface ListPosition {
  readonly updatedAt: Date;
  readonly id: string;
}

/** Compares the id with the parameter, so that the planner knows the length of the list. An unknown id lists nothing. */
const listOf =
  (table: 'stages' | 'pipelines') =>
  (listId: string, value: string): string =>
    `${listId} = ${value} and (select true from ${table} f where f.account_id = $1 and f.id = ${value})`;

const LISTS = {
  stageId: listOf('stages'),
  pipelineId: listOf('pipelines'),
  tagKey: (listId: string, value: string) =>
    `${listId} = (select f.id from tags f where f.account_id = $1 and f.key = ${value})`,
} as const;

type Filter = keyof typeof LISTS;
const FILTERS = Object.keys(LISTS) as Filter[];

/** SQL: the lead of an entry `k`, read by its key. A join may be planned as a scan of all leads. */
const leadOf = (json: string): string => `(select ${json} from leads l where l.account_id = $1 and l.id = k.lead_id)`;

/** Leads of a part of a page. */
const PART = 10;
/** The leads before each part. PostgreSQL does not know the length of a series, and would plan each page anew. */
const BEFORE_PARTS = Array.from({ length: MAX_PAGE_SIZE / PART }, (_, nth) => nth * PART);

/**
 * SQL: a page in rows of ten leads, each one JSON text, `shown` per entry `k`; the first has the last position too. The driver parses one
 * text faster than many rows; a text of a whole page of the longest leads holds the event loop for long.
 */
const pageOf = (entries: string, shown: string): string => `
    with k as materialized (
      select e.*, row_number() over (order by e.updated_at, e.lead_id) as row_no from (${entries} order by 1, 2 limit $4 + 1) e)
    select array_to_json(array(select ${shown} from k where k.row_no > p.before and k.row_no <= least(p.before + ${PART}, $4)
                               order by k.row_no))::text as leads,
      case when p.before = 0 then
        (select json_build_array(${timestamp('k.updated_at')}, k.lead_id) from k
         where k.row_no = $4 and exists (select from k where k.row_no > $4)) end as "end"
    from (values ${BEFORE_PARTS.map((before) => `(${before})`).join(', ')}) p (before) where p.before < $4`;

/** SQL: the entry is in the list of the filter; values of `filters` begin with $5. */
const inList = (entry: string, filter: Filter, filters: readonly Filter[]): string =>
  LISTS[filter](`${entry}.list_id`, `$${5 + filters.indexOf(filter)}`);

/** $1 account, $2 and $3 position, $4 page size, then the filter values. */
function listStatement(filters: readonly Filter[], json: string, suffix: string): Statement {
  const name = ['list_leads', ...filters].join('_').toLowerCase() + suffix;
  const text = filters.length > 1 && filters.includes('tagKey') ? joinText(filters, json) : listText(filters, json);
  return prepared(name, text);
}

/** SQL: the lead's stage is in the named pipeline. Nearly all are, so each row is looked up. */
const isInPipeline = (entry: string, filters: readonly Filter[]): string =>
  `(select true from list_entries p where p.account_id = $1 and ${inList('p', 'pipelineId', filters)}
      and p.updated_at = ${entry}.updated_at and p.lead_id = ${entry}.lead_id)`;

/** Finds the page first, by a limited scan of one index, whatever the plan. */
function listText(filters: readonly Filter[], json: string): string {
  const [first, second] = filters;
  const list = first === undefined ? 'e.list_id = $1' : inList('e', first, filters);
  const probe = second === undefined ? '' : `and ${isInPipeline('e', filters)}`;
  const scan = `select e.updated_at, e.lead_id from list_entries e
    where e.account_id = $1 and ${list} and (e.updated_at, e.lead_id) > ($2::timestamptz, $3::uuid) ${probe}`;
  return pageOf(scan, leadOf(json));
}

/**
 * Joins two lists by leaping: each is searched from the position of the other. A common list is never read between two leads of a
 * rare one. Each step `m` has the next lead `a` of the first list and the first lead `b` of the tag at or after it; a match has
 * both equal.
 */
function joinText(filters: readonly Filter[], json: string): string {
  const [first = 'tagKey'] = filters;
  const next = (filter: Filter, condition: string): string =>
    `(select e.updated_at, e.lead_id from list_entries e
      where e.account_id = $1 and ${inList('e', filter, filters)} and ${condition} order by 1, 2 limit 1)`;
  const step = (condition: string): string =>
    `${next(first, condition)} a
      cross join lateral ${next('tagKey', '(e.updated_at, e.lead_id) >= (a.updated_at, a.lead_id)')} b`;
  const isFound = ['(a.updated_at, a.lead_id) = (b.updated_at, b.lead_id)'];
  if (filters.includes('pipelineId') && first !== 'pipelineId') isFound.push(isInPipeline('a', filters));
  const columns = `a.updated_at, a.lead_id, b.updated_at as tag_updated_at, b.lead_id as tag_lead_id,
      coalesce(${isFound.join(' and ')}, false) as is_found`;
  const join = `
    with recursive m as (
      select ${columns}, 0::bigint as found from ${step('(e.updated_at, e.lead_id) > ($2::timestamptz, $3::uuid)')}
      union all
      select ${columns}, m.found + m.is_found::int from m
      cross join lateral ${step(`(e.updated_at, e.lead_id) >= (m.tag_updated_at, m.tag_lead_id)
        and (e.updated_at, e.lead_id) <> (m.updated_at, m.lead_id)`)}
      where m.found + m.is_found::int <= $4)
    select m.updated_at, m.lead_id from m where m.is_found`;
  return pageOf(join, leadOf(json));
}

/** Reads the index twice, each with its limit: for leads and for gone leads. Takes no filters. */
const syncText = (json: string): string => {
  const scan = (listId: string, isGone: boolean): string =>
    `(select e.updated_at, e.lead_id, ${isGone} as is_gone from list_entries e
      where e.account_id = $1 and e.list_id = ${listId} and (e.updated_at, e.lead_id) > ($2::timestamptz, $3::uuid)
      order by 1, 2 limit $4 + 1)`;
  const shown = `(case when k.is_gone then ${tombstoneOf('k.lead_id')} else ${leadOf(json)} end)`;
  return pageOf(`${scan('$1', false)} union all ${scan(`'${GONE_LIST}'`, true)}`, shown);
};

const syncStatement = perPlan((autoOrigin, suffix) => prepared(`sync_leads${suffix}`, syncText(leadJson(autoOrigin))));

const statements = perPlan((autoOrigin, suffix) => {
  const made = new Map<string, Statement>();
  return (filters: readonly Filter[]): Statement => {
    const key = filters.join();
    let statement = made.get(key);
    if (!statement) made.set(key, (statement = listStatement(filters, leadJson(autoOrigin), suffix)));
    return statement;
  };
});

interface ListedLeads {
  /** JSON arrays of the leads, in order; none is empty. */
  readonly parts: readonly string[];
  /** Moment and id of the last lead; null on the last page. */
  readonly end: readonly string[] | null;
}

interface PartRow {
  readonly leads: string;
  readonly end: readonly string[] | null;
}

interface ListPart {
  readonly position: ListPosition;
  readonly count: number;
  readonly filters: LeadFilters;
  /** Includes gone leads; never with a filter. */
  readonly withGone: boolean;
}

/** Lists leads after the position, by `updated_at` and id. */
export function listLeads(
  accountId: string,
  { position, count, filters, withGone }: ListPart,
  autoOrigin: boolean,
): Query<ListedLeads, 'read'> {
  const names = FILTERS.filter((filter) => filters[filter] !== undefined);
  const values = names.map((filter) => filters[filter]);
  const statement = withGone && names.length === 0 ? syncStatement(autoOrigin) : statements(autoOrigin)(names);
  const query = readRows<PartRow>(statement, [accountId, position.updatedAt, position.id, count, ...values]);
  return map(query, (rows) => ({
    parts: rows.map(({ leads }) => leads).filter((leads) => leads !== '[]'),
    end: rows[0]?.end ?? null,
  }));
}
