/** Milliseconds for which a call of an account limits the others. */
export const ACTIVE_MS = 10_000;

interface Call {
  readonly accountId: string;
  at: number;
}

// Stryker disable next-line StringLiteral: no account has the replacement as its id.
const NEVER: Call = { accountId: '', at: -Infinity };

/** Which accounts called lately, as far as it decides whether one is alone. Times are milliseconds of one clock. */
export class ActiveAccounts {
  /** The latest call of an account, and the latest one of another account. */
  private latest = NEVER;
  private latestOfOther = NEVER;

  /** `''` is no account. */
  note(accountId: string, now: number): void {
    if (accountId === '') return;
    if (accountId !== this.latest.accountId) {
      this.latestOfOther = this.latest;
      this.latest = { accountId, at: now };
    }
    this.latest.at = now;
  }

  /** Whether no other account called in the last `ACTIVE_MS`. */
  isAlone(accountId: string, now: number): boolean {
    const other = this.latest.accountId === accountId ? this.latestOfOther : this.latest;
    return now - other.at >= ACTIVE_MS;
  }
}
/** Priorities of the calls that wait for a connection, first to last. */
const PRIORITIES = ['partner', 'console', 'job'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Milliseconds without a connection after which the calls of a priority come first. */
export const STARVING_MS = 500;
/** Milliseconds of rest for each one that a connection was used, and at most. */
const REST = 4;
const MOST_REST_MS = 400;
/** Milliseconds that an account's last waiting call may wait for all before it, rests included. */
const MOST_WAIT_MS = 5_000;
/** Part of the connections that the calls of one worker may use: it may hang, and keep them. */
const MOST_OF_WORKER = 0.6;
/** Connections given to others after which the calls of a priority below its share come first. */
const MOST_PASSED = 3;

/** A call that waits for a connection, or uses one. */
export interface Waiter {
  readonly priority: Priority;
  /** Empty for work of no account. */
  readonly accountId: string;
  /** The worker with the account's rows, where there are several. */
  readonly worker?: number;
}

/** Calls of one priority. */
interface Band<T> {
  /** Connections that others leave free for it; at least one. */
  readonly share: number;
  inUse: number;
  /** Connections in use by each account. */
  readonly inUseBy: Map<string, number>;
  calledAt: number;
  /** When its latest call got a connection, or when its calls began to wait. */
  movedAt: number;
  /** Connections given to other priorities since then. */
  passed: number;
  /** When accounts were served, longest ago first; older ones than `ACTIVE_MS` are forgotten. */
  readonly servedAt: Map<string, number>;
  /** Waiting calls by account, each account's in order. */
  readonly waiting: Map<string, T[]>;
}

/**
 * Order in which calls get the connections of a pool (docs/architecture.md, "The queue for connections"). Keeps no connections itself.
 * Times are milliseconds of one clock.
 *
 * - Partners come first, consoles next, jobs last. Each has a share. Below it, a priority comes before those that use theirs, and after
 *   three calls of others. Requests leave the share of the other kind free while it is active. Jobs use one connection at most.
 * - Among the accounts of a priority the one that uses fewest comes first, then the one that was served longest ago.
 * - While another account is active, none gets more than half of the connections. Its last one is kept for a priority of its own that
 *   got none for a while. Alone it may have all.
 * - The calls of one worker of a cluster leave two fifths of the connections free for others.
 * - Then, where more of its calls wait than may run, its connections rest after each call: others need the processors.
 */
export class FairQueue<T extends Waiter> {
  private readonly bands: Readonly<Record<Priority, Band<T>>>;
  private inUse = 0;
  private waitingCount = 0;
  private readonly active = new ActiveAccounts();
  /** Connections in use by the calls of each worker. */
  private readonly inUseByWorker = new Map<number, number>();

  /** `size`: connections that may be in use at once; it may change. */
  constructor(public size: number) {
    const band = (share: number): Band<T> => ({
      share: Math.max(1, Math.floor(share)),
      inUse: 0,
      inUseBy: new Map(),
      calledAt: -Infinity,
      // Stryker disable next-line UnaryOperator: set before the first call waits.
      movedAt: -Infinity,
      passed: 0,
      servedAt: new Map(),
      waiting: new Map(),
    });
    this.bands = { partner: band(size / 3), console: band(size / 6), job: band(1) };
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** Returns whether the call begins now; else it waits for `next`. */
  acquire(waiter: T, now: number): boolean {
    this.note(waiter, now);
    const band = this.bands[waiter.priority];
    if (this.waitingCount === 0 && this.hasFree(band, now) && this.mayAcquire(band, waiter, now)) {
      this.grant(waiter, now);
      return true;
    }
    if (band.waiting.size === 0) begin(band, now);
    const queue = band.waiting.get(waiter.accountId);
    if (queue) queue.push(waiter);
    else band.waiting.set(waiter.accountId, [waiter]);
    this.waitingCount++;
    return false;
  }

  /** Ends the wait of a call that was given up. */
  remove(waiter: T): void {
    const { priority, accountId } = waiter;
    const { waiting } = this.bands[priority];
    // Stryker disable next-line ArrayDeclaration: no call is the replacement.
    const queue = waiting.get(accountId) ?? [];
    const index = queue.indexOf(waiter);
    if (index < 0) return;
    queue.splice(index, 1);
    if (queue.length === 0) waiting.delete(accountId);
    this.waitingCount--;
  }

  /** Returns the waiting call that begins now, if a connection is free for one. */
  next(now: number): T | undefined {
    // Stryker disable next-line ConditionalExpression: saves the search alone.
    if (this.waitingCount === 0) return undefined;
    let best: Band<T> | undefined;
    let first: T | undefined;
    for (const priority of PRIORITIES) {
      const band = this.bands[priority];
      if (!this.hasFree(band, now) || (best && !isBefore(band, best, now))) continue;
      const waiter = this.firstOf(band, now);
      if (waiter) [best, first] = [band, waiter];
    }
    if (!first) return undefined;
    this.remove(first);
    this.grant(first, now);
    return first;
  }

  /** Milliseconds from the end of a call that lasted for so many to its `release`. */
  restAfter({ priority, accountId }: T, lasted: number, now: number): number {
    const waiting = this.bands[priority].waiting.get(accountId)?.length ?? 0;
    const isFlood = this.size > 1 && waiting > this.half && !this.active.isAlone(accountId, now);
    if (!isFlood) return 0;
    return Math.max(0, Math.min(REST * lasted, MOST_REST_MS, (MOST_WAIT_MS * this.half) / waiting - lasted));
  }

  /** Ends a call that has begun. */
  release({ priority, accountId, worker }: T): void {
    if (worker !== undefined) this.inUseByWorker.set(worker, this.inUseOn(worker) - 1);
    const band = this.bands[priority];
    this.inUse--;
    band.inUse--;
    const inUse = inUseIn(band, accountId) - 1;
    // Stryker disable next-line ConditionalExpression,EqualityOperator: an account without a connection is forgotten to save memory.
    if (inUse > 0) band.inUseBy.set(accountId, inUse);
    else band.inUseBy.delete(accountId);
  }

  /** The most connections of an account in company. */
  private get half(): number {
    return Math.ceil(this.size / 2);
  }

  private inUseOn(worker: number): number {
    return this.inUseByWorker.get(worker) ?? 0;
  }

  private note({ priority, accountId }: T, now: number): void {
    if (priority === 'job') return;
    this.bands[priority].calledAt = now;
    this.active.note(accountId, now);
  }

  private grant({ priority, accountId, worker }: T, now: number): void {
    if (worker !== undefined) this.inUseByWorker.set(worker, this.inUseOn(worker) + 1);
    const band = this.bands[priority];
    band.inUse++;
    for (const other of Object.values(this.bands)) other.passed++;
    begin(band, now);
    this.inUse++;
    band.inUseBy.set(accountId, inUseIn(band, accountId) + 1);
    band.servedAt.delete(accountId);
    band.servedAt.set(accountId, now);
    // Stryker disable next-line BlockStatement: forgets to save memory.
    for (const [oldest, at] of band.servedAt) {
      // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: the same.
      if (now - at < ACTIVE_MS) break;
      band.servedAt.delete(oldest);
    }
  }

  private hasFree(band: Band<T>, now: number): boolean {
    return this.inUse < this.size && band.inUse < this.mostOf(band, now);
  }

  /** The most connections of a priority at this moment. */
  private mostOf(band: Band<T>, now: number): number {
    const { partner, console, job } = this.bands;
    if (band === job) return job.share;
    const other = band === partner ? console : partner;
    // A job's connection is not taken from the other's share.
    return now - other.calledAt < ACTIVE_MS ? Math.max(1, this.size - other.share - job.share) : this.size;
  }

  private mayAcquire(band: Band<T>, { accountId, worker }: T, now: number): boolean {
    const mostOfWorker = Math.max(1, Math.floor(this.size * MOST_OF_WORKER));
    if (worker !== undefined && this.inUseOn(worker) >= mostOfWorker) return false;
    if (this.active.isAlone(accountId, now)) return true;
    // Of two connections each priority has one.
    if (this.half === 1) return inUseIn(band, accountId) === 0;
    const left = this.half - this.inUseOf(accountId);
    return left > 1 || (left === 1 && !this.isOwed(band, accountId, now));
  }

  /** Whether the account's last connection is for its calls of another priority, which got none for a while. */
  private isOwed(band: Band<T>, accountId: string, now: number): boolean {
    return Object.values(this.bands).some(
      (other) =>
        other.waiting.has(accountId) &&
        servedIn(other, accountId) < servedIn(band, accountId) &&
        now - servedIn(other, accountId) >= STARVING_MS,
    );
  }

  private firstOf(band: Band<T>, now: number): T | undefined {
    let first: T | undefined;
    for (const [accountId, [waiter]] of band.waiting)
      if (waiter && this.mayAcquire(band, waiter, now) && (!first || comesBefore(band, accountId, first.accountId)))
        first = waiter;
    return first;
  }

  private inUseOf(accountId: string): number {
    return Object.values(this.bands).reduce((sum, band) => sum + inUseIn(band, accountId), 0);
  }
}

function begin(band: Band<unknown>, now: number): void {
  band.movedAt = now;
  band.passed = 0;
}

const inUseIn = ({ inUseBy }: Band<unknown>, accountId: string): number => inUseBy.get(accountId) ?? 0;
const servedIn = ({ servedAt }: Band<unknown>, accountId: string): number => servedAt.get(accountId) ?? -Infinity;

/** Whether an account comes before another one of a priority, whatever they have of others. */
function comesBefore(band: Band<unknown>, one: string, other: string): boolean {
  const more = inUseIn(band, one) - inUseIn(band, other);
  return more < 0 || (more === 0 && servedIn(band, one) < servedIn(band, other));
}

/** Whether a priority comes before one that is before it in the usual order. */
function isBefore(later: Band<unknown>, earlier: Band<unknown>, now: number): boolean {
  if (isStarving(later, now)) return !isStarving(earlier, now) || later.movedAt < earlier.movedAt;
  const isPassed = later.passed >= MOST_PASSED && later.passed > earlier.passed;
  return !isStarving(earlier, now) && later.inUse < later.share && (earlier.inUse >= earlier.share || isPassed);
}

/** True also where no call waits; then there is none to begin. */
const isStarving = ({ movedAt }: Band<unknown>, now: number): boolean => now - movedAt >= STARVING_MS;
