import { map, prepared, readRows } from '../database/query';
import type { PipelineWithStages } from './pipeline.view';

// One statement: with two, a pipeline could be shown without its stages.
const LIST_PIPELINES = prepared(
  'list_pipelines',
  `select p.id, p.name, p.is_default as "isDefault",
          coalesce((select json_agg(json_build_object(
                      'id', s.id, 'name', s.name, 'position', s.position, 'isEntry', s.is_entry, 'isWon', s.is_won,
                      'isLost', s.is_lost, 'isScheduling', s.is_scheduling, 'isSale', s.is_sale, 'value', s.value::text)
                      order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 order by p.is_default desc, p.created_at, p.id`,
);

/** Pipelines of an account as of one moment: the default first, then by creation; stages in order. */
export const listPipelines = (accountId: string) => readRows<PipelineWithStages>(LIST_PIPELINES, [accountId]);

/** Finds a pipeline that the caller has locked or made, so it exists. */
export const findPipeline = (accountId: string, id: string) =>
  map(listPipelines(accountId), (all) => {
    const pipeline = all.find((one) => one.id === id);
    if (!pipeline) throw new Error('a pipeline vanished under its lock');
    return pipeline;
  });
