/** Deadlock and serialization failure: the transaction had no effect and may run again. */
export const TRANSIENT: readonly string[] = ['40P01', '40001'];

/** Another transaction created or removed a row that this one relied on; run again to see it. */
export const RACED: readonly string[] = ['23505', '23503'];

/** The server, the database or the role has no connection left. */
export const TOO_MANY_CONNECTIONS = '53300';

/** A write on a server or session that is read-only. */
export const READ_ONLY = '25006';

/** `lock_timeout` has ended the wait for a lock. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** A row that the transaction relied on is gone; the transaction runs again. */
export class LostRace extends Error {
  readonly code = '40001';
}

/** A call waited for a connection longer than it may; `cause` is the server's refusal, if any. */
export class DatabaseBusy extends Error {
  constructor(cause?: Error) {
    super('no connection to the database in time', { cause });
  }
}

/** SQLSTATE of a PostgreSQL error, as thrown by pg or wrapped by TypeORM. */
export function sqlState(error: unknown): string | undefined {
  const { code } = causeOf(error) as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Ended by an operator, crash recovery, starting up. */
const LOST_STATES = ['57P01', '57P02', '57P03', '57P05', '08006', '08003'];
const LOST_MESSAGES = /Connection terminated|not queryable|Client was closed|connection error/i;

/** Whether the connection was lost or not made, so that the statement may have had no effect. */
export function isConnectionLoss(error: unknown): boolean {
  const cause = causeOf(error) as { code?: unknown; message?: unknown };
  const isSocketError = cause.code === 'ECONNRESET' || cause.code === 'EPIPE' || cause.code === 'ECONNREFUSED';
  return isSocketError || LOST_STATES.includes(String(cause.code)) || LOST_MESSAGES.test(String(cause.message));
}

/** pg's error when an answer is late; it closes the connection. */
const LATE = 'Query read timeout';

/** Whether the server did not answer in time, so that the outcome is unknown. */
export const isLate = (error: unknown): boolean => (causeOf(error) as { message?: unknown }).message === LATE;

/** Whether the connection can serve no other call after this error. */
export const endsConnection = (error: unknown): boolean => isConnectionLoss(error) || isLate(error);

const causeOf = (error: unknown): object => {
  const cause = (error as { driverError?: unknown } | undefined)?.driverError ?? error;
  return typeof cause === 'object' && cause !== null ? cause : {};
};
