import { describeError, log } from '../common/process/log';
import type { Database } from '../database/database';
import { type AccountSearch, type FoundRows, searchAccounts } from './search-accounts';

const PAGE = 200;

interface WorkOnFound<Position, Row extends Position> {
  /** Before all rows. */
  readonly first: Position;
  /** Up to `count` rows after this one. */
  readonly list: (after: Position, count: number) => AccountSearch<Row>;
  /** Grows in the order of the list. */
  readonly keyOf: (row: Position) => string;
  /** May return how many parts failed, and logs the reasons itself. */
  readonly work: (row: Row) => Promise<number | void>;
  /** Log line, and its ids, for a row whose work failed. */
  readonly failure: string;
  readonly idsOf: (row: Row) => Readonly<Record<string, string>>;
  /** Called before each page. */
  readonly isStopping: () => boolean;
}

/**
 * Runs a job's work for the rows that it finds in all accounts, one after the other, and logs failures. Returns their number; throws at
 * the end when some accounts could not be searched.
 */
export async function forEachFound<Position, Row extends Position>(
  database: Database,
  { first, list, keyOf, work, failure, idsOf, isStopping }: WorkOnFound<Position, Row>,
): Promise<number> {
  let failed = 0;
  let unsearched: Error | undefined;
  for (let after: Position | undefined = first; after !== undefined && !isStopping();) {
    const found: FoundRows<Row> = await searchAccounts(database, list(after, PAGE));
    unsearched ??= found.failure;
    // Several workers return more than a page, unsorted.
    const page = found.rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).slice(0, PAGE);
    for (const row of page) {
      const parts = await work(row).catch((error: unknown) => {
        log.error({ ...idsOf(row), ...describeError(error) }, failure);
        return 1;
      });
      failed += parts ?? 0;
    }
    after = page.length < PAGE ? undefined : page.at(-1);
  }
  if (unsearched) throw unsearched;
  return failed;
}
