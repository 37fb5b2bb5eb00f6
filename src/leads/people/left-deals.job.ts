import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { listAccountIds } from '../../accounts/account.queries';
import { NO_ID } from '../../common/id.pipe';
import { runJob } from '../../common/jobs';
import { describeError, log } from '../../common/log';
import { Database } from '../../database/database';
import { FIRST_GONE, type GoneLead, type LeftByGone, listGone } from './left-deals.queries';
import { endDeals } from './lead-erasure.queries';

const AFTER_START_MS = 60 * 1000;
const ACCOUNTS = 200;

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
  async run(): Promise<number> {
    let failed = 0;
    for (let after: string | undefined = NO_ID; after && !this.isStopping;) {
      const ids: string[] = await this.database.read(listAccountIds(after, ACCOUNTS));
      for (const id of ids) {
        await this.runAccount(id).catch((error: unknown) => {
          failed++;
          log.error({ account_id: id, ...describeError(error) }, 'deals of erased people are left in an account');
        });
      }
      after = ids.at(-1);
    }
    return failed;
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
