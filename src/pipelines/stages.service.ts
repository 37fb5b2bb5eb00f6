import { Injectable } from '@nestjs/common';
import type { Author } from '../accounts/actor';
import { lockAccount } from '../accounts/account.queries';
import { recordAudit } from '../audit/audit.queries';
import { ApiError } from '../common/api-error';
import type { AuditDetails } from '../contract/audit';
import { MAX_STAGES, MAX_STAGES_OF_ACCOUNT } from '../contract/limits';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import type { Transaction } from '../database/transaction';
import {
  countStagesOfAccount,
  deleteStages,
  type LockedPipeline,
  lockPipeline,
  lockStage,
  ownerStageView,
  renumberStages,
} from './pipeline.queries';
import { flagProblems, pipelineConflict } from './pipeline-rules';
import { type NewStage, newStageOf } from './new-pipeline';
import { StageReferences, StageKinds } from './stage-references';
import { Stage } from './pipeline.entity';

/** Changes of a stage; absent fields stay, a `value` of null removes the value. */
export type StageChanges = Partial<NewStage>;

const FOREIGN_KEY_VIOLATION = '23503';

/** Edits the stages of a locked pipeline; positions stay unique and without gaps. */
@Injectable()
export class StagesService {
  constructor(
    private readonly database: Database,
    private readonly references: StageReferences,
    private readonly kinds: StageKinds,
  ) {}

  /**
   * Adds a stage at a position from 1 on; at the end without one. A new entry stage takes the flag from the old one. Throws `not_found`,
   * 422 for flags that exclude each other, and `conflict` for one stage too many.
   */
  add(
    accountId: string,
    pipelineId: string,
    stage: NewStage,
    position: number | undefined,
    actor: Author,
  ): Promise<Stage> {
    return this.edit(accountId, async (tx) => {
      // Stages of other pipelines count, too.
      await tx.send(lockAccount(accountId));
      await tx.send(lockPipeline(accountId, pipelineId));
      refuseBadFlags(stage);
      const ids = await stageIds(tx, accountId, pipelineId);
      if (ids.length >= MAX_STAGES) throw pipelineConflict('tooManyStages');
      if ((await tx.send(countStagesOfAccount(accountId))) >= MAX_STAGES_OF_ACCOUNT)
        throw pipelineConflict('tooManyStagesOfAccount');
      if (stage.isEntry) await unflagEntry(tx, accountId, pipelineId);
      const row = newStageOf(accountId, pipelineId, stage, ids.length + 1);
      await tx.entitiesOf(accountId).insert(Stage, row);
      await this.setPosition(tx, accountId, pipelineId, row.id, position ?? ids.length + 1);
      await tx.send(recordStage(accountId, actor, 'stage.created', row.id));
      return tx.entitiesOf(accountId).findOneByOrFail(Stage, { accountId, id: row.id });
    });
  }

  /** Throws as `add`, and `conflict` when the default pipeline would lose its entry stage. */
  async change(
    accountId: string,
    id: string,
    changes: StageChanges,
    position: number | undefined,
    actor: Author,
  ): Promise<Stage> {
    const { value, ...flags } = changes;
    const changed = await this.edit(accountId, async (tx) => {
      const { stage, pipeline } = await lockStage(tx, accountId, id);
      refuseBadFlags({ ...stage, ...flags, value: undefined });
      if (isEntryOfDefault(stage, pipeline) && flags.isEntry === false) throw pipelineConflict('entryOfDefault');
      if (flags.isEntry) await unflagEntry(tx, accountId, pipeline.id);
      const set = { ...flags, ...(value !== undefined && { value: value === null ? null : String(value) }) };
      if (Object.keys(set).length > 0) await tx.entitiesOf(accountId).update(Stage, { accountId, id }, set);
      if (position !== undefined) await this.setPosition(tx, accountId, pipeline.id, id, position);
      const after = await tx.entitiesOf(accountId).findOneByOrFail(Stage, { accountId, id });
      const details = stageDetails(stage, after);
      if (details) await tx.send(recordStage(accountId, actor, 'stage.changed', id, details));
      return after;
    });
    if (flags.isWon !== undefined || flags.isLost !== undefined) this.kinds.publishChange(accountId, id);
    return changed;
  }

