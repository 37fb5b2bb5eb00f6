import { MINUTE_MS } from '../../contract/durations';

/** Milliseconds without a failure before it is logged again. */
const QUIET_MS = MINUTE_MS;

/** Failures that every request or job meets while they last: database down, wrong password, missing tables. */
const LASTING = new Set<unknown>([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'EPIPE'],
  'no_connection',
  // Missing table, column, function, object, or unique index.
  ...['42P01', '42703', '42883', '42704', '42P10'],
  // Missing right, wrong password or role, missing database, no connection left, stopping, starting up.
  ...['42501', '28P01', '28000', '3D000', '53300', '57P01', '57P02', '57P03'],
  // Messages of others to the instances, at any rate.
  'refused_message',
]);

/** Remembers logged failures, so that a lasting one is one line. */
export class Repeats {
  private readonly seen = new Map<string, number>();

  /** `reason`: an SQLSTATE or the system's code. */
  has(what: string, reason: unknown, now = Date.now()): boolean {
    if (!LASTING.has(reason)) return false;
    const key = `${what} ${String(reason)}`;
    const last = this.seen.get(key) ?? -Infinity;
    this.seen.set(key, now);
    return now - last < QUIET_MS;
  }
}
