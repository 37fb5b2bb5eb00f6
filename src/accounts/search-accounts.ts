import { NO_ID } from '../common/input/id.pipe';
import { workerOf } from '../database/cluster/cluster';
import type { Database } from '../database/database';
import { acrossAccounts, type Query, readRows } from '../database/query';

/** A job's search over these accounts; null means all. */
export type AccountSearch<T> = (accounts: readonly string[] | null) => Query<T[], 'read'>;

/** Condition of a search, with its accounts in $1. Searches are unnamed, so each is planned with its values. */
export const AMONG_ACCOUNTS = '($1::uuid[] is null or account_id = any($1))';

export interface FoundRows<T> {
  readonly rows: T[];
  /** Reason why some accounts were not searched. */
  readonly failure?: Error;
}

/** Searches all accounts, worker by worker when one is down (docs/scaling.md, "While a worker is down"). */
export async function searchAccounts<T>(database: Database, search: AccountSearch<T>): Promise<FoundRows<T>> {
  try {
    return { rows: await database.read(search(null)) };
  } catch (failure) {
    if (!database.isDistributed || !(failure instanceof Error)) throw failure;
    return { rows: await searchWorkers(database, search), failure };
  }
}

const PAGE = 1_000;

// All rows of one account are on one worker.
const LIST_BY_WORKER = acrossAccounts(
  `select ${workerOf('leads', 'id')} as worker, array_agg(id::text) as accounts
   from (select id from accounts where id > $1 order by id limit ${PAGE}) account
   group by 1`,
);

interface OfWorker {
  readonly worker: number;
  readonly accounts: readonly string[];
}

async function searchWorkers<T>(database: Database, search: AccountSearch<T>): Promise<T[]> {
  const rows: T[] = [];
  const down = new Set<number>();
  for (let after: string | undefined = NO_ID; after;) {
    const groups: OfWorker[] = await database.read(readRows<OfWorker>(LIST_BY_WORKER, [after]));
    for (const { worker, accounts } of groups) {
      if (down.has(worker)) continue;
      try {
        rows.push(...(await database.read(search(accounts))));
      } catch {
        // The failed search of all accounts gives the reason.
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
