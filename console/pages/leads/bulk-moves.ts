import type { OwnerDeal } from '../../../src/contract/deal';
import type { BulkResult, OwnerLead } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { dealsInProgress, pipelineOf } from '../../deals';

/** Answer to a move of several leads, by what each lead had before. */

const dealsIn = ({ deals }: OwnerLead, pipeline: OwnerPipelineView | undefined): readonly OwnerDeal[] =>
  deals.filter((deal) => deal.pipeline_id === pipeline?.id);

/** The deals that a move of the leads takes: the only one of each in the pipeline, or the only one there in progress. */
const dealsToMove = (leads: readonly OwnerLead[], pipeline: OwnerPipelineView | undefined): readonly OwnerDeal[] =>
  leads.flatMap((lead) => {
    const here = dealsIn(lead, pipeline);
    const open = pipeline ? dealsInProgress(here, pipeline) : [];
    const meant = open.length === 1 ? open : here;
    return meant.length === 1 ? meant : [];
  });

/** Ids of the leads that were refused for want of a deal in the pipeline. */
export function withoutDeal(
  leads: readonly OwnerLead[],
  { refused }: BulkResult,
  pipelines: readonly OwnerPipelineView[],
  stageId: string,
): readonly string[] {
  const pipeline = pipelineOf(pipelines, stageId);
  const missing = new Set(refused.filter(({ code }) => code === 'not_found').map(({ id }) => id));
  return leads.filter((lead) => missing.has(lead.id) && dealsIn(lead, pipeline).length === 0).map(({ id }) => id);
}

/** How many sales a move into this stage takes back. */
export function salesTakenBack(
  leads: readonly OwnerLead[],
  pipelines: readonly OwnerPipelineView[],
  stageId: string,
): number {
  const pipeline = pipelineOf(pipelines, stageId);
  const won = (pipeline?.stages ?? []).filter((stage) => stage.is_won).map(({ id }) => id);
  if (won.includes(stageId)) return 0;
  return dealsToMove(leads, pipeline).filter((deal) => won.includes(deal.stage_id)).length;
}

/** Ids of the leads of which a deal moved. */
export function movedLeads(
  leads: readonly OwnerLead[],
  { refused }: BulkResult,
  pipelines: readonly OwnerPipelineView[],
  stageId: string,
): readonly string[] {
  const pipeline = pipelineOf(pipelines, stageId);
  const still = new Set(refused.map(({ id }) => id));
  return leads
    .filter((lead) => !still.has(lead.id) && dealsToMove([lead], pipeline).some((deal) => deal.stage_id !== stageId))
    .map(({ id }) => id);
}
