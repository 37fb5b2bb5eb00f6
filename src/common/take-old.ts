import type { Query } from '../database/query';

/**
 * Deletes old rows of an account, at most `count` in one statement: those from `before` or earlier. Returns how
 * many. Locked rows are left for the next time: it never waits. A part of the nightly job.
 */
export type TakeOld = (accountId: string, before: Date, count: number) => Query<number>;
