import { Injectable } from '@nestjs/common';
import { SEES_ALL, type Viewer } from '../../accounts/members/viewer';
import type { Staff } from '../../auth/access/account-caller';
import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import { idOf } from '../../common/input/id.pipe';
import type { FieldError } from '../../contract/error';
import type { DealView, MovedDeal } from '../../contract/deal';
import { Database } from '../../database/database';
import { LostRace, RACED } from '../../database/errors';
import type { Query } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import { type DealState, dealToMove, refusedMove } from './deal-move';
import { isClosed, type TargetStage } from './deal-target';
import { type ClosingInput, closeDeal } from './closings.queries';
import { findLeadOfDeal, findTargetStage, listDealsOfLead, viewDeal } from './deals.queries';
import { type LockedLead, lockLead } from '../record/leads.queries';
import type { MoveDealDto } from './deals.dto';
import { type DealMoveToWrite, writeMove } from './write-move';

type DealQuery<View> = (accountId: string, dealId: string) => Query<View, 'read'>;

/** A move by staff; `expectedStageId` is the stage that they saw. */
interface StaffMove<View> extends ClosingInput {
  readonly stageId: string;
  readonly expectedStageId?: string;
  /** What they see of the deal. */
  readonly view: DealQuery<View>;
}

/** Moves deals between the stages of their pipeline (specification, sections 3 and 4). */
@Injectable()
export class DealsService {
  constructor(private readonly database: Database) {}

  /**
   * POST /leads/{id}/stage. Throws `not_found`, `ambiguous_deal`, `stage_in_other_pipeline`, `won_requires_closing` and
   * `deal_already_won`, in the order of docs/decisions.md.
   */
  move(accountId: string, keyId: string, leadId: string, body: MoveDealDto): Promise<MovedDeal> {
    const stageId = idOf(body.stage_id);
    const dealId = body.deal_id === undefined ? undefined : idOf(body.deal_id);
    return this.database.as('partner').transaction(accountId, RACED, async (tx) => {
      const { lead, stage, deals } = await find(tx, accountId, SEES_ALL, leadId, stageId);
      const deal = dealToMove(deals, stage, dealId);
      const refusal = refusedMove(deal, stage);
      if (refusal) throw new ApiError(refusal);
      const by = { movedBy: 'api', keyId, memberId: null, reason: null } as const;
      return finish(tx, accountId, { lead, deal, stage, by, view: viewDeal });
    });
  }

  /**
   * Moves into and out of won stages too; to the stage where it is, it corrects how the deal ended. Throws `not_found`,
   * `stage_in_other_pipeline`, 422 for a value or reason that the stage does not have, and `conflict` when the deal is in neither the
   * expected nor the target stage.
   */
  moveByStaff<View>(
    accountId: string,
    { viewer, memberId }: Staff,
    dealId: string,
    move: StaffMove<View>,
  ): Promise<View> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const leadId = await tx.send(findLeadOfDeal(accountId, viewer, dealId));
      if (!leadId) throw missing('deal');
      const found = find(tx, accountId, viewer, leadId, move.stageId);
      const { lead, stage, deals } = await found.catch(async (error: unknown) => {
        const isGone = error instanceof ApiError && error.code === 'not_found';
        // The lead was merged meanwhile, and its deal moved with it, or it was given to somebody else.
        if (isGone && (await tx.send(findLeadOfDeal(accountId, viewer, dealId))) !== leadId) throw new LostRace();
        throw error;
      });
      const deal = dealToMove(deals, stage, dealId);
      const { expectedStageId = deal.stageId, view, ...closing } = move;
      const problems = closingProblems(closing, stage);
      if (problems.length > 0) throw ApiError.invalid(problems);
      if (![expectedStageId, stage.id].includes(deal.stageId))
        throw new ApiError('conflict', {
          message: 'O negócio foi movido por outra pessoa enquanto isso; recarregue e mova de novo.',
        });
      const by = { movedBy: 'staff', keyId: null, memberId, reason: closing.reason ?? null } as const;
      const { deal: shown } = await finish(tx, accountId, { lead, deal, stage, by, closing, view });
      return shown;
    });
  }

  /** Moves the lead's only deal in the pipeline of the stage. Throws `not_found` and `ambiguous_deal`. */
  moveLeadByStaff(
    accountId: string,
    { viewer, memberId }: Staff,
    leadId: string,
    stageId: string,
  ): Promise<Finished<DealView>> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const { lead, stage, deals } = await find(tx, accountId, viewer, leadId, stageId);
      const deal = dealToMove(deals, stage, undefined);
      const by = { movedBy: 'staff', keyId: null, memberId, reason: null } as const;
      return finish(tx, accountId, { lead, deal, stage, by, view: viewDeal });
    });
  }
}

async function find(tx: Transaction, accountId: string, viewer: Viewer, leadId: string, stageId: string) {
  const [lead, stage, deals] = await tx.send([
    lockLead(accountId, viewer, leadId),
    findTargetStage(accountId, stageId),
    listDealsOfLead(accountId, leadId),
  ]);
  if (!lead) throw missing('lead');
  if (!stage) throw missing('stage');
  return { lead, stage, deals };
}

interface Finish<View> {
  readonly lead: LockedLead;
  readonly deal: DealState;
  readonly stage: TargetStage;
  readonly by: Pick<DealMoveToWrite, 'movedBy' | 'keyId' | 'memberId' | 'reason'>;
  readonly closing?: ClosingInput;
  readonly view: DealQuery<View>;
}

interface Finished<View> {
  readonly changed: boolean;
  readonly deal: View;
}

async function finish<View>(
  tx: Transaction,
  accountId: string,
  { lead, deal, stage, by, closing, view }: Finish<View>,
): Promise<Finished<View>> {
  const changed = deal.stageId !== stage.id;
  const move = { dealId: deal.id, fromStageId: deal.stageId, toStageId: stage.id, ...by, movedAt: lead.now };
  const closes = isClosed(stage);
  const [, , shown] = await tx.commit([
    changed ? writeMove(accountId, lead, move, closes, closing) : undefined,
    !changed && closes && closing ? closeDeal(accountId, deal.id, lead.now, closing) : undefined,
    view(accountId, deal.id),
  ]);
  return { changed, deal: shown };
}

/** What is said of the end of a deal that its stage does not have. */
function closingProblems({ value, closedAt, reason }: ClosingInput, { isWon, isLost }: TargetStage): FieldError[] {
  const given = [
    { field: 'closed_value', isBad: value !== undefined && !isWon, message: OF_WON },
    { field: 'closed_at', isBad: closedAt !== undefined && !isWon, message: OF_WON },
    { field: 'reason', isBad: reason !== undefined && !isLost, message: OF_LOST },
  ];
  return given.filter(({ isBad }) => isBad).map(({ field, message }) => ({ field, message }));
}

const OF_WON = 'só se diz ao mover para uma etapa de ganho';
const OF_LOST = 'só se diz ao mover para uma etapa de perda';
