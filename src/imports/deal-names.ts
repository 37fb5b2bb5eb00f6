import type { PipelineWithStages } from '../pipelines/pipeline.view';
import { plainText } from './plain-text';

/** What is needed of a pipeline to find it and its stages by name. */
export type NamedPipeline = Pick<PipelineWithStages, 'id' | 'name'> & {
  readonly stages: readonly Pick<PipelineWithStages['stages'][number], 'id' | 'name'>[];
};

/** Pipelines and stages as a row of a file names them: by id or by name. */
interface NamedDeal {
  readonly pipeline_id?: string;
  readonly stage_id?: string;
}

/**
 * Gives the ids of the pipeline and the stage that a row names. A stage without a pipeline is looked for in the default one, which comes
 * first, then in the others. What is no name stays as it is.
 */
export function dealIds<Deal extends NamedDeal>(pipelines: readonly NamedPipeline[], deal: Deal): Deal {
  const pipeline = deal.pipeline_id === undefined ? undefined : named(pipelines, deal.pipeline_id);
  const stages = (pipeline ? [pipeline] : pipelines).flatMap((one) => one.stages);
  const stage = deal.stage_id === undefined ? undefined : named(stages, deal.stage_id);
  return { ...deal, ...(pipeline && { pipeline_id: pipeline.id }), ...(stage && { stage_id: stage.id }) };
}

/** Found by its id, else by its name. */
const named = <One extends { readonly id: string; readonly name: string }>(all: readonly One[], text: string) =>
  all.find(({ id }) => id === text.toLowerCase()) ?? all.find(({ name }) => plainText(name) === plainText(text));
