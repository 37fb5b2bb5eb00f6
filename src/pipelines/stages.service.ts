import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { MAX_STAGES } from '../common/limits';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import type { Transaction } from '../database/sql';
import { deleteStages, isTargetOfAutomation, lockPipeline, lockStage, renumberStages } from './funnel-edit.queries';
import { flagProblems } from './funnel-rules';
import { type NewStage, stageOf } from './new-funnel';
import { Stage } from './stage.entity';

/** What of a stage may be changed; absent fields stay, a `value` of null takes the value away. */
export type StageChanges = Partial<Omit<NewStage, 'value'>> & { readonly value?: number | null };

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Editing the stages of a pipeline, whose row is locked meanwhile: their order has no gaps and no doubles. */
@Injectable()
export class StagesService {
  constructor(private readonly database: Database) {}

  /**
   * Adds a stage at a place of the funnel, 1 or more; at the end without one. Throws `not_found`, 422 for flags that
   * exclude each other, `conflict` for a second entry stage or one stage too many.
   */
  add(accountId: string, pipelineId: string, stage: NewStage, position?: number): Promise<Stage> {
    return this.edit(async (tx) => {
      if (!(await lockPipeline(tx, accountId, pipelineId))) throw new ApiError('not_found');
      refuseBadFlags(stage);
      const ids = await stageIds(tx, accountId, pipelineId);
      if (ids.length >= MAX_STAGES) throw new ApiError('conflict');
      const row = stageOf(accountId, pipelineId, stage, ids.length + 1);
      await tx.entities.insert(Stage, row);
      await this.place(tx, accountId, pipelineId, row.id, position ?? ids.length + 1);
      return tx.entities.findOneByOrFail(Stage, { accountId, id: row.id });
    });
  }

  /** Throws as `add`. */
  change(accountId: string, id: string, changes: StageChanges, position?: number): Promise<Stage> {
    return this.edit(async (tx) => {
      const stage = await lockStage(tx, accountId, id);
      const { value, ...flags } = changes;
      refuseBadFlags({ ...stage, ...flags, value: undefined });
      const set = { ...flags, ...(value !== undefined && { value: value === null ? null : String(value) }) };
      if (Object.keys(set).length > 0) await tx.entities.update(Stage, { accountId, id }, set);
      if (position !== undefined) await this.place(tx, accountId, stage.pipelineId, id, position);
      return tx.entities.findOneByOrFail(Stage, { accountId, id });
    });
  }

  /** Throws `not_found`, `stage_in_use` while it holds deals, `conflict` while an automation moves deals into it. */
  remove(accountId: string, id: string): Promise<Stage> {
    return this.edit(async (tx) => {
      const stage = await lockStage(tx, accountId, id);
      if (await isTargetOfAutomation(tx, accountId, [id])) throw new ApiError('conflict');
      await deleteStages(tx, accountId, [id]);
      await renumberStages(tx, accountId, stage.pipelineId, await stageIds(tx, accountId, stage.pipelineId));
      return stage;
    });
  }

  private async place(
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
    await renumberStages(tx, accountId, pipelineId, others.toSpliced(position - 1, 0, id));
  }

  /** The database says what two requests at once may not do: a second entry stage, deals in a deleted stage. */
  private async edit(work: (tx: Transaction) => Promise<Stage>): Promise<Stage> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      if (sqlState(error) === UNIQUE_VIOLATION) throw new ApiError('conflict');
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw new ApiError('stage_in_use');
      throw error;
    }
  }
}

const stageIds = async ({ entities }: Transaction, accountId: string, pipelineId: string): Promise<string[]> => {
  const stages = await entities.find(Stage, { where: { accountId, pipelineId }, order: { position: 'ASC' } });
  return stages.map((stage) => stage.id);
};

function refuseBadFlags(stage: NewStage): void {
  const problems = flagProblems(stage, '');
  if (problems.length > 0) throw ApiError.invalid(problems);
}
