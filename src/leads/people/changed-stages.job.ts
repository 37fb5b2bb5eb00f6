import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Batches, roundRobin } from '../../accounts/round-robin';
import { Job } from '../../common/process/jobs';
import { NO_ID } from '../../common/input/id.pipe';
import { Database } from '../../database/database';
import { StageKinds } from '../../pipelines/stage-kinds';
import { EarlierWorkJob } from './earlier-work.job';
import { CHANGED } from './walk-rows';
import { listBehindIn } from './earlier-work.queries';

const EVERY_MS = 1_000;

interface ChangedStage {
  readonly accountId: string;
  readonly stageId: string;
}

/**
 * Ends and reopens the deals of a stage that has become one for won, lost or open deals. A stage that failed is tried again. After a stop or
 * a kill `EarlierWorkJob` does it.
 */
@Injectable()
export class ChangedStagesJob implements OnModuleDestroy {
  private readonly job = new Job('changed_stages', () => this.run());
  /** The latest change of each stage that is not settled yet. */
  private readonly changed = new Map<string, ChangedStage>();

  private readonly database: Database;

  constructor(
    database: Database,
    private readonly earlierWork: EarlierWorkJob,
    kinds: StageKinds,
  ) {
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

  /** Completes the batch that has begun. */
  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }

  private run(): Promise<number> {
    return roundRobin({
      find: () => [[...this.changed.values()]],
      work: (change) => this.settle(change),
      failure: 'deals of a changed stage are not up to date',
      idsOf: ({ stageId }) => ({ stage_id: stageId }),
      isStopping: () => this.job.isStopping,
      everyMs: EVERY_MS,
    });
  }

  private async *settle(change: ChangedStage): Batches {
    const { accountId, stageId } = change;
    for (let after: string | undefined = NO_ID; after;) {
      const leads: string[] = await this.database.read(listBehindIn(accountId, stageId, after, CHANGED));
      if (leads.length > 0) await this.earlierWork.settle(accountId, leads);
      after = leads.at(-1);
      if (after) yield;
    }
    // A stage that changed again meanwhile is found again.
    if (this.changed.get(stageId) === change) this.changed.delete(stageId);
  }
}
