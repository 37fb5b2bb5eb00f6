import { Client } from 'pg';
import type { Instance } from '../../fault/support/instance';
import { OPERATOR_TOKEN } from '../../fault/support/stack';
import { PERMISSIONS } from '../../../src/contract/key';
import { fillAccount } from '../../support/full-account';
import { type Credentials, type LargestCall, send } from '../../support/largest-call';
import { withHeldLoop } from './held-loop';
import { Target } from './target';

/** Accounts filled at once. */
const FILLED_AT_ONCE = 2;

/** A full account, and its calls so far. */
export interface FullCaller {
  /** Calls once more; the status is 0 without an answer. */
  call(call: LargestCall): Promise<{ readonly status: number; readonly bytes: number }>;
}

/** A service with full accounts, whose database adds up the times of its statements. */
export class FullTarget {
  private readonly callers: Promise<FullCaller>[] = [];

  private constructor(
    readonly target: Target,
    readonly service: Instance,
    private readonly database: Client,
  ) {}

  static async start(): Promise<FullTarget> {
    const target = await Target.start();
    const database = new Client({ connectionString: target.cluster.url('service', 'postgres') });
    try {
      await prepare(target);
      const service = await withHeldLoop(target);
      await database.connect();
      return new FullTarget(target, service, database);
    } catch (error) {
      await target.close();
      throw error;
    }
  }

  /** Returns so many accounts, the same ones each time. */
  async callersOf(count: number): Promise<FullCaller[]> {
    if (this.callers.length < count) {
      while (this.callers.length < count) {
        await this.callers.at(-FILLED_AT_ONCE);
        this.callers.push(this.newCaller());
      }
      await Promise.all(this.callers);
      await this.target.settle();
    }
    return Promise.all(this.callers.slice(0, count));
  }

  /** Runs the work. Returns milliseconds of PostgreSQL meanwhile, in all and of the longest statement. */
  async databaseTimeOf<T>(work: () => Promise<T>): Promise<T & { databaseMs: number; longestMs: number }> {
    await this.database.query('select pg_stat_statements_reset()');
    const answer = await work();
    const { rows } = await this.database.query<{ sum: number; longest: number }>(
      `select coalesce(sum(total_exec_time + total_plan_time), 0) as sum, coalesce(max(max_exec_time), 0) as longest
       from pg_stat_statements where userid = 'entrada_app'::regrole`,
    );
    return { ...answer, databaseMs: Math.round(rows[0]?.sum ?? NaN), longestMs: Math.round(rows[0]?.longest ?? NaN) };
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.target.close();
  }

  private async newCaller(): Promise<FullCaller> {
    const account = await this.target.account();
    const accountId = account.id;
    const { key } = await account.newKey(...PERMISSIONS);
    await this.target.cluster.as('service', async (client) => {
      // Without the checks of foreign keys, which the long test makes.
      await client.query('set session_replication_role = replica');
      await fillAccount((text, values) => client.query(text, values), accountId);
    });
    const credentials: Credentials = { url: this.service.url, accountId, key, operatorToken: OPERATOR_TOKEN };
    const counts = new Map<LargestCall, number>();
    return {
      call: (call) => {
        const n = counts.get(call) ?? 0;
        counts.set(call, n + 1);
        return send(credentials, call, n).catch(() => ({ status: 0, bytes: 0 }));
      },
    };
  }
}

/** Lets the database add up times, and the service be ready. */
async function prepare({ cluster }: Target): Promise<void> {
  await cluster.set('shared_preload_libraries', 'pg_stat_statements');
  // Readiness fails on a database that can lose acknowledged writes.
  await cluster.set('synchronous_commit', 'on');
  await cluster.set('max_wal_size', '4GB');
  await cluster.stop('fast');
  await cluster.start();
  await cluster.sql('create extension pg_stat_statements', 'service');
  await cluster.set('pg_stat_statements.track_planning', 'on');
}
