import { findAccount } from '../../accounts/account.queries';
import { eachAccount } from '../../accounts/search-accounts';
import { type Batches, Job, scanRows } from '../../common/process/jobs';
import { MINUTE_MS } from '../../contract/durations';
import { JobDatabase } from '../../database/database';
import { lockConversations, rememberFirstNames, takeOlderNames, scanConversations } from './first-names.queries';

const AFTER_START_MS = MINUTE_MS;

/**
 * Gives conversations of earlier releases the name of their first contact: those releases took the name of the second. Once for each
 * account, because a lead that staff name otherwise later has another name than its conversation.
 */
@Job('first_names', { cron: '50 4 * * *', afterStartMs: AFTER_START_MS })
export class FirstNamesJob {
  constructor(private readonly database: JobDatabase) {}

  /** Logs the failure of an account and continues. Returns the number of failures. */
  run(): Promise<number> {
    const failure = 'conversations of an account do not have their first names';
    return eachAccount(this, this.database, (accountId) => this.runAccount(accountId), failure);
  }

  private async *runAccount(accountId: string): Batches {
    if ((await this.database.readByKey(findAccount(accountId))).hasFirstNames) return;
    yield* scanRows({
      read: (after, count) => this.database.read(scanConversations(accountId, after, count)),
      isDue: ({ isMisnamed }) => isMisnamed,
      change: (ids) => this.mend(accountId, ids),
    });
    await this.database.write(rememberFirstNames(accountId));
  }

  private mend(accountId: string, found: readonly string[]): Promise<void> {
    return this.database.transaction(accountId, async (tx) => {
      const ids = (await tx.send(lockConversations(accountId, found))).map(({ id }) => id);
      await tx.commit([takeOlderNames(accountId, ids)]);
    });
  }
}
