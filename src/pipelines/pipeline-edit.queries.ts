import { lockRow, lockRows, map, prepared, write } from '../database/query';
import type { Transaction } from '../database/transaction';
import { Stage } from './stage.entity';
import { missing } from '../common/api-error';

const LOCK_PIPELINE = prepared(
  'lock_pipeline',
  `select id, is_default as "isDefault" from pipelines where account_id = $1 and id = $2 for no key update`,
);

/** Fields of a pipeline that must not change while it is locked. */
export interface LockedPipeline {
  readonly id: string;
  readonly isDefault: boolean;
}

/** Locks the pipeline's row against other changes of its stages and their order. Throws `not_found`. */
export const lockPipeline = (accountId: string, id: string) =>
  map(lockRow<LockedPipeline>('pipeline', LOCK_PIPELINE, [accountId, id]), found('pipeline'));

const found =
  (what: 'pipeline' | 'stage') =>
  <Row>(row: Row | undefined): Row => {
    if (!row) throw missing(what);
    return row;
  };

const LOCK_PIPELINE_OF_STAGE = prepared(
  'lock_pipeline_of_stage',
  `select id, is_default as "isDefault" from pipelines
   where account_id = $1 and id = (select s.pipeline_id from stages s where s.account_id = $1 and s.id = $2)
   for no key update`,
);

/** Locks a stage's pipeline and returns the stage. Neither its stages nor the default can then change. Throws `not_found`. */
export async function lockStage(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<{ stage: Stage; pipeline: LockedPipeline }> {
  const pipeline = await tx.send(
    map(lockRow<LockedPipeline>('pipeline', LOCK_PIPELINE_OF_STAGE, [accountId, id]), found('stage')),
  );
  const stage = found('stage')((await tx.entitiesOf(accountId).findOneBy(Stage, { accountId, id })) ?? undefined);
  return { stage, pipeline };
}

const HOLD_PIPELINE_OF_STAGE = prepared(
  'hold_pipeline_of_stage',
  `select id from pipelines
   where account_id = $1 and id = (select s.pipeline_id from stages s where s.account_id = $1 and s.id = $2)
   for share`,
);

/** Keeps the flags of all stages of this pipeline unchanged until the transaction ends; the lock is shared. */
export const holdPipelineOfStage = (accountId: string, stageId: string) =>
  lockRow<{ id: string }>('pipeline', HOLD_PIPELINE_OF_STAGE, [accountId, stageId]);

const LOCK_STAGES = prepared(
  'lock_stages',
  `select id from stages where account_id = $1 and pipeline_id = $2 order by id for update`,
);

const lockStages = (accountId: string, pipelineId: string) => lockRows('stage', LOCK_STAGES, [accountId, pipelineId]);

const MOVE_POSITIONS_AWAY = prepared(
  'move_positions_away',
  `update stages set position = -position where account_id = $1 and pipeline_id = $2`,
);
const SET_POSITIONS = prepared(
  'set_positions',
  `update stages s set position = o.position
   from unnest($3::uuid[]) with ordinality as o (id, position)
   where s.account_id = $1 and s.pipeline_id = $2 and s.id = o.id`,
);

/** Numbers the stages 1, 2, 3 … in the order of the ids. Takes two steps, because positions are unique. */
export const renumberStages = (accountId: string, pipelineId: string, ids: readonly string[]) => [
  lockStages(accountId, pipelineId),
  write(MOVE_POSITIONS_AWAY, [accountId, pipelineId]),
  write(SET_POSITIONS, [accountId, pipelineId, ids]),
];

const DELETE_STAGES = prepared(
  'delete_stages',
  `delete from stages where account_id = $1 and pipeline_id = $2 and id = any($3::uuid[])`,
);

/** Fails with 23503 when one of the stages holds deals. */
export const deleteStages = (accountId: string, pipelineId: string, ids: readonly string[]) => [
  lockStages(accountId, pipelineId),
  write(DELETE_STAGES, [accountId, pipelineId, ids]),
];
