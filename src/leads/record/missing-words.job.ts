import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { forEachAccount } from '../../accounts/each-account';
import { NO_ID } from '../../common/id.pipe';
import { runJob } from '../../common/jobs';
import { Database } from '../../database/database';
import { enterWords, lockWordless } from './lead-words.queries';

const AFTER_START_MS = 60 * 1000;
const BATCH = 200;

/**
 * Enters the words of the leads that have none: those that a release before 1.2 has written. It looks at all leads, a minute after the
 * start and every night, and so also finds those that such a release writes beside this one during an upgrade.
 */
@Injectable()
export class MissingWordsJob implements OnModuleDestroy {
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly database: Database) {}

  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.tick();
  }

  @Cron('0 4 * * *', { timeZone: 'America/Sao_Paulo' })
  async tick(): Promise<void> {
    this.running ??= runJob('search_words', () => this.run()).finally(() => (this.running = undefined));
    await this.running;
  }

  /** A batch that has begun is completed. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** A failure of one account is logged, and the next account follows. Returns how many failed. */
  run(): Promise<number> {
    return forEachAccount(this.database, {
      work: (accountId) => this.runAccount(accountId),
      failure: 'words are missing in an account',
      isStopping: () => this.isStopping,
    });
  }

  private async runAccount(accountId: string): Promise<void> {
    for (let after: string | undefined = NO_ID; after && !this.isStopping;)
      after = await this.enterBatch(accountId, after);
  }

  /** Returns the last lead of the batch. A lead that somebody changes right now gets its words by that, or at the next run. */
  private enterBatch(accountId: string, after: string): Promise<string | undefined> {
    return this.database.transaction(async (tx) => {
      const leads = await tx.send(lockWordless(accountId, after, BATCH));
      if (leads.length > 0) await tx.send(enterWords(accountId, leads));
      return leads.at(-1)?.id;
    });
  }
}
