import { Injectable } from '@nestjs/common';
import { lockAccount } from '../accounts/account.queries';
import { ApiError } from '../common/api-error';
import { MAX_PIPELINES } from '../common/limits';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import { deleteStages, isTargetOfAutomation, lockPipeline } from './funnel-edit.queries';
import { funnelConflict } from './funnel-conflict';
import { hasEntryStage, stageProblems } from './funnel-rules';
import { findFunnel } from './funnel.queries';
import { addFunnel, type NewFunnel } from './new-funnel';
import { Pipeline } from './pipeline.entity';
import type { Funnel } from './pipeline.view';
import { Stage } from './stage.entity';

/** What of a pipeline may be changed; absent fields stay. */
export interface PipelineChanges {
  readonly name?: string;
  readonly isDefault?: boolean;
}

/**
 * Editing an account's funnels. At every moment exactly one is the default, with an entry stage: such changes lock the account
 * first, then the pipeline, whose lock those of its stages take too.
 */
@Injectable()
export class FunnelsService {
  constructor(private readonly database: Database) {}

  /**
   * Throws 422 for stages that break a rule, `conflict` for a default pipeline without an entry stage and beyond the number
   * of pipelines an account may have.
   */
  async add(accountId: string, funnel: NewFunnel): Promise<Funnel> {
    const problems = stageProblems(funnel.stages, 'stages');
    if (problems.length > 0) throw ApiError.invalid(problems);
    if (funnel.isDefault && !hasEntryStage(funnel)) throw funnelConflict('defaultWithoutEntry');
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      if ((await tx.entitiesOf(accountId).countBy(Pipeline, { accountId })) >= MAX_PIPELINES)
        throw funnelConflict('tooManyPipelines');
      if (funnel.isDefault)
        await tx.entitiesOf(accountId).update(Pipeline, { accountId, isDefault: true }, { isDefault: false });
      return findFunnel(tx, accountId, await addFunnel(tx.entitiesOf(accountId), accountId, funnel));
    });
  }

  /**
   * Throws `not_found`, and `conflict` for a default pipeline that would no longer be one and for one without an entry stage
   * that would become it.
   */
  change(accountId: string, id: string, { name, isDefault }: PipelineChanges): Promise<Funnel> {
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const pipeline = await lockPipeline(tx, accountId, id);
      if (pipeline.isDefault && isDefault === false) throw funnelConflict('isDefault');
      if (name !== undefined) await tx.entitiesOf(accountId).update(Pipeline, { accountId, id }, { name });
      if (isDefault && !pipeline.isDefault) {
        const hasEntry = await tx.entitiesOf(accountId).existsBy(Stage, { accountId, pipelineId: id, isEntry: true });
        if (!hasEntry) throw funnelConflict('defaultWithoutEntry');
        await tx.entitiesOf(accountId).update(Pipeline, { accountId, isDefault: true }, { isDefault: false });
        await tx.entitiesOf(accountId).update(Pipeline, { accountId, id }, { isDefault: true });
      }
      return findFunnel(tx, accountId, id);
    });
  }

  /** Throws `not_found`, `conflict` for the default pipeline, `stage_in_use` while a stage holds deals. */
  async remove(accountId: string, id: string): Promise<Funnel> {
    try {
      return await this.database.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        const { isDefault } = await lockPipeline(tx, accountId, id);
        if (isDefault) throw funnelConflict('isDefault');
        const removed = await findFunnel(tx, accountId, id);
        const ids = removed.stages.map((stage) => stage.id);
        if (await isTargetOfAutomation(tx, accountId, ids)) throw funnelConflict('isTarget');
        await deleteStages(tx, accountId, ids);
        await tx.entitiesOf(accountId).delete(Pipeline, { accountId, id });
        return removed;
      });
    } catch (error) {
      throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new ApiError('stage_in_use') : error;
    }
  }
}

const FOREIGN_KEY_VIOLATION = '23503';
