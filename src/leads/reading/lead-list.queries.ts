import { prepared, type Query, readRows, type Statement } from '../../database/query';
import { leadJson, perPlan, tombstoneOf } from '../record/lead.view';
import { GONE_LIST } from '../record/list-entries.queries';

/** Which leads a list shows; each filter by itself, or any together. */
export interface LeadFilters {
  readonly pipelineId?: string;
  readonly stageId?: string;
  /** The key by which spellings of a tag are compared. */
  readonly tagKey?: string;
}

/** A place in the order of the list: after the lead with this `updated_at` and id. */
export interface ListPosition {
  readonly updatedAt: Date;
  readonly id: string;
}

/** The id is compared as it was given: so the planner knows how long its list is. An unknown id lists nothing. */
const listOf =
  (table: 'stages' | 'pipelines') =>
  (listId: string, value: string): string =>
    `${listId} = ${value} and (select true from ${table} f where f.account_id = $1 and f.id = ${value})`;

/** A filter as the condition on the list's id. */
const LISTS = {
  stageId: listOf('stages'),
  pipelineId: listOf('pipelines'),
  tagKey: (listId: string, value: string) =>
    `${listId} = (select f.id from tags f where f.account_id = $1 and f.key = ${value})`,
} as const;

type Filter = keyof typeof LISTS;
const FILTERS = Object.keys(LISTS) as Filter[];

/** The lead of an entry `k`, read by its key: a join may be planned as a pass over all leads. */
const leadOf = (json: string): string => `(select ${json} from leads l where l.account_id = $1 and l.id = k.lead_id)`;

/** The page `k` of a list: for each of the `entries` the expression `shown`, as JSON. */
const pageOf = (entries: string, shown: string): string => `
    select k.updated_at as "updatedAt", k.lead_id as id, ${shown}::text as lead
    from (${entries} order by 1, 2 limit $4) k
    order by k.updated_at, k.lead_id`;

/** The condition that an entry is in the list of a filter, of those that are given; their values begin with $5. */
const inList = (entry: string, filter: Filter, given: readonly Filter[]): string =>
  LISTS[filter](`${entry}.list_id`, `$${5 + given.indexOf(filter)}`);

/** $1 account, $2 and $3 the position, $4 the number of rows, then the values of the filters. */
function listStatement(filters: readonly Filter[], json: string, suffix: string): Statement {
  const name = ['list_leads', ...filters].join('_').toLowerCase() + suffix;
  const text = filters.length > 1 && filters.includes('tagKey') ? meetText(filters, json) : listText(filters, json);
  return prepared(name, text);
}

/** Whether a lead of a stage is in the pipeline named with it, as nearly every one is: looked up row by row. */
const isInPipeline = (entry: string, filters: readonly Filter[]): string =>
  `(select true from list_entries p where p.account_id = $1 and ${inList('p', 'pipelineId', filters)}
      and p.updated_at = ${entry}.updated_at and p.lead_id = ${entry}.lead_id)`;

/** The page is found first, by a walk of one index alone and with its limit, whatever plan is taken. */
function listText(filters: readonly Filter[], json: string): string {
  const [first, second] = filters;
  const list = first === undefined ? 'e.list_id = $1' : inList('e', first, filters);
  const probe = second === undefined ? '' : `and ${isInPipeline('e', filters)}`;
  const walk = `select e.updated_at, e.lead_id from list_entries e
    where e.account_id = $1 and ${list} and (e.updated_at, e.lead_id) > ($2::timestamptz, $3::uuid) ${probe}`;
  return pageOf(walk, leadOf(json));
}

/**
 * Where two lists meet: each in turn is looked up from where the other one is, so neither is read between two leads that
 * are in both, however common the one is and rare the other. Each turn `m` has the next lead `a` of the first list and
 * the first one `b` of the tag that is not before it; they are in both where these are one.
 */
function meetText(filters: readonly Filter[], json: string): string {
  const [first = 'tagKey'] = filters;
  const next = (filter: Filter, condition: string): string =>
    `(select e.updated_at, e.lead_id from list_entries e
      where e.account_id = $1 and ${inList('e', filter, filters)} and ${condition} order by 1, 2 limit 1)`;
  const turn = (condition: string): string =>
    `${next(first, condition)} a
      cross join lateral ${next('tagKey', '(e.updated_at, e.lead_id) >= (a.updated_at, a.lead_id)')} b`;
  const isFound = ['(a.updated_at, a.lead_id) = (b.updated_at, b.lead_id)'];
  if (filters.includes('pipelineId') && first !== 'pipelineId') isFound.push(isInPipeline('a', filters));
  const columns = `a.updated_at, a.lead_id, b.updated_at as tag_updated_at, b.lead_id as tag_lead_id,
      coalesce(${isFound.join(' and ')}, false) as is_found`;
  const meet = `
    with recursive m as (
      select ${columns}, 0::bigint as found from ${turn('(e.updated_at, e.lead_id) > ($2::timestamptz, $3::uuid)')}
      union all
      select ${columns}, m.found + m.is_found::int from m
      cross join lateral ${turn(`(e.updated_at, e.lead_id) >= (m.tag_updated_at, m.tag_lead_id)
        and (e.updated_at, e.lead_id) <> (m.updated_at, m.lead_id)`)}
      where m.found + m.is_found::int < $4)
    select m.updated_at, m.lead_id from m where m.is_found`;
  return pageOf(meet, leadOf(json));
}

/** As `listText` without filters, with the leads that are gone among the others: two walks of one index, each with its limit. */
const syncText = (json: string): string => {
  const walk = (listId: string, isGone: boolean): string =>
    `(select e.updated_at, e.lead_id, ${isGone} as is_gone from list_entries e
      where e.account_id = $1 and e.list_id = ${listId} and (e.updated_at, e.lead_id) > ($2::timestamptz, $3::uuid)
      order by 1, 2 limit $4)`;
  const shown = `(case when k.is_gone then ${tombstoneOf('k.lead_id')} else ${leadOf(json)} end)`;
  return pageOf(`${walk('$1', false)} union all ${walk(`'${GONE_LIST}'`, true)}`, shown);
};

const syncStatement = perPlan((autoOrigin, suffix) => prepared(`sync_leads${suffix}`, syncText(leadJson(autoOrigin))));

/** One statement for each of the eight combinations. */
const statements = perPlan((autoOrigin, suffix) => {
  const made = new Map<string, Statement>();
  return (filters: readonly Filter[]): Statement => {
    const key = filters.join();
    let statement = made.get(key);
    if (!statement) made.set(key, (statement = listStatement(filters, leadJson(autoOrigin), suffix)));
    return statement;
  };
});

/** A lead, or its tombstone, as a reader with the plan is sent it, in JSON, and its place in the list. */
interface ListedLead extends ListPosition {
  readonly lead: string;
}

/** What of a list is asked for. */
interface ListPart {
  readonly position: ListPosition;
  readonly count: number;
  readonly filters: LeadFilters;
  /** Whether the leads that are gone are listed too; with a filter they never are. */
  readonly withGone: boolean;
}

/** Leads after the position, in the order of `updated_at` and id. */
export function listLeads(
  accountId: string,
  { position, count, filters, withGone }: ListPart,
  autoOrigin: boolean,
): Query<ListedLead[], 'read'> {
  const given = FILTERS.filter((filter) => filters[filter] !== undefined);
  const values = given.map((filter) => filters[filter]);
  const statement = withGone && given.length === 0 ? syncStatement(autoOrigin) : statements(autoOrigin)(given);
  return readRows(statement, [accountId, position.updatedAt, position.id, count, ...values]);
}
