import { describeError, log } from '../common/process/log';
import { MINUTE_MS } from '../contract/durations';

/** Work for one row. It yields after each batch, and may return how many parts failed; it logs their reasons. */
export type Batches = AsyncGenerator<void, number | void, void>;

/** Milliseconds after which a run that searches again ends, for the alert that watches the ends of runs. The next run goes on. */
const LONGEST_MS = 10 * MINUTE_MS;

interface Work<Row> {
  /** Pages of rows; the rows of an account come in the order of their work. May throw at the end. */
  readonly find: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  readonly work: (row: Row) => Batches;
  /** Log line for a row whose work failed. */
  readonly failure: string;
  /** Tells the row from others of its account, and is in that line. */
  readonly idsOf?: (row: Row) => Readonly<Record<string, string>>;
  readonly isStopping: () => boolean;
  /** Milliseconds between two searches while there is work; without it there is one search. */
  readonly everyMs?: number;
}

interface Waiting {
  readonly ids: Readonly<Record<string, string>>;
  readonly batches: Batches;
}

/** A row of an account, whatever else it has. */
export interface OfAccount {
  readonly accountId: string;
}

/**
 * Does a job's work for the rows that it finds in all accounts: one batch of an account, then one of the next. An account's rows are worked
 * on in their order. A row that is found has its first batch at once, unless its account has work already. A failed row is logged, and
 * found again by a later search. Returns the number of failures; throws at the end when the latest search did.
 */
export const roundRobin = <Row extends OfAccount>(work: Work<Row>): Promise<number> => new RoundRobin(work).run();

class RoundRobin<Row extends OfAccount> {
  /** The rows of each account with work, by their ids. The first account is the next. */
  private readonly open = new Map<string, Map<string, Waiting>>();
  private failed = 0;

  constructor(private readonly given: Work<Row>) {}

  async run(): Promise<number> {
    const { isStopping, everyMs = Infinity } = this.given;
    const end = performance.now() + (everyMs === Infinity ? Infinity : LONGEST_MS);
    let unsearched: Error | undefined;
    for (let searchAt = 0; !isStopping() && performance.now() < end;) {
      const begun = performance.now();
      if (begun >= searchAt) {
        unsearched = await this.search(end);
        // At least half of the time is for the work that was found.
        searchAt = performance.now() + Math.max(everyMs, performance.now() - begun);
      }
      const [next] = this.open;
      if (!next) break;
      if (!isStopping()) await this.takeTurn(...next);
    }
    if (unsearched) throw unsearched;
    return this.failed;
  }

  /** Ends with the run. Returns its failure. */
  private async search(end: number): Promise<Error | undefined> {
    try {
      for await (const page of this.given.find()) {
        for (const row of page) {
          if (this.given.isStopping() || performance.now() >= end) return undefined;
          await this.add(row);
        }
      }
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  private async add(row: Row): Promise<void> {
    const { work, idsOf } = this.given;
    const ids = idsOf?.(row) ?? {};
    const key = Object.values(ids).join(' ');
    const rows = this.open.get(row.accountId);
    if (rows?.has(key)) return;
    const waiting = { ids, batches: work(row) };
    if (rows) rows.set(key, waiting);
    else await this.takeTurn(row.accountId, new Map([[key, waiting]]));
  }

  /** One batch, or a failure. Rows without work take no turn. */
  private async takeTurn(accountId: string, rows: Map<string, Waiting>): Promise<void> {
    this.open.delete(accountId);
    for (const [key, { ids, batches }] of rows) {
      const step = await batches.next().catch((error: unknown) => {
        log.error({ account_id: accountId, ...ids, ...describeError(error) }, this.given.failure);
        this.failed++;
      });
      if (!step || step.done) rows.delete(key);
      if (!step?.done) return void this.open.set(accountId, rows);
      this.failed += step.value ?? 0;
      if (this.given.isStopping()) return;
    }
  }
}
