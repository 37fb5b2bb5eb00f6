import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { type Batches, roundRobin } from '../../accounts/round-robin';
import { findAccounts } from '../../accounts/search-accounts';
import { NO_ID } from '../../common/input/id.pipe';
import { Job } from '../../common/process/jobs';
import { Database } from '../../database/database';
import { enterWords, lockWordless } from './lead-words.queries';
import { MINUTE_MS } from '../../contract/durations';

const AFTER_START_MS = MINUTE_MS;
const BATCH = 200;

/**
 * Adds the words that an earlier release did not write. Checks all leads a minute after the start and every night,
 * because such a release may run next to this one during an upgrade.
 */
@Injectable()
export class MissingWordsJob implements OnModuleDestroy {
  private readonly job = new Job('search_words', () => this.run());

  private readonly database: Database;

  constructor(database: Database) {
    this.database = database.as('job');
  }

  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.tick();
  }

  @Cron('0 4 * * *', { timeZone: 'America/Sao_Paulo' })
  tick(): Promise<void> {
    return this.job.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }

  run(): Promise<number> {
    return roundRobin({
      find: () => findAccounts(this.database),
      work: ({ accountId }) => this.runAccount(accountId),
      failure: 'words are missing in an account',
      isStopping: () => this.job.isStopping,
    });
  }

  private async *runAccount(accountId: string): Batches {
    for (let after: string | undefined = NO_ID; (after = await this.enterBatch(accountId, after));) yield;
  }

  /** Returns the last lead of the batch. Skipped locked leads get words by their change or at the next run. */
  private enterBatch(accountId: string, after: string): Promise<string | undefined> {
    return this.database.transaction(accountId, async (tx) => {
      const leads = await tx.send(lockWordless(accountId, after, BATCH));
      if (leads.length > 0) await tx.send(enterWords(accountId, leads));
      return leads.at(-1)?.id;
    });
  }
}
