import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { forEachAccount } from '../../accounts/each-account';
import { runJob } from '../../common/jobs';
import { Database } from '../../database/database';
import { FIRST_GONE, type GoneLead, type LeftByGone, listGone } from './left-deals.queries';
import { endDeals } from './lead-erasure.queries';

const AFTER_START_MS = 60 * 1000;

/**
 * Ends the deals of erased people that a release before 1.2 has left in their stages: a minute after the start, and every hour for
 * what such a release erases next to this one during an upgrade.
 */
@Injectable()
export class LeftDealsJob implements OnModuleDestroy {
  /** How many leads are looked at together. */
  batch = 200;
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly database: Database) {}

  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.tick();
  }

  @Cron('15 * * * *')
  async tick(): Promise<void> {
    this.running ??= runJob('left_deals', () => this.run()).finally(() => (this.running = undefined));
    await this.running;
  }

  /** A lead that has begun is completed. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** A failure of one account is logged, and the next account follows. Returns how many failed. */
  run(): Promise<number> {
    return forEachAccount(this.database, {
      work: (accountId) => this.runAccount(accountId),
      failure: 'deals of erased people are left in an account',
      isStopping: () => this.isStopping,
    });
  }

  /** Looks at the leads that are gone, page after page. The deals of each end in a transaction of their own, so locks are short. */
  private async runAccount(accountId: string): Promise<void> {
    for (let after: GoneLead | undefined = FIRST_GONE; after && !this.isStopping;) {
      const gone: LeftByGone[] = await this.database.read(listGone(accountId, after, this.batch));
      for (const { leadId, hasDeals } of gone) if (hasDeals) await this.database.write(endDeals(accountId, leadId));
      after = gone.at(-1);
    }
  }
}
