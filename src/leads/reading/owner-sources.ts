import { NO_ID } from '../../common/id.pipe';
import type { Origin } from '../../contract/origin';
import { endOf, type Search } from '../record/search-words';

/** SQL of the places where the leads of a filter are found, and of the conditions that a lead is in a filter. */

/** Which leads a list shows. */
export interface OwnerFilters {
  readonly pipelineId?: string;
  readonly stageId?: string;
  /** The key by which spellings of a tag are compared. */
  readonly tagKey?: string;
  readonly origin?: Origin;
  readonly nameless?: true;
  readonly search?: Search;
}

export type FilterName = keyof OwnerFilters;

/** The ids of the leads from the first one to before the last one. */
export interface IdRange {
  readonly from: string;
  readonly before: string;
}

export const ALL_IDS: IdRange = { from: NO_ID, before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** What a list is read by: the leads of one filter, or all of them. The words are those that a search stands for. */
export type Source =
  | { readonly by: Exclude<FilterName, 'search'> }
  | { readonly by: 'words'; readonly words: readonly string[] }
  | { readonly by: 'all' };

/** The values of a statement, in the order in which its text names them; $1 is the account. */
export class Values {
  readonly all: unknown[];

  constructor(accountId: string) {
    this.all = [accountId];
  }

  /** The place of a value in the text. */
  of(value: unknown, type: string): string {
    return `$${this.all.push(value)}::${type}`;
  }
}

const PIPELINE_STAGES = (pipeline: string): string =>
  `select s.id as key from stages s where s.account_id = $1 and s.pipeline_id = ${pipeline}`;
/** The tag with a key. */
export const TAG_ID = (key: string): string =>
  `select t.id as key from tags t where t.account_id = $1 and t.key = ${key}`;
const ONE_LIST = 'select true as key';

/** The lists `k` of a source, each in the order of the ids of its leads in one index; `id` is the lead's in a row `x`. */
function listsOf(source: Source, filters: OwnerFilters, values: Values): { lists: string; rows: string; id: string } {
  const leads = 'from leads x where x.account_id = $1';
  switch (source.by) {
    case 'stageId':
      return { lists: `select ${values.of(filters.stageId, 'uuid')} as key`, ...ofStage };
    case 'pipelineId':
      return { lists: PIPELINE_STAGES(values.of(filters.pipelineId, 'uuid')), ...ofStage };
    case 'tagKey':
      return {
        lists: TAG_ID(values.of(filters.tagKey, 'text')),
        rows: 'from lead_tags x where x.account_id = $1 and x.tag_id = k.key',
        id: 'x.lead_id',
      };
    case 'words':
      return {
        lists: `select unnest(${values.of(source.words, 'text[]')}) as key`,
        rows: 'from lead_words x where x.account_id = $1 and x.word = k.key',
        id: 'x.lead_id',
      };
    case 'origin': {
      const lists = `select ${values.of(filters.origin, 'text')} as key`;
      return { lists, rows: `${leads} and x.origin = k.key`, id: 'x.id' };
    }
    case 'nameless':
      return { lists: ONE_LIST, rows: `${leads} and x.name is null`, id: 'x.id' };
    case 'all':
      return { lists: ONE_LIST, rows: leads, id: 'x.id' };
  }
}

const ofStage = { rows: 'from deals x where x.account_id = $1 and x.stage_id = k.key', id: 'x.lead_id' };

/** Whether a lead `f.lead_id` of the row `r` passes a filter: looked up by the lead's keys; "is true" keeps PostgreSQL from an index by stage or word. */
export function probe(filter: FilterName, filters: OwnerFilters, values: Values): string {
  const has = (table: string, condition: string): string =>
    `(select true from ${table} p where p.account_id = $1 and p.lead_id = f.lead_id and ${condition} limit 1)`;
  switch (filter) {
    case 'pipelineId':
      return has('deals', `(p.pipeline_id = ${values.of(filters.pipelineId, 'uuid')}) is true`);
    case 'stageId':
      return has('deals', `(p.stage_id = ${values.of(filters.stageId, 'uuid')}) is true`);
    case 'tagKey':
      return has('lead_tags', `p.tag_id = (${TAG_ID(values.of(filters.tagKey, 'text'))})`);
    case 'origin':
      return `r.origin = ${values.of(filters.origin, 'text')}`;
    case 'nameless':
      return 'r.name is null';
    case 'search': {
      const beginsSo = (word: string): string =>
        `(p.word >= ${values.of(word, 'text')} and p.word < ${values.of(endOf(word), 'text')})`;
      const hasOneOf = (words: readonly string[]): string =>
        has('lead_words', `(${words.map(beginsSo).join(' or ')}) is true`);
      const alternatives = filters.search ?? [];
      // Those of one word are looked up together: a lead has few words, and most leads that are looked at have none of these.
      const alone = alternatives.flatMap((words) => (words.length === 1 ? words : []));
      const several = alternatives.filter((words) => words.length > 1);
      const lookUps = several.map((words) => `(${words.map((word) => hasOneOf([word])).join(' and ')})`);
      return `(${[...(alone.length > 0 ? [hasOneOf(alone)] : []), ...lookUps].join(' or ')})`;
    }
  }
}

/** The filters that are given. */
export const namesOf = (filters: OwnerFilters): FilterName[] =>
  (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);

/** The filters that the source does not answer by itself: words only say where a search begins. */
export const restOf = (source: Source, filters: OwnerFilters): FilterName[] =>
  namesOf(filters).filter((name) => name !== source.by);

/** The leads `found` of a source within the range, the newest `perList` of each of its lists, each with its `rank` there. */
export function foundIn(
  source: Source,
  filters: OwnerFilters,
  range: IdRange,
  perList: number,
  values: Values,
): string {
  const { lists, rows, id } = listsOf(source, filters, values);
  const [from, before] = [values.of(range.from, 'uuid'), values.of(range.before, 'uuid')];
  return `select r.lead_id, r.rank from (${lists}) k cross join lateral (
     select y.lead_id, row_number() over (order by y.lead_id desc) as rank
     from (select ${id} as lead_id ${rows} and ${id} >= ${from} and ${id} < ${before}
           order by ${id} desc limit ${values.of(perList, 'int')}) y) r`;
}
