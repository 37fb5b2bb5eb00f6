import { ApiError, missing } from '../../common/api-error';
import { MINUTE_MS } from '../../contract/durations';
import type { Ending } from '../../contract/deal';
import type { FieldError, ErrorCode } from '../../contract/error';
import { UNDO_MINUTES } from '../../contract/limits';

/** The pipeline part of a submission: ids as sent, `value` in reais. */
export interface DealRequest {
  readonly pipelineId: string | null;
  readonly stageId: string | null;
  readonly value: number | null;
}

/** The pipeline of a submission: the named one, or the account's default. */
export interface TargetPipeline {
  readonly id: string;
  readonly entryStageId: string | null;
}

export interface TargetStage {
  readonly id: string;
  readonly pipelineId: string;
  readonly isWon: boolean;
  readonly isLost: boolean;
}

/** Whether deals end in the stage. */
export const isClosed = ({ isWon, isLost }: Pick<TargetStage, 'isWon' | 'isLost'>): boolean => isWon || isLost;

type StageOfDeal = Pick<TargetStage, 'pipelineId' | 'isWon' | 'isLost'>;

/** Whether the stage may take the deals of another one that is to be deleted: no deal is then won, lost or open that was not. */
export const mayReplace = (from: StageOfDeal & { readonly id: string }, to: TargetStage): boolean =>
  from.id !== to.id && from.pipelineId === to.pipelineId && from.isWon === to.isWon && from.isLost === to.isLost;

/** The pipeline of a submission and the stage of a new deal; null when the lead already has a deal there. */
export interface DealTarget {
  readonly pipelineId: string;
  readonly stageId: string | null;
  /** Whether the stage is for lost deals. */
  readonly closes: boolean;
}

export const NO_DEAL = { pipelineId: null, stageId: null, closes: false } as const;

/**
 * Checks the deal part of a submission against the account's pipelines (specification, section 4, POST /leads). `pipelinesOfLead`
 * have a deal of the lead: it does not move and needs no entry stage (section 3). If omitted, the lead counts as new. Throws the
 * 422 and 409 of section 4.
 */
export function dealTarget(
  request: DealRequest,
  pipeline: TargetPipeline | undefined,
  stage: TargetStage | undefined,
  // Stryker disable next-line ArrayDeclaration: no pipeline has the id of the replacement.
  pipelinesOfLead: readonly string[] = [],
): DealTarget {
  const unknown: FieldError[] = [];
  if (request.pipelineId && !pipeline)
    unknown.push({ field: 'deal.pipeline_id', message: 'funil não encontrado na conta' });
  if (request.stageId && !stage) unknown.push({ field: 'deal.stage_id', message: 'etapa não encontrada na conta' });
  if (unknown.length > 0) throw ApiError.invalid(unknown);
  if (!pipeline) throw new ApiError('pipeline_not_configured');
  if (stage && stage.pipelineId !== pipeline.id) throw new ApiError('stage_in_other_pipeline', { status: 422 });
  if (stage?.isWon) throw new ApiError('won_requires_closing', { status: 422 });
  if (pipelinesOfLead.includes(pipeline.id)) return { pipelineId: pipeline.id, stageId: null, closes: false };
  const stageId = stage?.id ?? pipeline.entryStageId;
  if (!stageId) throw new ApiError('pipeline_not_configured');
  return { pipelineId: pipeline.id, stageId, closes: stage?.isLost ?? false };
}

export interface DealState {
  readonly id: string;
  readonly pipelineId: string;
  readonly stageId: string;
  /** Its number among the lead's deals in the pipeline, from 0. */
  readonly copy: number;
  readonly isWon: boolean;
  readonly isLost: boolean;
  /** How it ended; null while it goes on. */
  readonly ending: Ending | null;
}

/**
 * Without `dealId`, the lead's only deal in the stage's pipeline: throws `not_found` for none, `ambiguous_deal` for several.
 * With it, throws `not_found` for a deal of another lead, and `stage_in_other_pipeline`.
 */
export function dealToMove(deals: readonly DealState[], stage: TargetStage, dealId: string | undefined): DealState {
  if (dealId === undefined) {
    const [deal, ...further] = deals.filter((one) => one.pipelineId === stage.pipelineId);
    if (!deal) throw missing('dealOfLead');
    if (further.length > 0) throw new ApiError('ambiguous_deal');
    return deal;
  }
  const deal = deals.find((one) => one.id === dealId);
  if (!deal) throw missing('dealHere');
  if (deal.pipelineId !== stage.pipelineId) throw new ApiError('stage_in_other_pipeline');
  return deal;
}

/** Staff who name no deal mean the one in progress, where there is exactly one among several. Otherwise throws as `dealToMove`. */
export function dealInProgress(deals: readonly DealState[], stage: TargetStage): DealState {
  const open = deals.filter((deal) => deal.pipelineId === stage.pipelineId && !isClosed(deal));
  return dealToMove(open.length === 1 ? open : deals, stage, undefined);
}

/** The number of the lead's next deal in the pipeline. Throws `conflict` while one there is in progress. */
export function nextCopy(deals: readonly DealState[], pipelineId: string): number {
  const here = deals.filter((deal) => deal.pipelineId === pipelineId);
  if (!here.every(isClosed)) throw new ApiError('conflict', { message: HAS_OPEN_DEAL });
  return Math.max(-1, ...here.map(({ copy }) => copy)) + 1;
}

const HAS_OPEN_DEAL = 'O lead já tem um negócio em andamento neste funil; mova o que ele tem.';

/** How a deal had ended. */
export interface PastClosing {
  readonly isWon: boolean;
  /** Reais. */
  readonly value: number | null;
  readonly reason: string | null;
  readonly closedAt: Date;
  readonly memberId: string | null;
}

/** A deal's stay in a stage. */
export interface PastStay {
  readonly enteredAt: Date;
  readonly closing: PastClosing | null;
}

/** The last move of a deal. */
export interface LastMove {
  readonly dealId: string;
  readonly fromStageId: string;
  readonly toStageId: string;
  readonly movedAt: Date;
  /** The stay that it ended; null for a move of an earlier release. */
  readonly left: PastStay | null;
}

/**
 * The stay that is restored when the last move of a deal is undone; without its closing when the stage is of another kind meanwhile. Throws
 * `conflict` when the last move left another stage, or was made too long ago.
 */
export function stayToRestore(deal: DealState, stage: TargetStage, last: LastMove | undefined, now: Date): PastStay {
  if (last?.fromStageId !== stage.id || last.toStageId !== deal.stageId)
    throw new ApiError('conflict', { message: IS_NOT_LAST });
  if (!last.left || now.getTime() - last.movedAt.getTime() > UNDO_MINUTES * MINUTE_MS)
    throw new ApiError('conflict', { message: IS_TOO_LATE });
  const { enteredAt, closing } = last.left;
  return { enteredAt, closing: isClosed(stage) && closing?.isWon === stage.isWon ? closing : null };
}

const IS_NOT_LAST = 'O negócio foi movido de novo enquanto isso; recarregue e confira a etapa.';
const IS_TOO_LATE = `Um movimento só se desfaz nos primeiros ${UNDO_MINUTES} minutos; mova o negócio de volta.`;

/** Returns why a partner's move is refused (section 3); all other moves are allowed, also into and out of lost stages. */
export function refusedMove(deal: DealState, stage: TargetStage): ErrorCode | undefined {
  if (stage.isWon) return 'won_requires_closing';
  if (deal.isWon) return 'deal_already_won';
  return undefined;
}
