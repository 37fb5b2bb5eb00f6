import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { type Batches, roundRobin } from '../../accounts/round-robin';
import { findAccounts } from '../../accounts/search-accounts';
import { Job } from '../../common/process/jobs';
import { MINUTE_MS } from '../../contract/durations';
import { Database } from '../../database/database';
import { followHandling } from '../record/handling.queries';
import { lockBehind, settleClosings, walkLeads } from './earlier-work.queries';
import { walkRows } from './walk-rows';

const AFTER_START_MS = MINUTE_MS;

/**
 * Brings leads up to date that a release before 1.2 wrote: how their deals ended, and when a person worked for them. Looks at all leads a
 * minute after the start and every night, because such a release may run next to this one during an upgrade, and stages change.
 */
@Injectable()
export class EarlierWorkJob implements OnModuleDestroy {
  private readonly job = new Job('earlier_work', () => this.run());

  private readonly database: Database;

  constructor(database: Database) {
    this.database = database.as('job');
  }

  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.tick();
  }

  @Cron('30 4 * * *', { timeZone: 'America/Sao_Paulo' })
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
      failure: 'leads of an account are not up to date',
      isStopping: () => this.job.isStopping,
    });
  }

  private runAccount(accountId: string): Batches {
    return walkRows({
      read: (after, count) => this.database.read(walkLeads(accountId, after, count)),
      isDue: ({ isBehind }) => isBehind,
      change: (ids) => this.settle(accountId, ids),
    });
  }

  /** Brings up to `CHANGED` leads up to date. */
  settle(accountId: string, leadIds: readonly string[]): Promise<void> {
    return this.database.transaction(accountId, async (tx) => {
      const ids = (await tx.send(lockBehind(accountId, leadIds))).map(({ id }) => id);
      await tx.commit([settleClosings(accountId, ids), ids.map((id) => followHandling(accountId, id, null))]);
    });
  }
}
