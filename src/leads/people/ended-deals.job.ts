import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Interval, Timeout } from '@nestjs/schedule';
import { type Batches, roundRobin } from '../../accounts/round-robin';
import { findAccounts } from '../../accounts/search-accounts';
import { Job } from '../../common/process/jobs';
import { NO_ID } from '../../common/input/id.pipe';
import { MINUTE_MS } from '../../contract/durations';
import { Database } from '../../database/database';
import { StageKinds } from '../../pipelines/stage-kinds';
import { listBehindIn, lockLeads, settleClosings, walkLeads } from './ended-deals.queries';
import { CHANGED, walkRows } from './walk-rows';

const EVERY_MS = 1_000;
const AFTER_START_MS = MINUTE_MS;

interface ChangedStage {
  readonly accountId: string;
  readonly stageId: string;
}

/**
 * Ends and reopens the deals of a stage that has become one for won, lost or open deals. A stage that failed is tried again. A minute after
 * the start and every night all leads are looked at, because changes are forgotten at a stop or a kill.
 */
@Injectable()
export class EndedDealsJob implements OnModuleDestroy {
  private readonly job = new Job('changed_stages', () => this.run());
  private readonly search = new Job('ended_deals', () => this.runAll());
  /** The latest change of each stage that is not settled yet. */
  private readonly changed = new Map<string, ChangedStage>();

  private readonly database: Database;

  constructor(database: Database, kinds: StageKinds) {
    this.database = database.as('job');
    kinds.onChange((accountId, stageId) => {
      this.changed.set(stageId, { accountId, stageId });
      // The run that has begun may have made its last search.
      void this.job.run().then(() => this.job.run());
    });
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.run();
  }

  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.search.run();
  }

  @Cron('30 4 * * *', { timeZone: 'America/Sao_Paulo' })
  nightly(): Promise<void> {
    return this.search.run();
  }

  /** Completes the batch that has begun. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.job.stop(), this.search.stop()]);
  }

  private run(): Promise<number> {
    return roundRobin({
      find: () => [[...this.changed.values()]],
      work: (change) => this.runStage(change),
      failure: 'deals of a changed stage are not up to date',
      idsOf: ({ stageId }) => ({ stage_id: stageId }),
      isStopping: () => this.job.isStopping,
      everyMs: EVERY_MS,
    });
  }

  private async *runStage(change: ChangedStage): Batches {
    const { accountId, stageId } = change;
    for (let after: string | undefined = NO_ID; after;) {
      const leads: string[] = await this.database.read(listBehindIn(accountId, stageId, after, CHANGED));
      if (leads.length > 0) await this.settle(accountId, leads);
      after = leads.at(-1);
      if (after) yield;
    }
    // A stage that changed again meanwhile is found again.
    if (this.changed.get(stageId) === change) this.changed.delete(stageId);
  }

  /** Looks at all leads. Logs the failure of an account and continues. Returns the number of failures. */
  runAll(): Promise<number> {
    return roundRobin({
      find: () => findAccounts(this.database),
      work: ({ accountId }) => this.runAccount(accountId),
      failure: 'deals of an account are not up to date',
      isStopping: () => this.search.isStopping,
    });
  }

  private runAccount(accountId: string): Batches {
    return walkRows({
      read: (after, count) => this.database.read(walkLeads(accountId, after, count)),
      isDue: ({ isBehind }) => isBehind,
      change: (ids) => this.settle(accountId, ids),
    });
  }

  /** Brings the deals of up to `CHANGED` leads up to date. */
  settle(accountId: string, leadIds: readonly string[]): Promise<void> {
    return this.database.transaction(accountId, async (tx) => {
      const ids = (await tx.send(lockLeads(accountId, leadIds))).map(({ id }) => id);
      await tx.commit(settleClosings(accountId, ids));
    });
  }
}
