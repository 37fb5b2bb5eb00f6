/** Milliseconds for which an answer is used: shards move. */
const KEPT_MS = 10_000;

interface Placement {
  readonly worker: Promise<number | undefined>;
  readonly at: number;
}

/** The workers of the accounts that called lately. An unknown one delays no call: it is as without a cluster. */
export class Placements {
  /** Oldest first. */
  private readonly known = new Map<string, Placement>();

  constructor(private readonly find: (accountId: string) => Promise<number | undefined>) {}

  /** Returns the worker of an account; never throws. */
  workerOf(accountId: string, now = performance.now()): Promise<number | undefined> {
    for (const [oldest, { at }] of this.known) {
      if (now - at < KEPT_MS) break;
      this.known.delete(oldest);
    }
    const known = this.known.get(accountId);
    if (known) return known.worker;
    const worker = this.find(accountId).catch(() => undefined);
    this.known.set(accountId, { worker, at: now });
    return worker;
  }
}
