import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { sendBatch } from './batch';
import { READ_ONLY, sqlState } from './errors';
import type { CountedPool } from './pool';

/** Whether requests can write: `read_only` where PostgreSQL refuses it, `down` where there is no connection for it. */
export type WriteState = 'up' | 'read_only' | 'down';

/** Less than readiness waits. */
const PATIENCE_MS = 300;

const CAN_WRITE = {
  name: 'can_write',
  text: `select current_setting('transaction_read_only') = 'off' as can`,
  values: [],
};

/**
 * What the pools know of themselves. It asks nothing while requests are served; a pool without a connection, or one whose write was
 * refused, is tried until it works again, because nobody else may do so.
 */
export class Writing {
  private isReadOnly = false;
  private trial: Promise<void> | undefined;

  constructor(
    private readonly writes: CountedPool,
    private readonly reads: CountedPool,
  ) {}

  /** Of a request. True when the connection takes no writes, so that it must not return to the pool: the next one may. */
  isRefusedBy(error: unknown): boolean {
    const isRefused = sqlState(error) === READ_ONLY;
    this.isReadOnly ||= isRefused;
    return isRefused;
  }

  /** Takes 300 ms at most. */
  async state(): Promise<WriteState> {
    if (this.isInDoubt) {
      this.trial ??= this.try().finally(() => (this.trial = undefined));
      await Promise.race([this.trial, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
    if (this.writes.isWithout || this.reads.isWithout) return 'down';
    return this.isReadOnly ? 'read_only' : 'up';
  }

  private get isInDoubt(): boolean {
    return this.isReadOnly || this.writes.isWithout || this.reads.isWithout;
  }

  /** What fails stays in doubt. */
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

/** A connection on which `work` fails, or of which it says so, is closed. */
async function borrow(pool: CountedPool, work: (client: PoolClient) => Promise<boolean>): Promise<void> {
  const client = await pool.connect();
  let isBad = true;
  try {
    isBad = await work(client);
  } finally {
    client.release(isBad);
  }
}
