import { isSeen } from '../../accounts/actor';
import { NO_ID } from '../../common/input/id.pipe';
import type { Origin } from '../../contract/origin';
import { midnight } from '../../database/first-id';
import { endOf, type Search } from '../record/search-words';
import { map, planned, readRow } from '../../database/query';
import type { Transaction } from '../../database/transaction';

/** SQL that finds the candidates of a filter, and SQL that checks a lead against a filter. */

export interface FilterValues {
  readonly pipelineId?: string;
  readonly stageId?: string;
  /** The comparison key of the tag. */
  readonly tagKey?: string;
  readonly origin?: Origin;
  readonly nameless?: true;
  readonly utmSource?: string;
  readonly utmMedium?: string;
  readonly utmCampaign?: string;
  /** The source by which the lead first came. */
  readonly sourceId?: string;
  /** Why a deal was lost, as a whole. */
  readonly lossReason?: string;
  /** Brasília days of the end of a deal; with a reason, of one lost for it. */
  readonly closed?: { readonly from?: string; readonly to?: string };
  /** The responsible member, or `none`. */
  readonly responsible?: string;
  /** The seller who sees own and unassigned leads only. */
  readonly viewer?: string;
  readonly search?: Search;
}

type FilterName = keyof FilterValues;

/** A range of lead ids; the end is exclusive. */
export interface IdRange {
  readonly from: string;
  readonly before: string;
}

