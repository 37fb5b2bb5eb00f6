import type { OwnerDeal } from '../../../src/contract/deal';
import type { BulkResult, OwnerLead } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';

/** Answer to a move of several leads, by what each lead had before. */

interface Target {
  readonly stageId: string;
  readonly pipelineId: string | undefined;
}

const dealsIn = ({ deals }: OwnerLead, pipelineId: string | undefined): readonly OwnerDeal[] =>
  deals.filter((deal) => deal.pipeline_id === pipelineId);

/** Ids of the leads that were refused for want of a deal in the pipeline. */
export function withoutDeal(
  leads: readonly OwnerLead[],
  { refused }: BulkResult,
  pipelineId: string | undefined,
): readonly string[] {
  const missing = new Set(refused.filter(({ code }) => code === 'not_found').map(({ id }) => id));
  return leads.filter((lead) => missing.has(lead.id) && dealsIn(lead, pipelineId).length === 0).map(({ id }) => id);
}

/** How many sales a move into this stage takes back. */
export function salesTakenBack(
  leads: readonly OwnerLead[],
  pipelines: readonly OwnerPipelineView[],
  stageId: string,
): number {
  const pipeline = pipelines.find(({ stages }) => stages.some(({ id }) => id === stageId));
  const won = (pipeline?.stages ?? []).filter((stage) => stage.is_won).map(({ id }) => id);
  if (won.includes(stageId)) return 0;
  return leads.flatMap((lead) => dealsIn(lead, pipeline?.id)).filter((deal) => won.includes(deal.stage_id)).length;
}

/** Deals that moved, as they were before. */
export function movedDeals(
  leads: readonly OwnerLead[],
  { refused }: BulkResult,
  { stageId, pipelineId }: Target,
): readonly OwnerDeal[] {
  const still = new Set(refused.map(({ id }) => id));
  return leads
    .filter(({ id }) => !still.has(id))
    .flatMap((lead) => dealsIn(lead, pipelineId))
    .filter((deal) => deal.stage_id !== stageId);
}
