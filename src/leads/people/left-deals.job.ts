import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { type Batches, roundRobin } from '../../accounts/round-robin';
import { findAccounts } from '../../accounts/search-accounts';
import { Job } from '../../common/process/jobs';
import { Database } from '../../database/database';
import { FIRST_GONE, type GoneLead, type LeftByGone, listGone, moveWork } from './left-deals.queries';
import { endDeals, eraseTexts } from './lead-erasure.queries';
import { MINUTE_MS } from '../../contract/durations';

const AFTER_START_MS = MINUTE_MS;

/**
 * Ends deals of erased people that 1.1.0 or an earlier release left open, empties the texts about them, and lets what people did follow a
 * merge by such a release. Runs a minute after the start and every hour, because such a
 * release may run next to this one during an upgrade.
 */
@Injectable()
export class LeftDealsJob implements OnModuleDestroy {
  batch = 200;
  private readonly job = new Job('left_deals', () => this.run());

  private readonly database: Database;

  constructor(database: Database) {
    this.database = database.as('job');
  }

  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.tick();
  }

  @Cron('15 * * * *')
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
      failure: 'data of erased people is left in an account',
      isStopping: () => this.job.isStopping,
    });
  }

  /** Reads the gone leads page by page. Each lead has its own transaction, so locks are short. */
  private async *runAccount(accountId: string): Batches {
    for (let after: GoneLead | undefined = FIRST_GONE; after;) {
      const gone: LeftByGone[] = await this.database.read(listGone(accountId, after, this.batch));
      for (const { leadId, hasLeft, into } of gone) {
        if (!hasLeft) continue;
        await this.follow(accountId, leadId, into);
        yield;
      }
      if (gone.length < this.batch) return;
      after = gone.at(-1);
      yield;
    }
  }

  private follow(accountId: string, leadId: string, into: string | null): Promise<unknown> {
    return this.database.transaction(accountId, (tx) =>
      tx.commit(
        into === null
          ? [endDeals(accountId, leadId), eraseTexts(accountId, leadId, new Date())]
          : [moveWork(accountId, leadId, into)],
      ),
    );
  }
}
