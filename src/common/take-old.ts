import type { Query } from '../database/query';

/**
 * Takes what became old of an account, at most `count` rows in one statement: what happened at `before` or earlier. Answers how
 * many it took. Rows that others have locked are left for the next time: it waits for nobody. A part of the nightly job.
 */
export type TakeOld = (accountId: string, before: Date, count: number) => Query<number>;
