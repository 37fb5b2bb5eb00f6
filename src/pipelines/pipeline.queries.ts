import type { OwnerPipelineView, OwnerStageView, PipelineView, StageView } from '../contract/pipeline';
import { map, prepared, readRow, readRows } from '../database/query';
import { jsonOf, type SqlOf } from '../database/sql-json';
import type { PipelineWithStages } from './pipeline.view';

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
