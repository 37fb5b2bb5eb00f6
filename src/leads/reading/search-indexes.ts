import { NO_ID } from '../../common/input/id.pipe';
import { endOf } from '../../common/text';
import type { Search } from '../record/search-words';
import { map, planned, readRow } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import {
  attendedOfDays,
  closedSo,
  closingsOfDays,
  contactsOfDays,
  leadsOfDays,
  type FilterName,
  type FilterValues,
  namesOf,
  TAG_ID,
  Values,
} from './search-filters';

/** SQL that finds the candidates of a filter, and the choice of an index. */

/** A range of lead ids; the end is exclusive. */
export interface IdRange {
  readonly from: string;
  readonly before: string;
}

export type Direction = 'asc' | 'desc';

export const ALL_IDS: IdRange = { from: NO_ID, before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Filters without an index; a search by them alone checks all leads. */
const UNINDEXED = [
  'utmSource',
  'utmMedium',
  'utmSourceless',
  'utmMediumless',
  'sourceless',
  'campaignless',
  'isOfCampaign',
  'dealless',
  'stepless',
  'isFirst',
  'contactOutcome',
] as const;
type Unindexed = (typeof UNINDEXED)[number];
type OfDays = 'closed' | 'contact' | 'attended';
const isIndexed = (name: FilterName): name is Exclude<FilterName, Unindexed | OfDays> =>
  ![...UNINDEXED, ...PERIODS].some((other) => other === name);

/** The index to read: the leads of a filter, of the search's words, or all. */
export type SearchIndex =
  | { readonly by: Exclude<FilterName, 'search' | Unindexed> }
  | { readonly by: 'words'; readonly words: readonly string[] }
  | { readonly by: 'beginnings'; readonly beginnings: readonly string[] }
  | { readonly by: 'all' };

const PIPELINE_STAGES = (pipeline: string): string =>
  `select s.id as key from stages s where s.account_id = $1 and s.pipeline_id = ${pipeline}`;
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
    case 'beginnings':
      return [ofRows(rowsOfBeginnings(index.beginnings, values))];
    case 'origin':
      return [{ lists: `select ${values.of(filters.origin, 'text')} as key`, ...ofLeads('x.origin = k.key') }];
    case 'utmCampaign':
      return [ofCampaign(values.of(filters.utmCampaign, 'text'))];
    case 'sourceId':
      return [{ lists: `select ${values.of(filters.sourceId, 'uuid')} as key`, ...ofLeads('x.source_id = k.key') }];
    case 'lossReason':
      return [ofReason(values.of(filters.lossReason, 'text'))];
    case 'closed':
      return [ofRows(closingsOfDays(filters, values), closedSo(filters, values))];
    case 'contact':
      return [ofRows(leadsOfDays(filters, values))];
    case 'attended':
      return [ofRows(attendedOfDays(filters, values))];
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

/** Rows of days, or of beginnings of words, are not in the order of their leads: all of them are read for a page. */
const ofRows = (rows: string, conditions: readonly string[] = []): Lists => ({
  lists: ONE_LIST,
  rows: `from (${rows} offset 0) p where ${['true', ...conditions].join(' and ')}`,
  id: 'p.lead_id',
});

/** SQL: the rows of the words with one of these beginnings, each a range of the index. */
const rowsOfBeginnings = (beginnings: readonly string[], values: Values): string =>
  beginnings
    .map(
      (word) => `select w.lead_id from lead_words w
       where w.account_id = $1 and w.word >= ${values.of(word, 'text')} and w.word < ${values.of(endOf(word), 'text')}`,
    )
    .join(' union all ');

/** What is counted of the days: an index has it, without the leads. */
const OF_DAYS = { closed: closingsOfDays, contact: contactsOfDays, attended: attendedOfDays } as const;
const PERIODS = Object.keys(OF_DAYS) as (keyof typeof OF_DAYS)[];

/** The filters by days that are given; ends of deals have an index by days or by member. */
const periodsOf = ({ closed, ...ofDays }: FilterValues): (keyof typeof OF_DAYS)[] =>
  PERIODS.filter((by) =>
    by === 'closed' ? (closed?.from ?? closed?.to ?? (closed?.by !== 'none' && closed?.by)) : ofDays[by],
  );

/** Filters left to check. An index of words leaves the search: words only give candidates. */
export const restOf = (index: SearchIndex, filters: FilterValues): FilterName[] =>
  namesOf(filters).filter((name) => name !== index.by);

/** SQL: the candidates `found` in the range, the first `perList` of each list, the newest unless ascending, with their `rank`. */
export function foundIn(
  index: SearchIndex,
  filters: FilterValues,
  range: IdRange,
  perList: number,
  values: Values,
  direction: Direction = 'desc',
): string {
  const [from, before] = [values.of(range.from, 'uuid'), values.of(range.before, 'uuid')];
  const limit = values.of(perList, 'int');
  const found = listsOf(index, filters, values).map(
    ({ lists, rows, id }) => `select r.lead_id, r.rank from (${lists}) k cross join lateral (
     select y.lead_id, row_number() over (order by y.lead_id ${direction}) as rank
     from (select ${id} as lead_id ${rows} and ${id} >= ${from} and ${id} < ${before}
           order by ${id} ${direction} limit ${limit}) y) r`,
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
  /** The most closings, contacts or appointments of days, or words with the beginnings of a search, to read a search by. */
  readonly rows: number;
}

export const INDEX_BOUNDS: IndexBounds = { few: 1_000, words: 100, rows: 10_000 };

type Reads = Transaction<'read'>;

/** An index and its leads, counted up to the bound `few`. */
interface CountedIndex {
  readonly index: SearchIndex;
  readonly count: number;
}

/** Counts the closings, contacts or appointments of the days of each filter, up to `most`. */
function countOfDays(accountId: string, periods: readonly OfDays[], filters: FilterValues, most: number) {
  const values = new Values(accountId);
  const counts = periods.map(
    (by) => `(select count(*)::int from (${OF_DAYS[by](filters, values)} limit ${values.of(most, 'int')}) c)`,
  );
  const statement = planned(`select array[${counts.join()}] as counts`);
  return map(readRow<{ counts: number[] }>(statement, values.all), (row) => row?.counts ?? []);
}

/** The filters by days that are few enough to read all of their leads for a page. */
async function periodIndexes(
  tx: Reads,
  accountId: string,
  filters: FilterValues,
  most: number,
): Promise<SearchIndex[]> {
  const periods = periodsOf(filters);
  if (periods.length === 0) return [];
  const counts = await tx.send(countOfDays(accountId, periods, filters, most));
  return periods.flatMap((by, index) => ((counts[index] ?? most) < most ? [{ by }] : []));
}

/** Picks the index with the fewest leads; undefined when nothing matches. Counts only if there is a choice. */
export async function rarestIndex(
  tx: Reads,
  { accountId, filters, range }: SearchRange,
  bounds: IndexBounds,
  isCounted = false,
): Promise<CountedIndex | undefined> {
  const ofWords = filters.search && (await wordIndexes(tx, accountId, filters.search, bounds));
  if (ofWords === 'nothing') return undefined;
  // Of indexes with many leads the first is taken: one by days, which is read as a whole.
  const indexes: SearchIndex[] = await periodIndexes(tx, accountId, filters, bounds.rows);
  indexes.push(
    ...namesOf(filters)
      .filter(isIndexed)
      .flatMap((by) => (by === 'search' ? [] : [{ by }])),
  );
  indexes.push(...(ofWords ?? []));
  if (indexes.length === 0 || isCounted) indexes.push({ by: 'all' });
  const [first] = indexes;
  if (first && indexes.length === 1 && !isCounted) return { index: first, count: bounds.few };
  const counts = await tx.send(countIndexes(accountId, indexes, { filters, range }, bounds.few));
  const count = Math.min(...counts);
  const index = indexes[counts.indexOf(count)];
  return index && { index, count };
}

/** Counts the words with these beginnings, lead by lead, up to `most`. */
function countBeginnings(accountId: string, beginnings: readonly string[], most: number) {
  const values = new Values(accountId);
  const rows = rowsOfBeginnings(beginnings, values);
  const statement = planned(`select count(*)::int as count from (${rows} limit ${values.of(most, 'int')}) c`);
  return map(readRow<{ count: number }>(statement, values.all), (row) => row?.count ?? most);
}

/**
 * The index of the account's words with the longest beginning of each alternative. Of many words, such as phones with the same digits, all
 * leads are read if they are few enough; else the search has no index.
 */
async function wordIndexes(
  tx: Reads,
  accountId: string,
  search: Search,
  { words: most, rows }: IndexBounds,
): Promise<SearchIndex[] | 'nothing'> {
  const longest = search.flatMap((words) => [...words].sort((one, other) => other.length - one.length).slice(0, 1));
  const words = await tx.send(listWords(accountId, longest, most + 1));
  if (words.length === 0) return 'nothing';
  if (words.length <= most) return [{ by: 'words', words }];
  const count = await tx.send(countBeginnings(accountId, longest, rows));
  return count < rows ? [{ by: 'beginnings', beginnings: longest }] : [];
}
