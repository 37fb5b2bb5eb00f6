import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { sendBatch } from './batch';
import { READ_ONLY, sqlState } from './errors';
import type { CountedPool } from './pool';

/** Whether requests can write: `read_only` where PostgreSQL refuses, `down` without a connection. */
export type WriteState = 'up' | 'read_only' | 'down';

/** Milliseconds; less than readiness waits. */
const TRIAL_PATIENCE_MS = 300;

const CAN_WRITE = {
  name: 'can_write',
  text: `select current_setting('transaction_read_only') = 'off' as can`,
  values: [],
};

/**
 * State of the pools, without queries while requests are served. Tries a pool without connections, or after a refused
 * write, until it works: other callers may not do so.
 */
export class Writing {
  private isReadOnly = false;
  private trial: Promise<void> | undefined;

  constructor(
    private readonly writes: CountedPool,
    private readonly reads: CountedPool,
  ) {}

  /** Returns true when a request's connection is read-only and must not return to the pool. */
  isRefusedBy(error: unknown): boolean {
    const isRefused = sqlState(error) === READ_ONLY;
    this.isReadOnly ||= isRefused;
    return isRefused;
  }

  /** Returns the state within 300 ms. */
  async state(): Promise<WriteState> {
    if (this.isInDoubt) {
      this.trial ??= this.try().finally(() => (this.trial = undefined));
      await Promise.race([this.trial, sleep(TRIAL_PATIENCE_MS, undefined, { ref: false })]);
    }
    if (this.writes.isWithout || this.reads.isWithout) return 'down';
    return this.isReadOnly ? 'read_only' : 'up';
  }

  private get isInDoubt(): boolean {
    return this.isReadOnly || this.writes.isWithout || this.reads.isWithout;
  }

  private async try(): Promise<void> {
    await Promise.allSettled([this.tryWriting(), this.reads.isWithout && borrow(this.reads, async () => false)]);
  }

  private tryWriting(): Promise<void> {
    return borrow(this.writes, async (client) => {
      const [answer] = await sendBatch(client, [CAN_WRITE]);
      const [row] = (answer?.rows ?? []) as { can: boolean }[];
      this.isReadOnly = !row?.can;
      return this.isReadOnly;
    });
  }
}

/** Closes a connection when `work` fails or returns true. */
async function borrow(pool: CountedPool, work: (client: PoolClient) => Promise<boolean>): Promise<void> {
  const client = await pool.connect();
  let isBad = true;
  try {
    isBad = await work(client);
  } finally {
    client.release(isBad);
  }
}