  /**
   * Throws `not_found`, `stage_in_use` while the stage holds deals, `conflict` for the default pipeline's entry stage and for a stage
   * that an automation moves deals into.
   */
  remove(accountId: string, id: string, actor: Author): Promise<Stage> {
    return this.edit(accountId, async (tx) => {
      const { stage, pipeline, released } = await this.release(tx, accountId, id);
      await tx.send([
        released,
        deleteStages(accountId, pipeline.id, [id]),
        recordStage(accountId, actor, 'stage.deleted', id),
      ]);
      await tx.send(renumberStages(accountId, pipeline.id, await stageIds(tx, accountId, pipeline.id)));
      return stage;
    });
  }

  /** Throws as `remove` would once the stage has no deals. */
  async expectRemovable(accountId: string, id: string): Promise<void> {
    await this.database.transaction(accountId, (tx) => this.release(tx, accountId, id));
  }

  /** Locks a stage that may be deleted. */
  private async release(tx: Transaction, accountId: string, id: string) {
    const { stage, pipeline } = await lockStage(tx, accountId, id);
    if (isEntryOfDefault(stage, pipeline)) throw pipelineConflict('entryOfDefault');
    return { stage, pipeline, released: await this.references.release(tx, accountId, [id]) };
  }

  private async setPosition(
    tx: Transaction,
    accountId: string,
    pipelineId: string,
    id: string,
    position: number,
  ): Promise<void> {
    const others = (await stageIds(tx, accountId, pipelineId)).filter((other) => other !== id);
    if (position > others.length + 1) {
      throw ApiError.invalid([{ field: 'position', message: `deve ser de 1 a ${others.length + 1}` }]);
    }
    await tx.send(renumberStages(accountId, pipelineId, others.toSpliced(position - 1, 0, id)));
  }

  /** The database refuses a deal in a deleted stage, which two concurrent requests could cause. */
  private async edit(accountId: string, work: (tx: Transaction) => Promise<Stage>): Promise<Stage> {
    try {
      return await this.database.transaction(accountId, work);
    } catch (error) {
      throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new ApiError('stage_in_use') : error;
    }
  }
}

const recordStage = (
  accountId: string,
  actor: Author,
  action: 'stage.created' | 'stage.changed' | 'stage.deleted',
  id: string,
  details?: AuditDetails,
) => recordAudit(accountId, actor, action, { type: 'stage', id }, { details });

const STAGE_FIELDS = ['name', 'order', 'is_entry', 'is_won', 'is_lost', 'is_scheduling', 'is_sale', 'value'] as const;

/** What a change of a stage changed, without its name; undefined for nothing. */
function stageDetails(stageBefore: Stage, stageAfter: Stage): AuditDetails | undefined {
  const [before, after] = [ownerStageView(stageBefore), ownerStageView(stageAfter)];
  const fields = STAGE_FIELDS.filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return undefined;
  return { fields, ...(fields.includes('value') && { value: { before: before.value, after: after.value } }) };
}

const isEntryOfDefault = ({ isEntry }: Stage, { isDefault }: LockedPipeline): boolean => isEntry && isDefault;

/** Removes the flag from the entry stage of a pipeline, so that another stage can have it. */
const unflagEntry = (tx: Transaction, accountId: string, pipelineId: string) =>
  tx.entitiesOf(accountId).update(Stage, { accountId, pipelineId, isEntry: true }, { isEntry: false });

const stageIds = async (tx: Transaction, accountId: string, pipelineId: string): Promise<string[]> => {
  const stages = await tx
    .entitiesOf(accountId)
    .find(Stage, { where: { accountId, pipelineId }, order: { position: 'ASC' } });
  return stages.map((stage) => stage.id);
};

function refuseBadFlags(stage: NewStage): void {
  const problems = flagProblems(stage, '');
  if (problems.length > 0) throw ApiError.invalid(problems);
}
