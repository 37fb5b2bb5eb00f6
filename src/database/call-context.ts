import { AsyncLocalStorage } from 'node:async_hooks';

/** Priorities of the calls that wait for a connection, first to last. */
export const PRIORITIES = ['partner', 'console', 'job'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The request or job on whose behalf the database is called. */
export interface CallContext {
  readonly priority: Priority;
  /** Empty until the account is known, and for work of no account. */
  accountId: string;
  /** Aborted, with its reason, when nobody waits for the reads any more. */
  readonly leaving?: AbortSignal;
}

const contexts = new AsyncLocalStorage<CallContext>();

/** Start and stop of the service, and work that several requests share. */
const SHARED: CallContext = Object.freeze({ priority: 'console', accountId: '' });

export const callContext = (): CallContext => contexts.getStore() ?? SHARED;

export const runInContext = <T>(context: CallContext, work: () => T): T => contexts.run(context, work);

/** Runs work that outlives the request which causes it, or is done for other requests too. */
export const runShared = <T>(work: () => T): T => contexts.run(SHARED, work);

/** Names the account of the running request, as soon as a guard knows it. */
export function nameAccount(accountId: string): void {
  const context = callContext();
  if (context !== SHARED) context.accountId = accountId;
}
