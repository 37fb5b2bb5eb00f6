import { isId } from '../../common/input/id.pipe';
import type { FieldError } from '../../contract/error';
import type { PipelineWithStages } from '../../pipelines/pipeline.queries';
import { plainText } from '../cells/texts';
import type { MemberName } from '../../contract/members/member';
import { comparisonKey } from '../../common/text';

/** An active member, as rows name them. */
export interface ImportMember extends MemberName {
  readonly emailKey: string | null;
}

/** Finds a member by the name or e-mail address in a cell; undefined for nobody, and for a name of several. */
export type FindMember = (text: string) => MemberName | undefined;

/** Made once per file. A text with `@` is an address, never a name: a member's name must not pass for another's address. */
export function memberNames(members: readonly ImportMember[]): FindMember {
  const byAddress = new Map(members.map((member) => [member.emailKey, member]));
  const byName = new Map<string, ImportMember | undefined>();
  for (const member of members) {
    const key = comparisonKey(member.name);
    byName.set(key, byName.has(key) ? undefined : member);
  }
  return (text) => {
    const key = comparisonKey(text);
    return key.includes('@') ? byAddress.get(key) : byName.get(key);
  };
}

type NamedPipeline = Named & { readonly stages: readonly NamedStage[] };
type NamedStage = Named & Pick<PipelineWithStages['stages'][number], 'isWon'>;
export type Named = Pick<PipelineWithStages, 'id' | 'name'>;

export interface NamedDeal {
  readonly pipeline_id?: string;
  readonly stage_id?: string;
}

interface PlacedStage extends NamedStage {
  readonly pipelineId: string;
}

type ByName<Found> = (name: string) => Found | undefined;

/** Finds an account's pipelines and stages by the names in rows; made once per file. */
export interface DealNames {
  readonly pipeline: ByName<NamedPipeline>;
  readonly stage: ByName<PlacedStage>;
  readonly stageOf: ReadonlyMap<string | undefined, ByName<PlacedStage>>;
}

/** Searches a stage without a pipeline in the default pipeline, which comes first, then in the others. */
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

/** Returns the ids of the row's pipeline and stage. Unknown names and names of won stages are left out; ids stay. */
export function dealIds<Deal extends NamedDeal>(
  names: DealNames,
  { pipeline_id: pipelineText, stage_id: stageText, ...rest }: Deal,
): { readonly deal: Omit<Deal, keyof NamedDeal> & NamedDeal; readonly leftOut: readonly FieldError[] } {
  const pipelineId = idIn(pipelineText, (name) => names.pipeline(name)?.id);
  const stages = names.stageOf.get(pipelineId) ?? names.stage;
  const stage = stageText === undefined || isId(stageText) ? undefined : stages(stageText);
  const open = stage?.isWon ? undefined : stage;
  const stageId = stageText && isId(stageText) ? stageText : open?.id;
  const ownPipelineId = pipelineId ?? open?.pipelineId;
  return {
    deal: { ...rest, ...(ownPipelineId && { pipeline_id: ownPipelineId }), ...(stageId && { stage_id: stageId }) },
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

/** The first of equal names wins. */
function byName<Found extends Named>(all: readonly Found[]): ByName<Found> {
  const found = new Map([...all].reverse().map((one) => [plainText(one.name), one]));
  return (name) => found.get(plainText(name));
}

/** Matches the exported spelling first, then people's spellings. */
function byExactName<Found extends Named>(all: readonly Found[]): ByName<Found> {
  const names = distinctNames(all);
  const exact = new Map(all.map((one) => [names.get(one.id), one]));
  const similar = byName(all);
  return (name) => exact.get(name) ?? similar(name);
}

/** Renames the second of equal names to `Vendas (2)`. Exports use these names, so that imports find the right one. */
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
