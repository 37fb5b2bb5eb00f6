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

/** A filter as the rows of one index that runs in the order of the list. */
const SOURCES = {
  stageId: { table: 'deals', match: (value: string) => `stage_id = ${value}` },
  pipelineId: { table: 'deals', match: (value: string) => `pipeline_id = ${value}` },
  tagKey: {
    table: 'lead_tags',
    match: (value: string) => `tag_id = (select t.id from tags t where t.account_id = $1 and t.key = ${value})`,
  },
} as const;

type Filter = keyof typeof SOURCES;
const FILTERS = Object.keys(SOURCES) as Filter[];

/** $1 account, $2 and $3 the position, $4 the number of rows, then the values of the filters. */
function listStatement(filters: readonly Filter[], json: string, suffix: string): Statement {
  const name = ['list_leads', ...filters].join('_').toLowerCase() + suffix;
  const text = listText(filters, json);
  // With two filters the best plan depends on how common each is: it is made anew for every call.
  return filters.length > 1 ? walked(text) : prepared(name, text);
}

/**
 * The page is found first, by indexes alone and with its limit, whatever plan is taken; only then its leads are read, each by
 * its key: as a subquery, because a join may be planned as a pass over all leads of the account.
 * A tag is joined on the columns that its index and that of the deals are both ordered by; the position bounds both, for the
 * planner does not see that the one follows from the other.
 */
function listText(filters: readonly Filter[], json: string): string {
  const [first, ...further] = filters;
  const from = first === undefined ? 'leads f0' : `${SOURCES[first].table} f0`;
  const at = first === undefined ? 'f0.updated_at, f0.id' : 'f0.lead_updated_at, f0.lead_id';
  const value = (filter: Filter): string => `$${5 + filters.indexOf(filter)}`;
  const joins = further
    .filter((filter) => filter === 'tagKey')
    .map(
      (filter) => `
    join ${SOURCES[filter].table} f1 on f1.account_id = $1 and f1.${SOURCES[filter].match(value(filter))}
     and f1.lead_updated_at = f0.lead_updated_at and f1.lead_id = f0.lead_id
     and (f1.lead_updated_at, f1.lead_id) > ($2::timestamptz, $3::uuid)`,
    );
  // Nearly every lead of a stage is in the pipeline that is named with it: it is looked up row by row.
  const probes = further
    .filter((filter) => filter === 'pipelineId')
    .map(
      (filter) => `
    and (select true from deals p where p.account_id = $1 and p.lead_id = f0.lead_id
         and p.${SOURCES[filter].match(value(filter))} limit 1)`,
    );
  // A lead may have two deals in one pipeline: it is listed once. `distinct on` follows the index, `distinct` may hash.
  const distinct = filters.some((filter) => SOURCES[filter].table === 'deals') ? `distinct on (${at})` : '';
  return `
    select k.updated_at as "updatedAt", k.id,
           (select ${json}::text from leads l where l.account_id = $1 and l.id = k.id) as lead
    from (select ${distinct} ${at.replace(', ', ' as updated_at, ')} as id
          from ${from} ${joins.join('')}
          where f0.account_id = $1 and (${at}) > ($2::timestamptz, $3::uuid)
            ${first === undefined ? '' : `and f0.${SOURCES[first].match(value(first))}`} ${probes.join('')}
          order by 1, 2 limit $4) k
    order by k.updated_at, k.id`;
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
