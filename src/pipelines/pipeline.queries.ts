import type { OwnerPipelineView, OwnerStageView, PipelineView, StageView } from '../contract/pipeline';
import { map, prepared, readRow, readRows, lockRow, lockRows, write } from '../database/query';
import { jsonOf, type SqlOf } from '../database/sql-json';
import type { Transaction } from '../database/transaction';
import { missing } from '../common/api-error';
import { type Pipeline, Stage } from './pipeline.entity';

/** SQL: the stages of a row `p` of pipelines, in order. With a statement of their own, a pipeline could be shown without them. */
const stagesOf = (json: string): string => `coalesce((select json_agg(${json} order by s.position)
    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]')`;

const ORDER = 'p.is_default desc, p.created_at, p.id';

const LIST_PIPELINES = prepared(
  'list_pipelines',
  `select p.id, p.name, p.is_default as "isDefault", ${stagesOf(`json_build_object(
            'id', s.id, 'name', s.name, 'position', s.position, 'isEntry', s.is_entry, 'isWon', s.is_won,
            'isLost', s.is_lost, 'isScheduling', s.is_scheduling, 'isSale', s.is_sale, 'value', s.value::text)`)} as stages
   from pipelines p where p.account_id = $1 order by ${ORDER}`,
);

/** Pipelines of an account as of one moment: the default first, then by creation; stages in order. */
export const listPipelines = (accountId: string) => readRows<PipelineWithStages>(LIST_PIPELINES, [accountId]);

const STAGE: SqlOf<StageView> = {
  id: 's.id',
  name: 's.name',
  order: 's.position',
  is_entry: 's.is_entry',
  is_won: 's.is_won',
  is_lost: 's.is_lost',
};
const OWNER_STAGE: SqlOf<OwnerStageView> = {
  ...STAGE,
  is_scheduling: 's.is_scheduling',
  is_sale: 's.is_sale',
  value: 'trim_scale(s.value)',
};
const PIPELINE = { id: 'p.id', name: 'p.name', is_default: 'p.is_default' };
const PIPELINE_JSON = jsonOf<PipelineView>({ ...PIPELINE, stages: stagesOf(jsonOf(STAGE)) });
/** With its rota, in the order in which members are served. */
const OWNER_PIPELINE_JSON = jsonOf<OwnerPipelineView>({
  ...PIPELINE,
  rota: `array(select rm.member_id from rota_members rm
               where rm.account_id = $1 and rm.pipeline_id = p.id order by rm.turn, rm.member_id)`,
  stages: stagesOf(jsonOf(OWNER_STAGE)),
});

/** The pipelines as `listPipelines` orders them, in JSON that is sent unparsed: objects of thousands of stages take long to make. */
function listText(name: string, json: string) {
  const statement = prepared(
    name,
    `select coalesce(json_agg(${json} order by ${ORDER}), '[]')::text as pipelines from pipelines p where p.account_id = $1`,
  );
  return (accountId: string) =>
    map(readRow<{ pipelines: string }>(statement, [accountId]), (row) => row?.pipelines ?? '[]');
}

export const pipelinesText = listText('pipelines_text', PIPELINE_JSON);
export const ownerPipelinesText = listText('owner_pipelines_text', OWNER_PIPELINE_JSON);

const FIND_PIPELINE = prepared(
  'find_pipeline',
  `select ${OWNER_PIPELINE_JSON} as pipeline from pipelines p where p.account_id = $1 and p.id = $2`,
);

/** Finds a pipeline that the caller has locked or made, so it exists. */
export const findPipeline = (accountId: string, id: string) =>
  map(readRow<{ pipeline: OwnerPipelineView }>(FIND_PIPELINE, [accountId, id]), (row) => {
    if (!row) throw new Error('a pipeline vanished under its lock');
    return row.pipeline;
  });

const COUNT_STAGES = prepared(
  'count_stages_of_account',
  `select count(*)::int as count from stages s where s.account_id = $1`,
);

/** Stages of all pipelines. Requires the account's lock. */
export const countStagesOfAccount = (accountId: string) =>
  map(readRow<{ count: number }>(COUNT_STAGES, [accountId]), (row) => row?.count ?? 0);

/** Reason why new leads have no first stage: the default pipeline is missing, or lacks an entry stage. */
export interface MissingEntry {
  /** Null, like the name, without a default pipeline. */
  readonly pipelineId: string | null;
  readonly pipelineName: string | null;
  /** Database time of this statement. */
  readonly now: Date;
}

const FIND_MISSING_ENTRY = prepared(
  'find_missing_entry',
  `select p.id as "pipelineId", p.name as "pipelineName", date_trunc('milliseconds', now()) as now
   from (values (1)) always
   left join (select id, name from pipelines where account_id = $1 and is_default) p on true
   where not exists (select 1 from stages s where s.account_id = $1 and s.pipeline_id = p.id and s.is_entry)`,
);

/** Undefined in the usual case, when new leads have a first stage. */
export const findMissingEntry = (accountId: string) => readRow<MissingEntry>(FIND_MISSING_ENTRY, [accountId]);

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

const SHARE_PIPELINE_OF_STAGE = prepared(
  'hold_pipeline_of_stage',
  `select id from pipelines
   where account_id = $1 and id = (select s.pipeline_id from stages s where s.account_id = $1 and s.id = $2)
   for share`,
);

/** Keeps the flags of all stages of this pipeline unchanged until the transaction ends; the lock is shared. */
export const sharePipelineOfStage = (accountId: string, stageId: string) =>
  lockRow<{ id: string }>('pipeline', SHARE_PIPELINE_OF_STAGE, [accountId, stageId]);

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

type ShownStage = Omit<Stage, 'accountId' | 'pipelineId'>;

export interface PipelineWithStages extends Pick<Pipeline, 'id' | 'name' | 'isDefault'> {
  readonly stages: readonly ShownStage[];
}

/** Stage as its owner sees it, with the flags for the metrics. */
export const ownerStageView = (stage: ShownStage): OwnerStageView => ({
  id: stage.id,
  name: stage.name,
  order: stage.position,
  is_entry: stage.isEntry,
  is_won: stage.isWon,
  is_lost: stage.isLost,
  is_scheduling: stage.isScheduling,
  is_sale: stage.isSale,
  value: stage.value === null ? null : Number(stage.value),
});
