import { eachAccount, eachFound } from '../../accounts/search-accounts';
import { type Batches, Job, runsOf, ROWS_CHANGED, scanRows } from '../../common/process/jobs';
import { NO_ID } from '../../common/input/id.pipe';
import { MINUTE_MS } from '../../contract/durations';
import { JobDatabase } from '../../database/database';
import { lockLeads } from '../record/leads.queries';
import { StageKinds } from '../../pipelines/stage-references';
import { listOutdatedIn, settleClosings, scanLeads } from './closings.queries';

/** Reads all leads and ends or reopens their deals, because changes of stages are forgotten at a stop or a kill. */
@Job('ended_deals', { cron: '30 4 * * *', afterStartMs: MINUTE_MS })
export class EndedDealsJob {
  constructor(private readonly database: JobDatabase) {}

  /** Logs the failure of an account and continues. Returns the number of failures. */
  run(): Promise<number> {
    const failure = 'deals of an account are not up to date';
    return eachAccount(this, this.database, (accountId) => this.runAccount(accountId), failure);
  }

  private runAccount(accountId: string): Batches {
    return scanRows({
      read: (after, count) => this.database.read(scanLeads(accountId, after, count)),
      isDue: ({ isOutdated }) => isOutdated,
      change: (ids) => this.settle(accountId, ids),
    });
  }

  /** Brings the deals of up to `ROWS_CHANGED` leads up to date. */
  settle(accountId: string, leadIds: readonly string[]): Promise<void> {
    return this.database.transaction(accountId, async (tx) => {
      const ids = (await tx.send(lockLeads(accountId, leadIds))).map(({ id }) => id);
      await tx.commit(settleClosings(accountId, ids));
    });
  }
}

interface ChangedStage {
  readonly accountId: string;
  readonly stageId: string;
}

/** Ends and reopens the deals of a stage that has become one for won, lost or open deals. A stage that failed is tried again. */
@Job('changed_stages', { everyMs: 1_000 })
export class ChangedStagesJob {
  /** The latest change of each stage that is not settled yet. */
  private readonly changed = new Map<string, ChangedStage>();

  constructor(
    private readonly database: JobDatabase,
    private readonly all: EndedDealsJob,
    kinds: StageKinds,
  ) {
    kinds.onChange((accountId, stageId) => {
      this.changed.set(stageId, { accountId, stageId });
      const runs = runsOf(this);
      // The run that has begun may have made its last search.
      void runs.begin().then(() => runs.begin());
    });
  }

  run(): Promise<number> {
    return eachFound(this, this.database, {
      find: () => [[...this.changed.values()]],
      work: (change) => this.runStage(change),
      failure: 'deals of a changed stage are not up to date',
      idsOf: ({ stageId }) => ({ stage_id: stageId }),
    });
  }

  private async *runStage(change: ChangedStage): Batches {
    const { accountId, stageId } = change;
    for (let after: string | undefined = NO_ID; after;) {
      const leads: string[] = await this.database.read(listOutdatedIn(accountId, stageId, after, ROWS_CHANGED));
      if (leads.length > 0) await this.all.settle(accountId, leads);
      after = leads.at(-1);
      if (after) yield;
    }
    // A stage that changed again meanwhile is found again.
    if (this.changed.get(stageId) === change) this.changed.delete(stageId);
  }
}
