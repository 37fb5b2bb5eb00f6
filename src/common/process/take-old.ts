import type { Query } from '../../database/query';

/** Deletes at most `count` rows up to `before`, returns their number, and skips locked rows until the next night. */
export type TakeOld = (accountId: string, before: Date, count: number) => Query<number>;
