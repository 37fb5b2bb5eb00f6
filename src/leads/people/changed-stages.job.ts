import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Job } from '../../common/process/jobs';
import { NO_ID } from '../../common/input/id.pipe';
import { Database } from '../../database/database';
import { StageKinds } from '../../pipelines/stage-kinds';
import { EarlierWorkJob, SETTLED } from './earlier-work.job';
import { listBehindIn } from './earlier-work.queries';

/** Ends and reopens the deals of a stage that has become one for won, lost or open deals. After a kill `EarlierWorkJob` does it. */
@Injectable()
export class ChangedStagesJob implements OnModuleDestroy {
  private readonly job = new Job('changed_stages', () => this.run());
  /** Accounts by their changed stages. */
  private readonly changed = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly earlierWork: EarlierWorkJob,
    kinds: StageKinds,
  ) {
    kinds.onChange((accountId, stageId) => {
      this.changed.set(stageId, accountId);
      // The run that has begun may have seen its last stage.
      void this.job.run().then(() => this.job.run());
    });
  }

  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }

  private async run(): Promise<void> {
    for (const [stageId, accountId] of this.changed) {
      this.changed.delete(stageId);
      await this.settleStage(accountId, stageId);
    }
  }

  private async settleStage(accountId: string, stageId: string): Promise<void> {
    for (let after: string | undefined = NO_ID; after && !this.job.isStopping;) {
      const leads: string[] = await this.database.read(listBehindIn(accountId, stageId, after, SETTLED));
      if (leads.length > 0) await this.earlierWork.settle(accountId, leads);
      after = leads.at(-1);
    }
  }
}
