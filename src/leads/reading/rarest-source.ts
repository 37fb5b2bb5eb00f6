import type { Transaction } from '../../database/transaction';
import type { Search } from '../record/search-words';
import { countSources, listWords } from './lead-search.queries';
import { type FilterValues, type IdRange, isIndexed, namesOf, type Source } from './search-sources';

interface Asked {
  readonly accountId: string;
  readonly filters: FilterValues;
  readonly range: IdRange;
}

export interface SourceBounds {
  /** Up to this number, all leads are read and sorted. */
  readonly few: number;
  /** The most words to read a search by. */
  readonly words: number;
}

export const SOURCE_BOUNDS: SourceBounds = { few: 1_000, words: 100 };

type Reads = Transaction<'read'>;

/** A source and its leads, counted up to the bound `few`. */
export interface CountedSource {
  readonly source: Source;
  readonly count: number;
}

/** Picks the source with the fewest leads; undefined when nothing matches. Counts only if there is a choice. */
export async function rarestSource(
  tx: Reads,
  { accountId, filters, range }: Asked,
  bounds: SourceBounds,
  isCounted = false,
): Promise<CountedSource | undefined> {
  const words = filters.search && (await wordsOf(tx, accountId, filters.search, bounds.words));
  if (words?.length === 0) return undefined;
  const sources: Source[] = namesOf(filters)
    .filter(isIndexed)
    .flatMap((by) => (by === 'search' ? [] : [{ by }]));
  if (words && words.length <= bounds.words) sources.push({ by: 'words', words });
  if (sources.length === 0 || isCounted) sources.push({ by: 'all' });
  const [first] = sources;
  if (first && sources.length === 1 && !isCounted) return { source: first, count: bounds.few };
  const counts = await tx.send(countSources(accountId, sources, { filters, range }, bounds.few));
  const count = Math.min(...counts);
  const source = sources[counts.indexOf(count)];
  return source && { source, count };
}

/** Finds the account's words by the longest beginning of each alternative; ignored if too many. */
function wordsOf(tx: Reads, accountId: string, search: Search, most: number): Promise<string[]> {
  const longest = search.flatMap((words) => [...words].sort((one, other) => other.length - one.length).slice(0, 1));
  return tx.send(listWords(accountId, longest, most + 1));
}
