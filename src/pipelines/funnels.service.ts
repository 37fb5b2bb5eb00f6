import { Injectable } from '@nestjs/common';
import { lockAccount } from '../accounts/account.queries';
import { ApiError } from '../common/api-error';
import { MAX_PIPELINES } from '../common/limits';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import { deleteStages, isTargetOfAutomation, lockPipeline } from './funnel-edit.queries';
import { stageProblems } from './funnel-rules';
import { addFunnel, type NewFunnel } from './new-funnel';
import { Pipeline } from './pipeline.entity';
import type { Funnel } from './pipeline.view';
import { PipelinesService } from './pipelines.service';
import { Stage } from './stage.entity';

/** What of a pipeline may be changed; absent fields stay. */
export interface PipelineChanges {
  readonly name?: string;
  readonly isDefault?: boolean;
}

/** Editing an account's funnels. At every moment exactly one is the default: such changes lock the account first. */
@Injectable()
export class FunnelsService {
  constructor(
    private readonly database: Database,
    private readonly pipelines: PipelinesService,
  ) {}

  /** Throws 422 for stages that break a rule, `conflict` beyond the number of pipelines an account may have. */
  async add(accountId: string, funnel: NewFunnel): Promise<Funnel> {
    const problems = stageProblems(funnel.stages, 'stages');
    if (problems.length > 0) throw ApiError.invalid(problems);
    const id = await this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      if ((await tx.entities.countBy(Pipeline, { accountId })) >= MAX_PIPELINES) throw new ApiError('conflict');
      if (funnel.isDefault) await tx.entities.update(Pipeline, { accountId, isDefault: true }, { isDefault: false });
      return addFunnel(tx.entities, accountId, funnel);
    });
    return this.get(accountId, id);
  }

  /** Throws `not_found`, and `conflict` for a default pipeline that would no longer be one. */
  async change(accountId: string, id: string, { name, isDefault }: PipelineChanges): Promise<Funnel> {
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const pipeline = await lockPipeline(tx, accountId, id);
      if (!pipeline) throw new ApiError('not_found');
      if (pipeline.isDefault && isDefault === false) throw new ApiError('conflict');
      if (name !== undefined) await tx.entities.update(Pipeline, { accountId, id }, { name });
      if (isDefault && !pipeline.isDefault) {
        await tx.entities.update(Pipeline, { accountId, isDefault: true }, { isDefault: false });
        await tx.entities.update(Pipeline, { accountId, id }, { isDefault: true });
      }
    });
    return this.get(accountId, id);
  }

  /** Throws `not_found`, `conflict` for the default pipeline, `stage_in_use` while a stage holds deals. */
  async remove(accountId: string, id: string): Promise<Funnel> {
    try {
      return await this.database.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        const pipeline = await lockPipeline(tx, accountId, id);
        if (!pipeline) throw new ApiError('not_found');
        if (pipeline.isDefault) throw new ApiError('conflict');
        const stages = await tx.entities.find(Stage, {
          where: { accountId, pipelineId: id },
          order: { position: 'ASC' },
        });
        const removed = await tx.entities.findOneByOrFail(Pipeline, { accountId, id });
        const ids = stages.map((stage) => stage.id);
        if (await isTargetOfAutomation(tx, accountId, ids)) throw new ApiError('conflict');
        await deleteStages(tx, accountId, ids);
        await tx.entities.delete(Pipeline, { accountId, id });
        return { pipeline: removed, stages };
      });
    } catch (error) {
      throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new ApiError('stage_in_use') : error;
    }
  }

  private async get(accountId: string, id: string): Promise<Funnel> {
    const funnel = (await this.pipelines.list(accountId)).find(({ pipeline }) => pipeline.id === id);
    if (!funnel) throw new ApiError('not_found');
    return funnel;
  }
}

const FOREIGN_KEY_VIOLATION = '23503';