export const ALL_IDS: IdRange = { from: NO_ID, before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Filters without an index; a search by them alone checks all leads. */
const UNINDEXED = ['utmSource', 'utmMedium', 'closed'] as const;
type Unindexed = (typeof UNINDEXED)[number];
const isIndexed = (name: FilterName): name is Exclude<FilterName, Unindexed> =>
  !(UNINDEXED as readonly string[]).includes(name);

/** The index to read: the leads of a filter, of the search's words, or all. */
export type SearchIndex =
  | { readonly by: Exclude<FilterName, 'search' | Unindexed> }
  | { readonly by: 'words'; readonly words: readonly string[] }
  | { readonly by: 'all' };

/** The values of a statement in the order of its text; $1 is the account. */
export class Values {
  readonly all: unknown[];

  constructor(accountId: string) {
    this.all = [accountId];
  }

  /** Adds a value and returns its placeholder. */
  of(value: unknown, type: string): string {
    return `$${this.all.push(value)}::${type}`;
  }
}

const PIPELINE_STAGES = (pipeline: string): string =>
  `select s.id as key from stages s where s.account_id = $1 and s.pipeline_id = ${pipeline}`;
export const TAG_ID = (key: string): string =>
  `select t.id as key from tags t where t.account_id = $1 and t.key = ${key}`;
const ONE_LIST = 'select true as key';

/** Lists `k` of an index in SQL, each in the order of lead ids; `id` is the lead of a row `x`. */
interface Lists {
  readonly lists: string;
  readonly rows: string;
  readonly id: string;
}

function listsOf(index: SearchIndex, filters: FilterValues, values: Values): Lists[] {
  switch (index.by) {
    case 'stageId':
      return [{ lists: `select ${values.of(filters.stageId, 'uuid')} as key`, ...ofStage }];
    case 'pipelineId':
      return [{ lists: PIPELINE_STAGES(values.of(filters.pipelineId, 'uuid')), ...ofStage }];
    case 'tagKey':
      return [ofTag(values.of(filters.tagKey, 'text'))];
    case 'words':
      return [
        {
          lists: `select unnest(${values.of(index.words, 'text[]')}) as key`,
          rows: 'from lead_words x where x.account_id = $1 and x.word = k.key',
          id: 'x.lead_id',
        },
      ];
    case 'origin':
      return [{ lists: `select ${values.of(filters.origin, 'text')} as key`, ...ofLeads('x.origin = k.key') }];
    case 'utmCampaign':
      return [ofCampaign(values.of(filters.utmCampaign, 'text'))];
    case 'sourceId':
      return [{ lists: `select ${values.of(filters.sourceId, 'uuid')} as key`, ...ofLeads('x.source_id = k.key') }];
    case 'lossReason':
      return [ofReason(values.of(filters.lossReason, 'text'))];
    case 'nameless':
      return [{ lists: ONE_LIST, ...ofLeads('x.name is null') }];
    case 'responsible':
      return [filters.responsible === 'none' ? UNASSIGNED : ofMember(values.of(filters.responsible, 'uuid'))];
    case 'viewer':
      // Two lists, because one condition for both would use neither index.
      return [ofMember(values.of(filters.viewer, 'uuid')), UNASSIGNED];
    case 'all':
      return [{ lists: ONE_LIST, ...ofLeads('true') }];
  }
}

const ofLeads = (condition: string): Omit<Lists, 'lists'> => ({
  rows: `from leads x where x.account_id = $1 and ${condition}`,
  id: 'x.id',
});

const ofMember = (member: string): Lists => ({
  lists: `select ${member} as key`,
  ...ofLeads('x.responsible_id = k.key'),
});

const ofTag = (key: string): Lists => ({
  lists: TAG_ID(key),
  rows: 'from lead_tags x where x.account_id = $1 and x.tag_id = k.key',
  id: 'x.lead_id',
});

const ofReason = (reason: string): Lists => ({
  lists: `select ${reason} as key`,
  rows: 'from closings x where x.account_id = $1 and x.reason = k.key',
  id: 'x.lead_id',
});

/** In byte order, as the index is. */
const ofCampaign = (campaign: string): Lists => ({
  lists: `select ${campaign} as key`,
  ...ofLeads('x.utm_campaign collate "C" = k.key'),
});

const UNASSIGNED: Lists = { lists: ONE_LIST, ...ofLeads('x.responsible_id is null') };

const ofStage = { rows: 'from deals x where x.account_id = $1 and x.stage_id = k.key', id: 'x.lead_id' };

const has = (table: string, condition: string): string =>
  `(select true from ${table} p where p.account_id = $1 and p.lead_id = f.lead_id and ${condition} limit 1)`;

const lostFor = ({ lossReason }: FilterValues, values: Values): string =>
  `(p.reason = ${values.of(lossReason, 'text')}) is true`;

function closedIn(filters: FilterValues, values: Values): string {
  const { from = '0001-01-01', to = '9999-12-31' } = filters.closed ?? {};
  const after = `p.closed_at >= ${midnight(values.of(from, 'date'))}`;
  const before = `p.closed_at < ${midnight(`${values.of(to, 'date')} + 1`)}`;
  const isFor = filters.lossReason === undefined ? '' : ` and ${lostFor(filters, values)}`;
  return `(${after} and ${before}) is true${isFor}`;
}

function isFound(alternatives: Search, values: Values): string {
  const beginsSo = (word: string): string =>
    `(p.word >= ${values.of(word, 'text')} and p.word < ${values.of(endOf(word), 'text')})`;
  const hasOneOf = (words: readonly string[]): string =>
    has('lead_words', `(${words.map(beginsSo).join(' or ')}) is true`);
  // Single words share one look-up: a lead has few words, and most candidates have none of these.
  const alone = alternatives.flatMap((words) => (words.length === 1 ? words : []));
  const several = alternatives.filter((words) => words.length > 1);
  const lookUps = several.map((words) => `(${words.map((word) => hasOneOf([word])).join(' and ')})`);
  return `(${[...(alone.length > 0 ? [hasOneOf(alone)] : []), ...lookUps].join(' or ')})`;
}

/** SQL: the lead `f.lead_id` of the row `r` passes a filter; "is true" keeps PostgreSQL from the index by stage or word. */
export function probe(filter: FilterName, filters: FilterValues, values: Values): string {
  switch (filter) {
    case 'pipelineId':
      return has('deals', `(p.pipeline_id = ${values.of(filters.pipelineId, 'uuid')}) is true`);
    case 'stageId':
      return has('deals', `(p.stage_id = ${values.of(filters.stageId, 'uuid')}) is true`);
    case 'tagKey':
      return has('lead_tags', `p.tag_id = (${TAG_ID(values.of(filters.tagKey, 'text'))})`);
    case 'origin':
      return `r.origin = ${values.of(filters.origin, 'text')}`;
    case 'utmSource':
      return `r.utm_source = ${values.of(filters.utmSource, 'text')}`;
    case 'utmMedium':
      return `r.utm_medium = ${values.of(filters.utmMedium, 'text')}`;
    case 'utmCampaign':
      return `r.utm_campaign = ${values.of(filters.utmCampaign, 'text')}`;
    case 'sourceId':
      return `r.source_id = ${values.of(filters.sourceId, 'uuid')}`;
    case 'lossReason':
      return has('closings', lostFor(filters, values));
    case 'closed':
      return has('closings', closedIn(filters, values));
    case 'nameless':
      return 'r.name is null';
    case 'responsible':
      return filters.responsible === 'none'
        ? 'r.responsible_id is null'
        : `r.responsible_id = ${values.of(filters.responsible, 'uuid')}`;
    case 'viewer':
      return isSeen('r', values.of(filters.viewer, 'uuid'));
    case 'search':
      return isFound(filters.search ?? [], values);
  }
}

/**
 * SQL: the lead `f.lead_id` as the row `l`, unless it is gone or filtered out. Filters on other tables come first, which saves reads.
 */
export const leadOf = (
  names: readonly FilterName[],
  filters: FilterValues,
  values: Values,
): string => `cross join lateral (
  select r.id, r.updated_at from leads r
  where r.account_id = $1 and r.id = f.lead_id and r.erased_at is null
    ${names.map((name) => `and ${probe(name, filters, values)}`).join(' ')} limit 1) l`;

export const namesOf = (filters: FilterValues): FilterName[] =>
  (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);

/** Filters left to check. An index of words leaves the search: words only give candidates. */
export const restOf = (index: SearchIndex, filters: FilterValues): FilterName[] =>
  namesOf(filters).filter((name) => name !== index.by);

/** SQL: the candidates `found` in the range, the newest `perList` of each list, with their `rank`. */
export function foundIn(
  index: SearchIndex,
  filters: FilterValues,
  range: IdRange,
  perList: number,
  values: Values,
): string {
  const [from, before] = [values.of(range.from, 'uuid'), values.of(range.before, 'uuid')];
  const limit = values.of(perList, 'int');
  const found = listsOf(index, filters, values).map(
    ({ lists, rows, id }) => `select r.lead_id, r.rank from (${lists}) k cross join lateral (
     select y.lead_id, row_number() over (order by y.lead_id desc) as rank
     from (select ${id} as lead_id ${rows} and ${id} >= ${from} and ${id} < ${before}
           order by ${id} desc limit ${limit}) y) r`,
  );
  return found.join(' union all ');
}

/** Counts the leads of the range in each index, up to `most`. */
function countIndexes(
  accountId: string,
  indexes: readonly SearchIndex[],
  { filters, range }: { readonly filters: FilterValues; readonly range: IdRange },
  most: number,
) {
  const values = new Values(accountId);
  const counts = indexes.map((index) => {
    const found = foundIn(index, filters, range, most, values);
    return `(select count(*)::int from (select from (${found}) f limit ${values.of(most, 'int')}) c)`;
  });
  const statement = planned(`select array[${counts.join()}] as counts`);
  return map(readRow<{ counts: number[] }>(statement, values.all), (row) => row?.counts ?? []);
}

/** Lists the account's words with these beginnings, up to `most` each. The index is read word by word, not lead by lead. */
function listWords(accountId: string, beginnings: readonly string[], most: number) {
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

interface SearchRange {
  readonly accountId: string;
  readonly filters: FilterValues;
  readonly range: IdRange;
}

export interface IndexBounds {
  /** Up to this number, all leads are read and sorted. */
  readonly few: number;
  /** The most words to read a search by. */
  readonly words: number;
}

export const INDEX_BOUNDS: IndexBounds = { few: 1_000, words: 100 };

type Reads = Transaction<'read'>;

/** An index and its leads, counted up to the bound `few`. */
interface CountedIndex {
  readonly index: SearchIndex;
  readonly count: number;
}

/** Picks the index with the fewest leads; undefined when nothing matches. Counts only if there is a choice. */
export async function rarestIndex(
  tx: Reads,
  { accountId, filters, range }: SearchRange,
  bounds: IndexBounds,
  isCounted = false,
): Promise<CountedIndex | undefined> {
  const words = filters.search && (await wordsOf(tx, accountId, filters.search, bounds.words));
  if (words?.length === 0) return undefined;
  const indexes: SearchIndex[] = namesOf(filters)
    .filter(isIndexed)
    .flatMap((by) => (by === 'search' ? [] : [{ by }]));
  if (words && words.length <= bounds.words) indexes.push({ by: 'words', words });
  if (indexes.length === 0 || isCounted) indexes.push({ by: 'all' });
  const [first] = indexes;
  if (first && indexes.length === 1 && !isCounted) return { index: first, count: bounds.few };
  const counts = await tx.send(countIndexes(accountId, indexes, { filters, range }, bounds.few));
  const count = Math.min(...counts);
  const index = indexes[counts.indexOf(count)];
  return index && { index, count };
}

/** Finds the account's words by the longest beginning of each alternative; ignored if too many. */
function wordsOf(tx: Reads, accountId: string, search: Search, most: number): Promise<string[]> {
  const longest = search.flatMap((words) => [...words].sort((one, other) => other.length - one.length).slice(0, 1));
  return tx.send(listWords(accountId, longest, most + 1));
}
