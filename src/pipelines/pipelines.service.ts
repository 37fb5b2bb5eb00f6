import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Author } from '../accounts/actor';
import { lockAccount } from '../accounts/account.queries';
import { recordAudit } from '../audit/audit.queries';
import { ApiError } from '../common/api-error';
import { MAX_PIPELINES } from '../contract/limits';
import type { OwnerPipelineView } from '../contract/pipeline';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import { hasEntryStage, stageProblems, pipelineConflict, refuseTooMany } from './pipeline-rules';
import {
  countStagesOfAccount,
  findPipeline,
  ownerPipelinesText,
  pipelinesText,
  deleteStages,
  lockPipeline,
} from './pipeline.queries';
import { addPipeline, type NewPipeline } from './new-pipeline';
import { Pipeline, Stage } from './pipeline.entity';
import { StageReferences } from './stage-references';
import { shareActive } from '../accounts/members/members.queries';
import type { Transaction } from '../database/transaction';
import { endRota, insertRotaMember, keepMembers, listRotaPositions, lockRota, startRota } from './rota.queries';
import { positionsOfNew } from './rota';

/** Changes of a pipeline; absent fields stay. */
interface PipelineChanges {
  readonly name?: string;
  readonly isDefault?: boolean;
  /** Member ids, each once. */
  readonly rota?: readonly string[];
}

/**
 * Pipelines of an account; exactly one is always the default, with an entry stage. Changes of pipelines lock the account, then
 * members, then the pipeline; changes of stages lock the pipeline.
 */
@Injectable()
export class PipelinesService {
  constructor(
    private readonly database: Database,
    private readonly references: StageReferences,
  ) {}

  /** Returns JSON, as a partner sees them. */
  list(accountId: string): Promise<string> {
    return this.database.as('partner').read(pipelinesText(accountId));
  }

  /** Returns JSON, as the owner sees them. */
  listOwn(accountId: string): Promise<string> {
    return this.database.read(ownerPipelinesText(accountId));
  }

  /** Throws 422 for stages that break a rule, and `conflict` for too many, or a default pipeline without an entry stage. */
  async add(accountId: string, pipeline: NewPipeline, actor: Author): Promise<OwnerPipelineView> {
    const problems = stageProblems(pipeline.stages, 'stages');
    if (problems.length > 0) throw ApiError.invalid(problems);
    refuseTooMany([pipeline]);
    if (pipeline.isDefault && !hasEntryStage(pipeline)) throw pipelineConflict('defaultWithoutEntry');
    return this.database.transaction(accountId, async (tx) => {
      await tx.send(lockAccount(accountId));
      if ((await tx.entitiesOf(accountId).countBy(Pipeline, { accountId })) >= MAX_PIPELINES)
        throw pipelineConflict('tooManyPipelines');
      refuseTooMany([pipeline], await tx.send(countStagesOfAccount(accountId)));
      if (pipeline.isDefault)
        await tx.entitiesOf(accountId).update(Pipeline, { accountId, isDefault: true }, { isDefault: false });
      const id = await addPipeline(tx.entitiesOf(accountId), accountId, pipeline);
      const [, added] = await tx.commit([
        recordAudit(accountId, actor, 'pipeline.created', { type: 'pipeline', id }),
        findPipeline(accountId, id),
      ]);
      return added;
    });
  }

  /**
   * Throws `not_found`, 422 for a rota with somebody who is no active member, and `conflict` when no pipeline would be the default, or
   * the new default would lack an entry stage.
   */
  change(
    accountId: string,
    id: string,
    { name, isDefault, rota }: PipelineChanges,
    actor: Author,
  ): Promise<OwnerPipelineView> {
    return this.database.transaction(accountId, async (tx) => {
      await tx.send(lockAccount(accountId));
      if (rota) await expectActiveRota(tx, accountId, rota);
      const pipeline = await tx.send(lockPipeline(accountId, id));
      const before = await tx.send(findPipeline(accountId, id));
      if (pipeline.isDefault && isDefault === false) throw pipelineConflict('isDefault');
      if (name !== undefined) await tx.entitiesOf(accountId).update(Pipeline, { accountId, id }, { name });
      if (isDefault && !pipeline.isDefault) {
        const hasEntry = await tx.entitiesOf(accountId).existsBy(Stage, { accountId, pipelineId: id, isEntry: true });
        if (!hasEntry) throw pipelineConflict('defaultWithoutEntry');
        await tx.entitiesOf(accountId).update(Pipeline, { accountId, isDefault: true }, { isDefault: false });
        await tx.entitiesOf(accountId).update(Pipeline, { accountId, id }, { isDefault: true });
      }
      if (rota) await setRota(tx, accountId, id, rota, actor);
      const after = await tx.send(findPipeline(accountId, id));
      const fields = (['name', 'is_default'] as const).filter((field) => before[field] !== after[field]);
      if (fields.length > 0)
        await tx.send(
          recordAudit(accountId, actor, 'pipeline.changed', { type: 'pipeline', id }, { details: { fields } }),
        );
      return after;
    });
  }

  /** Throws `not_found`, `conflict` for the default pipeline, `stage_in_use` while a stage holds deals. */
  async remove(accountId: string, id: string, actor: Author): Promise<OwnerPipelineView> {
    try {
      return await this.database.transaction(accountId, async (tx) => {
        await tx.send(lockAccount(accountId));
        const { isDefault } = await tx.send(lockPipeline(accountId, id));
        if (isDefault) throw pipelineConflict('isDefault');
        const removed = await tx.send(findPipeline(accountId, id));
        const ids = removed.stages.map((stage) => stage.id);
        const released = await this.references.release(tx, accountId, ids);
        await tx.send([released, deleteStages(accountId, id, ids)]);
        await tx.entitiesOf(accountId).delete(Pipeline, { accountId, id });
        await tx.send(recordAudit(accountId, actor, 'pipeline.deleted', { type: 'pipeline', id }));
        return removed;
      });
    } catch (error) {
      throw sqlState(error) === FOREIGN_KEY_VIOLATION ? new ApiError('stage_in_use') : error;
    }
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Keeps the members of a rota active until the commit. Throws 422 for one who is no active member. */
async function expectActiveRota(tx: Transaction, accountId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const active = await tx.send(shareActive(accountId, memberIds));
  if (active.length < memberIds.length) throw ApiError.invalid([{ field: 'rota', message: NO_ACTIVE_MEMBER }]);
}

/**
 * Sets who is in the rota of a pipeline; those who stay keep their positions. A rota that has had nobody begins anew. Requires the locks of
 * the pipeline and the members.
 */
async function setRota(
  tx: Transaction,
  accountId: string,
  pipelineId: string,
  memberIds: readonly string[],
  actor: Author,
): Promise<void> {
  const [, current] = await tx.send([lockRota(accountId, pipelineId), listRotaPositions(accountId, pipelineId)]);
  const members = { before: current.map(({ memberId }) => memberId), after: memberIds.toSorted() };
  const subject = { type: 'pipeline', id: pipelineId } as const;
  await tx.send([
    memberIds.length === 0
      ? endRota(accountId, pipelineId)
      : [
          current.length === 0 ? startRota(accountId, pipelineId) : undefined,
          keepMembers(accountId, pipelineId, memberIds),
          positionsOfNew(memberIds, current).map((position) => insertRotaMember(accountId, pipelineId, position)),
        ],
    isDeepStrictEqual(members.before, members.after)
      ? undefined
      : recordAudit(accountId, actor, 'rota.changed', subject, { details: { members } }),
  ]);
}

const NO_ACTIVE_MEMBER = 'tem quem não é uma pessoa ativa da equipe';
