/** How long a failure must be absent to be logged again. */
const QUIET_MS = 60_000;

/**
 * Failures that every request, every job or every message meets as long as they last: the database is down, wants another password, or
 * lacks the tables that this release needs.
 */
const LASTING = new Set<unknown>([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'EPIPE'],
  'no_connection',
  // No such table, column, function, object, or unique index.
  ...['42P01', '42703', '42883', '42704', '42P10'],
  // No right; wrong password or role; no database; no connection left; stopping, starting up.
  ...['42501', '28P01', '28000', '3D000', '53300', '57P01', '57P02', '57P03'],
  // What others send to the instances of this service, as often as they like.
  'refused_message',
]);

/** Knows which failures were logged already, so that a lasting one is one line, not one for each request. */
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
