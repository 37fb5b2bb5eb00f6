import { NO_ID } from '../common/input/id.pipe';
import { describeError, log } from '../common/process/log';
import type { Database } from '../database/database';
import { listAccountIds } from './account.queries';

const PAGE = 200;

interface WorkOnAccounts {
  readonly work: (accountId: string) => Promise<void>;
  /** Log line for an account whose work failed. */
  readonly failure: string;
  /** Called before each page of accounts. */
  readonly isStopping: () => boolean;
}

/** Runs the work for each account in turn, logs failures, and returns their number. */
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
