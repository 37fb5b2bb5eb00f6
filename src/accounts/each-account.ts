import { NO_ID } from '../common/id.pipe';
import { describeError, log } from '../common/log';
import type { Database } from '../database/database';
import { listAccountIds } from './account.queries';

const PAGE = 200;

/** What a job does for every account. */
interface WorkOnAccounts {
  readonly work: (accountId: string) => Promise<void>;
  /** The line of the log for an account whose work failed. */
  readonly failure: string;
  /** Asked before each page of accounts. */
  readonly isStopping: () => boolean;
}

/** Works on one account after the other. A failure of one is logged, and the next account follows. Returns how many failed. */
export async function forEachAccount(
  database: Database,
  { work, failure, isStopping }: WorkOnAccounts,
): Promise<number> {
  let failed = 0;
  for (let after: string | undefined = NO_ID; after && !isStopping();) {
    const ids: string[] = await database.read(listAccountIds(after, PAGE));
    for (const id of ids) {
      await work(id).catch((error: unknown) => {
        failed++;
        log.error({ account_id: id, ...describeError(error) }, failure);
      });
    }
    after = ids.at(-1);
  }
  return failed;
}
