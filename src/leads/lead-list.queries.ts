import { prepared, type Queryable, type Statement, walked } from '../database/sql';
import { leadJson, perPlan } from './lead.view';

/** Which leads a list shows; each filter by itself, or any together. */
export interface LeadFilters {
  readonly pipelineId?: string;
  readonly stageId?: string;
  /** The key by which spellings of a tag are compared. */
  readonly tagKey?: string;
}

/** A place in the order of the list: behind the lead with this `updated_at` and id. */
export interface ListPosition {
  readonly updatedAt: Date;
  readonly id: string;
}

/** The id is compared as it was given: so the planner knows how long its list is. That of something else lists nothing. */
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

/** $1 account, $2 and $3 the position, $4 the number of rows, then the values of the filters. */
function listStatement(filters: readonly Filter[], json: string, suffix: string): Statement {
  const name = ['list_leads', ...filters].join('_').toLowerCase() + suffix;
  const text = listText(filters, json);
  // With two filters the best plan depends on how common each is: it is made anew for every call.
  return filters.length > 1 ? walked(text) : prepared(name, text);
}

/**
 * The page is found first, by one index alone and with its limit, whatever plan is taken; only then its leads are read, each by
 * its key: as a subquery, because a join may be planned as a pass over all leads of the account.
 * A tag is joined on the columns by which both lists are ordered; the position bounds both, for the planner does not see that
 * the one follows from the other.
 */
function listText(filters: readonly Filter[], json: string): string {
  const [first, ...further] = filters;
  const inList = (entry: string, filter: Filter): string =>
    LISTS[filter](`${entry}.list_id`, `$${5 + filters.indexOf(filter)}`);
  const behind = (entry: string): string => `(${entry}.updated_at, ${entry}.lead_id) > ($2::timestamptz, $3::uuid)`;
  const also = (entry: string, filter: Filter): string =>
    `${entry}.account_id = $1 and ${inList(entry, filter)}
       and ${entry}.updated_at = e.updated_at and ${entry}.lead_id = e.lead_id`;
  const joins = further
    .filter((filter) => filter === 'tagKey')
    .map((filter) => `join list_entries t on ${also('t', filter)} and ${behind('t')}`);
  // Nearly every lead of a stage is in the pipeline that is named with it: it is looked up row by row.
  const probes = further
    .filter((filter) => filter === 'pipelineId')
    .map((filter) => `and (select true from list_entries p where ${also('p', filter)})`);
  return `
    select k.updated_at as "updatedAt", k.lead_id as id,
           (select ${json}::text from leads l where l.account_id = $1 and l.id = k.lead_id) as lead
    from (select e.updated_at, e.lead_id from list_entries e ${joins.join('')}
          where e.account_id = $1 and ${first === undefined ? 'e.list_id = $1' : inList('e', first)} and ${behind('e')}
            ${probes.join('')}
          order by 1, 2 limit $4) k
    order by k.updated_at, k.lead_id`;
}

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

/** A lead as a reader with the plan is sent it, in JSON, and its place in the list. */
export interface ListedLead extends ListPosition {
  readonly lead: string;
}

/** Up to `count` leads behind the position, in the order of `updated_at` and id. */
export function listLeads(
  db: Queryable,
  accountId: string,
  position: ListPosition,
  count: number,
  filters: LeadFilters,
  autoOrigin: boolean,
): Promise<ListedLead[]> {
  const given = FILTERS.filter((filter) => filters[filter] !== undefined);
  const values = given.map((filter) => filters[filter]);
  return db.rows(statements(autoOrigin)(given), [accountId, position.updatedAt, position.id, count, ...values]);
}
