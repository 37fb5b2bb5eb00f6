import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { findAccount } from '../../accounts/account.queries';
import { type Batches, roundRobin } from '../../accounts/round-robin';
import { findAccounts } from '../../accounts/search-accounts';
import { Job } from '../../common/process/jobs';
import { MINUTE_MS } from '../../contract/durations';
import { Database } from '../../database/database';
import { lockConversations, rememberFirstNames, takeOlderNames, walkConversations } from './first-names.queries';
import { walkRows } from './walk-rows';

const AFTER_START_MS = MINUTE_MS;

/**
 * Gives conversations of earlier releases the name of their first contact: those releases took the name of the second. Once for each
 * account, because a lead that staff name otherwise later has another name than its conversation.
 */
@Injectable()
export class FirstNamesJob implements OnModuleDestroy {
  private readonly job = new Job('first_names', () => this.run());

  private readonly database: Database;

  constructor(database: Database) {
    this.database = database.as('job');
  }

  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.tick();
  }

  @Cron('50 4 * * *', { timeZone: 'America/Sao_Paulo' })
  tick(): Promise<void> {
    return this.job.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }

  /** Logs the failure of an account and continues. Returns the number of failures. */
  run(): Promise<number> {
    return roundRobin({
      find: () => findAccounts(this.database),
      work: ({ accountId }) => this.runAccount(accountId),
      failure: 'conversations of an account do not have their first names',
      isStopping: () => this.job.isStopping,
    });
  }

  private async *runAccount(accountId: string): Batches {
    if ((await this.database.readByKey(findAccount(accountId))).hasFirstNames) return;
    yield* walkRows({
      read: (after, count) => this.database.read(walkConversations(accountId, after, count)),
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
