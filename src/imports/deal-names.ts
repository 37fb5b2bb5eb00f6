import { isId } from '../common/id.pipe';
import type { FieldError } from '../contract/error';
import type { PipelineWithStages } from '../pipelines/pipeline.view';
import { plainText } from './plain-text';

/** What is needed of a pipeline to find it and its stages by name. */
type NamedPipeline = Named & { readonly stages: readonly NamedStage[] };
type NamedStage = Named & Pick<PipelineWithStages['stages'][number], 'isWon'>;
type Named = Pick<PipelineWithStages, 'id' | 'name'>;

/** Pipelines and stages as a row of a file names them: by id or by name. */
export interface NamedDeal {
  readonly pipeline_id?: string;
  readonly stage_id?: string;
}

interface PlacedStage extends NamedStage {
  readonly pipelineId: string;
}

/** Finds one by its name; undefined for a name that none has. */
type ByName<Found> = (name: string) => Found | undefined;

/** The pipelines and stages of an account, by what a row may call them: made once for a file. */
export interface DealNames {
  readonly pipeline: ByName<NamedPipeline>;
  readonly stage: ByName<PlacedStage>;
  readonly stageOf: ReadonlyMap<string, ByName<PlacedStage>>;
}

/** A stage without a pipeline is looked for in the default one, which comes first, then in the others. */
export function dealNames(pipelines: readonly NamedPipeline[]): DealNames {
  const placed = pipelines.map(({ id, stages }) => ({
    id,
    stages: stages.map((stage) => ({ ...stage, pipelineId: id })),
  }));
  return {
    pipeline: byExactName(pipelines),
    stage: byName(placed.flatMap(({ stages }) => stages)),
    stageOf: new Map(placed.map(({ id, stages }) => [id, byExactName(stages)])),
  };
}

/**
 * Gives the ids of the pipeline and the stage that a row names. A name that is unknown, or that of a won stage, is left out; an id stays
 * as it is.
 */
export function dealIds<Deal extends NamedDeal>(
  names: DealNames,
  { pipeline_id: pipelineText, stage_id: stageText, ...rest }: Deal,
): { readonly deal: Omit<Deal, keyof NamedDeal> & NamedDeal; readonly leftOut: readonly FieldError[] } {
  const pipelineId = idIn(pipelineText, (name) => names.pipeline(name)?.id);
  const stages = (pipelineId === undefined ? undefined : names.stageOf.get(pipelineId)) ?? names.stage;
  const stage = stageText === undefined || isId(stageText) ? undefined : stages(stageText);
  const open = stage?.isWon ? undefined : stage;
  const stageId = stageText !== undefined && isId(stageText) ? stageText : open?.id;
  const placeId = pipelineId ?? open?.pipelineId;
  return {
    deal: { ...rest, ...(placeId && { pipeline_id: placeId }), ...(stageId && { stage_id: stageId }) },
    leftOut: [
      ...(pipelineText !== undefined && pipelineId === undefined ? [UNKNOWN_PIPELINE] : []),
      ...(stageText !== undefined && stageId === undefined ? [stage ? WON_STAGE : UNKNOWN_STAGE] : []),
    ],
  };
}

const UNKNOWN_PIPELINE: FieldError = {
  field: 'deal.pipeline_id',
  message: 'não há funil com este nome; o negócio vai para o funil padrão',
};
const UNKNOWN_STAGE: FieldError = {
  field: 'deal.stage_id',
  message: 'não há etapa com este nome no funil; o negócio vai para a etapa de entrada',
};
const WON_STAGE: FieldError = {
  field: 'deal.stage_id',
  message: 'a etapa é de ganho, que exige o fechamento do negócio; ele vai para a etapa de entrada',
};

const idIn = (text: string | undefined, found: (name: string) => string | undefined): string | undefined =>
  text === undefined || isId(text) ? text?.toLowerCase() : found(text);

/** Of several with one name, the first has it. */
function byName<Found extends Named>(all: readonly Found[]): ByName<Found> {
  const found = new Map([...all].reverse().map((one) => [plainText(one.name), one]));
  return (name) => found.get(plainText(name));
}

/** As it is written in an export, else as people write it. */
function byExactName<Found extends Named>(all: readonly Found[]): ByName<Found> {
  const names = distinctNames(all);
  const exact = new Map(all.map((one) => [names.get(one.id), one]));
  const similar = byName(all);
  return (name) => exact.get(name) ?? similar(name);
}

/**
 * The names by the ids, each another one: of several that are called the same, the second is `Vendas (2)`. So an export names what its
 * import finds.
 */
export function distinctNames(all: readonly Named[]): ReadonlyMap<string, string> {
  const taken = new Set(all.map(({ name }) => name));
  const given = new Map<string, string>();
  const seen = new Set<string>();
  for (const { id, name } of all) {
    let own = name;
    for (let n = 2; seen.has(own) || (own !== name && taken.has(own)); n++) own = `${name} (${n})`;
    seen.add(own);
    given.set(id, own);
  }
  return given;
}
