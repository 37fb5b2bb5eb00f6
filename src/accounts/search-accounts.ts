import { NO_ID } from '../common/input/id.pipe';
import { isOpen } from './account.queries';
import { workerOf } from '../database/cluster/cluster';
import type { Database } from '../database/database';
import { acrossAccounts, type Query, readRows } from '../database/query';
import { type Batches, type OfAccount, roundRobin, type RowWork, runsOf } from '../common/process/jobs';

/** A job's search over these accounts; null means all. */
export type AccountSearch<T> = (accounts: readonly string[] | null) => Query<T[], 'read'>;

/** Condition of a search, with its accounts in $1. Searches are unnamed, so each is planned with its values. */
export const AMONG_ACCOUNTS = '($1::uuid[] is null or account_id = any($1))';

interface FoundRows<T> {
  readonly rows: T[];
  /** Reason why some accounts were not searched. */
  readonly failure?: Error;
}

interface PagedSearch<Position, Row extends Position & OfAccount> {
  /** Before all rows. */
  readonly first: Position;
  /** Up to `count` rows after this one. */
  readonly list: (after: Position, count: number) => AccountSearch<Row>;
  /** Grows in the order of the list. */
  readonly keyOf: (row: Row) => string;
  /** Of these rows of an account the ones with work; without it all have some. */
  readonly listDue?: (accountId: string, rows: readonly Row[]) => Query<Row[], 'read'>;
}

const PAGE = 200;
/** Rows of an account that one statement looks at: one of them may have much to look at. */
const LOOKED_AT = 20;

/** Finds the rows of all accounts page by page; throws at the end when some accounts could not be searched. */
export async function* findInPages<Position, Row extends Position & OfAccount>(
  database: Database,
  { first, list, keyOf, listDue }: PagedSearch<Position, Row>,
): AsyncGenerator<Row[]> {
  let unsearched: Error | undefined;
  for (let after: Position | undefined = first; after !== undefined;) {
    const found: FoundRows<Row> = await searchAccounts(database, list(after, PAGE));
    unsearched ??= found.failure;
    // Several workers return more than a page, unsorted.
    const page = found.rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).slice(0, PAGE);
    if (!listDue) yield page;
    // Rows that cannot be looked at together are looked at one by one, by their work.
    else for (const rows of parts(page)) yield await database.read(listDue(rows[0].accountId, rows)).catch(() => rows);
    after = page.length < PAGE ? undefined : page.at(-1);
  }
  if (unsearched) throw unsearched;
}

type Some<Row> = [Row, ...Row[]];

/** Successive rows of one account, a few at a time. */
function parts<Row extends OfAccount>(page: readonly Row[]): Some<Row>[] {
  const all: Some<Row>[] = [];
  for (const row of page) {
    const part = all.at(-1);
    if (part && part.length < LOOKED_AT && part[0].accountId === row.accountId) part.push(row);
    else all.push([row]);
  }
  return all;
}

const LIST_ACCOUNTS = acrossAccounts(
  `select id as "accountId" from accounts where ($1::uuid[] is null or id = any($1)) and id > $2 order by id limit $3`,
);

/** Does a job's work for the rows that it finds, as `roundRobin`. A closed account is left alone from the next batch on. */
export const eachFound = <Row extends OfAccount>(
  job: Parameters<typeof runsOf>[0],
  database: Database,
  { work, ...rows }: RowWork<Row>,
): Promise<number> =>
  roundRobin(runsOf(job), { ...rows, work: (row) => whileOpen(database, row.accountId, work(row)) });

async function* whileOpen(database: Database, accountId: string, batches: Batches): Batches {
  while (await database.read(isOpen(accountId))) {
    const { done, value } = await batches.next();
    if (done) return value;
    yield;
  }
  await batches.return();
}

/** Finds all accounts page by page. */
const findAccounts = (database: Database) =>
  findInPages<OfAccount, OfAccount>(database, {
    first: { accountId: NO_ID },
    list: (after, count) => (accounts) => readRows(LIST_ACCOUNTS, [accounts, after.accountId, count]),
    keyOf: ({ accountId }) => accountId,
  });

/** Does a job's work for each account once in a run. Returns the number of accounts for which it failed. */
export const eachAccount = (
  job: Parameters<typeof runsOf>[0],
  database: Database,
  work: (accountId: string) => Batches,
  failure: string,
): Promise<number> =>
  eachFound(job, database, { find: () => findAccounts(database), work: ({ accountId }) => work(accountId), failure });

/** Finds the rows of all accounts at once; throws at the end when some accounts could not be searched. */
export async function* findAtOnce<Row>(database: Database, search: AccountSearch<Row>): AsyncGenerator<Row[]> {
  const { rows, failure } = await searchAccounts(database, search);
  yield rows;
  if (failure) throw failure;
}

/** Searches all accounts, worker by worker when one is down (docs/scaling.md, "While a worker is down"). */
async function searchAccounts<T>(database: Database, search: AccountSearch<T>): Promise<FoundRows<T>> {
  try {
    return { rows: await database.read(search(null)) };
  } catch (failure) {
    if (!database.isDistributed || !(failure instanceof Error)) throw failure;
    return { rows: await searchWorkers(database, search), failure };
  }
}

const ACCOUNTS = 1_000;

// All rows of one account are on one worker.
const LIST_BY_WORKER = acrossAccounts(
  `select ${workerOf('leads', 'id')} as worker, array_agg(id::text) as accounts
   from (select id from accounts where id > $1 order by id limit ${ACCOUNTS}) account
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
