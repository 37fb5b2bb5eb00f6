import { NO_ID } from '../common/id.pipe';
import type { Database } from '../database/database';
import { acrossAccounts, type Query, readRows } from '../database/query';

/** A job's search: over these accounts, or over all when it gets null. */
export type Search<T> = (accounts: readonly string[] | null) => Query<T[], 'read'>;

/** The condition of a search, whose $1 is its accounts. Searches have no names, so each is planned with its values. */
export const AMONG_ACCOUNTS = '($1::uuid[] is null or account_id = any($1))';

/** What a search found. */
export interface Found<T> {
  readonly rows: T[];
  /** Why some accounts were not searched. */
  readonly failure?: Error;
}

/**
 * Searches all accounts. On a cluster of which a worker does not answer, that fails as a whole; then each worker is asked by itself, so
 * that the accounts of the others do not wait (docs/scaling.md, "While a worker is down").
 */
export async function searchAccounts<T>(database: Database, search: Search<T>): Promise<Found<T>> {
  try {
    return { rows: await database.read(search(null)) };
  } catch (failure) {
    if (!database.isDistributed || !(failure instanceof Error)) throw failure;
    return { rows: await searchWorkers(database, search), failure };
  }
}

const PAGE = 1_000;

// Rows of all tables of one account are on one worker.
const LIST_BY_WORKER = acrossAccounts(
  `select p.groupid as worker, array_agg(a.id::text) as accounts
   from (select id from accounts where id > $1 order by id limit ${PAGE}) a
   join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('leads', a.id)
   group by 1`,
);

interface OfWorker {
  readonly worker: number;
  readonly accounts: readonly string[];
}

async function searchWorkers<T>(database: Database, search: Search<T>): Promise<T[]> {
  const rows: T[] = [];
  const down = new Set<number>();
  for (let after: string | undefined = NO_ID; after;) {
    const groups: OfWorker[] = await database.read(readRows<OfWorker>(LIST_BY_WORKER, [after]));
    for (const { worker, accounts } of groups) {
      if (down.has(worker)) continue;
      try {
        rows.push(...(await database.read(search(accounts))));
      } catch {
        // The caller knows why: the search of all accounts failed.
        down.add(worker);
      }
    }
    after = groups
      .flatMap(({ accounts }) => accounts)
      .sort()
      .at(-1);
  }
  return rows;
}
