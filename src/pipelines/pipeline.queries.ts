import { map, prepared, readRow, readRows } from '../database/query';
import type { PipelineWithRota, PipelineWithStages } from './pipeline.view';

// One statement: with two, a pipeline could be shown without its stages.
const list = (more = ''): string =>
  `select p.id, p.name, p.is_default as "isDefault", ${more}
          coalesce((select json_agg(json_build_object(
                      'id', s.id, 'name', s.name, 'position', s.position, 'isEntry', s.is_entry, 'isWon', s.is_won,
                      'isLost', s.is_lost, 'isScheduling', s.is_scheduling, 'isSale', s.is_sale, 'value', s.value::text)
                      order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 order by p.is_default desc, p.created_at, p.id`;

const LIST_PIPELINES = prepared('list_pipelines', list());

/** Pipelines of an account as of one moment: the default first, then by creation; stages in order. */
export const listPipelines = (accountId: string) => readRows<PipelineWithStages>(LIST_PIPELINES, [accountId]);

const ROTA = `array(select rm.member_id::text from rota_members rm
                 where rm.account_id = $1 and rm.pipeline_id = p.id order by rm.turn, rm.member_id) as rota,`;
const LIST_WITH_ROTAS = prepared('list_pipelines_with_rotas', list(ROTA));

/** The same with their rotas, in the order in which members are served. */
export const listWithRotas = (accountId: string) => readRows<PipelineWithRota>(LIST_WITH_ROTAS, [accountId]);

/** Finds a pipeline that the caller has locked or made, so it exists. */
export const findPipeline = (accountId: string, id: string) =>
  map(listWithRotas(accountId), (all) => {
    const pipeline = all.find((one) => one.id === id);
    if (!pipeline) throw new Error('a pipeline vanished under its lock');
    return pipeline;
  });

const COUNT_STAGES = prepared(
  'count_stages_of_account',
  `select count(*)::int as count from stages s where s.account_id = $1`,
);

/** Stages of all pipelines. Requires the account's lock. */
export const countStagesOfAccount = (accountId: string) =>
  map(readRow<{ count: number }>(COUNT_STAGES, [accountId]), (row) => row?.count ?? 0);
