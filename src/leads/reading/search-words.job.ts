import { findAccount } from '../../accounts/account.queries';
import { eachAccount } from '../../accounts/search-accounts';
import { type Batches, Job, scanRows } from '../../common/process/jobs';
import { MINUTE_MS } from '../../contract/durations';
import { JobDatabase } from '../../database/database';
import { insertWords, lockLeads } from '../record/leads.queries';
import { rememberSearchWords, scanLeads } from './search-words.queries';

const AFTER_START_MS = MINUTE_MS;

/**
 * Gives leads of earlier releases the words of the search that those did not write. An account is done when no lead lacks one: an instance
 * of an earlier release may write further leads during the upgrade, which a later run finds.
 */
@Job('search_words', { cron: '10 5 * * *', afterStartMs: AFTER_START_MS })
export class SearchWordsJob {
  constructor(private readonly database: JobDatabase) {}

  /** Logs the failure of an account and continues. Returns the number of failures. */
  run(): Promise<number> {
    const failure = 'leads of an account are not found by all of their words';
    return eachAccount(this, this.database, (accountId) => this.runAccount(accountId), failure);
  }

  private async *runAccount(accountId: string): Batches {
    if ((await this.database.readByKey(findAccount(accountId))).hasSearchWords) return;
    let isDone = true;
    yield* scanRows({
      read: (after, count) => this.database.read(scanLeads(accountId, after, count)),
      isDue: ({ lacksWords }) => lacksWords,
      change: (ids) => {
        isDone = false;
        return this.mend(accountId, ids);
      },
    });
    if (isDone) await this.database.write(rememberSearchWords(accountId));
  }

  private mend(accountId: string, found: readonly string[]): Promise<void> {
    return this.database.transaction(accountId, async (tx) => {
      const leads = await tx.send(lockLeads(accountId, found));
      await tx.commit(leads.map((lead) => insertWords(accountId, lead.id, lead)));
    });
  }
}
