import type { PipelineWithStages } from '../pipelines/pipeline.view';
import { plainText } from './plain-text';

/** What is needed of a pipeline to find it and its stages by name. */
type NamedPipeline = Named & { readonly stages: readonly Named[] };

type Named = Pick<PipelineWithStages, 'id' | 'name'>;

/** Pipelines and stages as a row of a file names them: by id or by name. */
interface NamedDeal {
  readonly pipeline_id?: string;
  readonly stage_id?: string;
}

/** Gives the id of one by its id, else by its name; undefined for a text that is neither. */
type IdOf = (text: string) => string | undefined;

/** The pipelines and stages of an account, by what a row may call them: made once for a file. */
export interface DealNames {
  readonly pipeline: IdOf;
  readonly stage: IdOf;
  readonly stageOf: ReadonlyMap<string, IdOf>;
}

/** A stage without a pipeline is looked for in the default one, which comes first, then in the others. */
export const dealNames = (pipelines: readonly NamedPipeline[]): DealNames => ({
  pipeline: idIn(pipelines),
  stage: idIn(pipelines.flatMap(({ stages }) => stages)),
  stageOf: new Map(pipelines.map(({ id, stages }) => [id, idIn(stages)])),
});

/** Gives the ids of the pipeline and the stage that a row names. What is no name stays as it is. */
export function dealIds<Deal extends NamedDeal>(names: DealNames, deal: Deal): Deal {
  const pipeline = deal.pipeline_id === undefined ? undefined : names.pipeline(deal.pipeline_id);
  const stages = (pipeline === undefined ? undefined : names.stageOf.get(pipeline)) ?? names.stage;
  const stage = deal.stage_id === undefined ? undefined : stages(deal.stage_id);
  return { ...deal, ...(pipeline && { pipeline_id: pipeline }), ...(stage && { stage_id: stage }) };
}

/** Of several with one name, the first has it. */
function idIn(all: readonly Named[]): IdOf {
  const ids = new Set(all.map(({ id }) => id));
  const byName = new Map([...all].reverse().map(({ id, name }) => [plainText(name), id]));
  return (text) => {
    const id = text.toLowerCase();
    return ids.has(id) ? id : byName.get(plainText(text));
  };
}
