import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, Viewer } from '../../accounts/actor';
import { type AuditWrite, recordAudit } from '../../audit/audit.queries';
import { ApiError, missing } from '../../common/api-error';
import { idOf } from '../../common/input/id.pipe';
import type { FieldError } from '../../contract/error';
import type { DealView, MovedDeal, MovedStage, OwnerDeal } from '../../contract/deal';
import { MAX_BULK_LEADS, MAX_DEALS } from '../../contract/limits';
import { Database } from '../../database/database';
import { LostRace, RACED } from '../../database/errors';
import type { Query, Sendable } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import { StagesService } from '../../pipelines/stages.service';
import { type Alongside, expectSame, findVersion } from '../record/alongside';
import { laterThan } from '../record/clock';
import { lockConversationOfLead } from '../record/conversations.queries';
import { changeLead, expectVersion, type LockedLead, lockLead, lockLeadOf, touched } from '../record/leads.queries';
import { endReturn } from '../record/returns.queries';
import type { MoveDealDto } from './deals.dto';
import {
  type DealState,
  dealInProgress,
  dealToMove,
  isClosed,
  mayReplace,
  nextCopy,
  type PastStay,
  refusedMove,
  stayToRestore,
  type TargetStage,
} from './deal-rules';
import { closeDeal, type ClosingInput, findEnding, hasClosed } from './closings.queries';
import { keepClosingChange, keepValueChange } from './deal-changes.queries';
import {
  type DealMoveToWrite,
  compareDealValue,
  type DealOfLead,
  findLastMove,
  findLeadOfDeal,
  findTargetStage,
  insertDeal,
  listDealsOfLead,
  listDealsOfStage,
  markSharedDeals,
  setDealValue,
  viewDeal,
  viewOwnerDeal,
  writeMove,
} from './deals.queries';

type DealQuery<View> = (accountId: string, dealId: string) => Query<View, 'read'>;

/** A move by staff; `expectedStageId` is the stage that they saw. */
interface StaffMove<View> extends ClosingInput {
  readonly stageId: string;
  readonly expectedStageId?: string;
  /** Whether it takes the last move back. */
  readonly isUndo: boolean;
  /** What they see of the deal. */
  readonly view: DealQuery<View>;
}

/** A move of all deals of a stage that is to be deleted. */
interface StageReplacement {
  readonly stageId: string;
  readonly toStageId: string;
  /** The entry of the audit trail about all of them. */
  readonly entry: AuditWrite;
}

interface NewDealInput {
  readonly stageId: string;
  /** Reais. */
  readonly value: number | null;
}

interface ValueEdit {
  /** Reais; null: none. */
  readonly value: number | null;
  /** The version of the lead that the caller saw. */
  readonly expectedUpdatedAt?: string;
}

/** Makes and edits deals, and moves them between the stages of their pipeline (specification, sections 3 and 4). */
@Injectable()
export class DealsService {
  constructor(
    private readonly database: Database,
    private readonly stages: StagesService,
  ) {}

  /**
   * POST /leads/{id}/stage. Throws `not_found`, `ambiguous_deal`, `stage_in_other_pipeline`, `won_requires_closing` and
   * `deal_already_won`, in the order of docs/decisions.md.
   */
  move(accountId: string, actor: Actor, leadId: string, body: MoveDealDto): Promise<MovedDeal> {
    const stageId = idOf(body.stage_id);
    const dealId = body.deal_id === undefined ? undefined : idOf(body.deal_id);
    return this.database.as('partner').transaction(accountId, RACED, async (tx) => {
      const { lead, stage, deals } = await find(tx, accountId, actor, leadId, stageId);
      const deal = dealToMove(deals, stage, dealId);
      const refusal = refusedMove(deal, stage);
      if (refusal) throw new ApiError(refusal);
      const by = { movedBy: 'api', keyId: actor.keyId, memberId: null, reason: null } as const;
      return finish(tx, accountId, { lead, deal, stage, by, actor, view: viewDeal });
    });
  }

  /**
   * Moves into and out of won stages too; to the stage where it is, it corrects how the deal ended. Throws `not_found`,
   * `stage_in_other_pipeline`, 422 for a value or reason that the stage does not have, and `conflict` when the deal is in neither the
   * expected nor the target stage, or an undo does not take back its last move.
   */
  moveByStaff<View>(accountId: string, actor: Actor, dealId: string, move: StaffMove<View>): Promise<View> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const leadId = await tx.send(findLeadOfDeal(accountId, actor, dealId));
      if (!leadId) throw missing('deal');
      const found = find(tx, accountId, actor, leadId, move.stageId);
      const { lead, stage, deals } = await found.catch(async (error: unknown) => {
        const isGone = error instanceof ApiError && error.code === 'not_found';
        // The lead was merged meanwhile, and its deal moved with it, or it was given to somebody else.
        if (isGone && (await tx.send(findLeadOfDeal(accountId, actor, dealId))) !== leadId) throw new LostRace();
        throw error;
      });
      const deal = dealToMove(deals, stage, dealId);
      const { expectedStageId = deal.stageId, isUndo, view, ...closing } = move;
      const problems = closingProblems(closing, stage, isUndo);
      if (problems.length > 0) throw ApiError.invalid(problems);
      if (![expectedStageId, stage.id].includes(deal.stageId))
        throw new ApiError('conflict', {
          message: 'O negócio foi movido por outra pessoa enquanto isso; recarregue e mova de novo.',
        });
      const last = isUndo ? await tx.send(findLastMove(accountId, lead.id, deal.id)) : undefined;
      const past = isUndo ? stayToRestore(deal, stage, last, lead.now) : undefined;
      const reason = past?.closing?.reason ?? closing.reason ?? null;
      const by = byStaff(actor, reason);
      const { deal: shown } = await finish(tx, accountId, { lead, deal, stage, by, actor, closing, past, view });
      return shown;
    });
  }

  /**
   * Moves up to `MAX_BULK_LEADS` deals of a stage that is to be deleted to another one of the same kind: nobody's work for these leads. Each
   * lead by itself, so that others wait for one at most. Throws `not_found`, `conflict` for a stage that may not be deleted, and 422 for
   * another target.
   */
  async moveDealsOfStage(accountId: string, actor: Actor, stageId: string, toStageId: string): Promise<MovedStage> {
    const from = await this.database.read(findTargetStage(accountId, stageId));
    const to = await this.database.read(findTargetStage(accountId, toStageId));
    if (!from) throw missing('stage');
    if (!to || !mayReplace(from, to)) throw unfitTarget();
    await this.stages.expectRemovable(accountId, stageId);
    const found = await this.database.read(listDealsOfStage(accountId, stageId, MAX_BULK_LEADS + 1));
    const deals = found.slice(0, MAX_BULK_LEADS);
    const leads = new Set(deals.map(({ leadId }) => leadId)).size;
    const details = { bulk: { change: 'stage_id', leads, stage_id: toStageId } } as const;
    const entry = recordAudit(accountId, actor, 'leads.bulk_changed', { type: 'stage', id: stageId }, { details });
    let moved = 0;
    for (const deal of deals)
      if (await this.moveDealOfStage(accountId, actor, deal, { stageId, toStageId, entry })) moved++;
    return { moved, has_more: found.length > deals.length };
  }

  /** Returns whether the deal was still there. */
  private moveDealOfStage(
    accountId: string,
    actor: Actor,
    { id, leadId }: DealOfLead,
    { stageId, toStageId, entry }: StageReplacement,
  ): Promise<boolean> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const [lead, stage, deals] = await tx.send(placesOf(accountId, actor, leadId, toStageId));
      const deal = deals.find((one) => one.id === id && one.stageId === stageId);
      // Erased, merged or moved meanwhile.
      if (!lead || !deal) return false;
      if (!stage || !mayReplace(deal, stage)) throw unfitTarget();
      const by = { movedBy: 'stage', keyId: null, memberId: actor.memberId, reason: null } as const;
      await finish(tx, accountId, { lead, deal, stage, by, actor, alongside: entry, view: viewDeal });
      return true;
    });
  }

  /**
   * Takes back the last move of a deal of the lead; of a lead of a given version, however long ago. Throws `not_found`, and `conflict` without
   * a move to undo.
   */
  undoMoveOfLead(accountId: string, actor: Actor, leadId: string, alongside: Alongside): Promise<Finished<DealView>> {
    return this.databaseFor(alongside).transaction(accountId, RACED, async (tx) => {
      const [lead, last, version] = await tx.send([
        lockLead(accountId, actor, leadId),
        findLastMove(accountId, leadId, null),
        alongside.version === undefined ? undefined : findVersion(accountId, leadId),
      ]);
      if (!lead) throw missing('lead');
      expectSame(alongside, version);
      if (!last) throw new ApiError('conflict', { message: NOTHING_TO_UNDO });
      const [stage, deals] = await tx.send([
        findTargetStage(accountId, last.fromStageId),
        listDealsOfLead(accountId, leadId),
      ]);
      if (!stage) throw new ApiError('conflict', { message: NOTHING_TO_UNDO });
      const deal = dealToMove(deals, stage, last.dealId);
      const past = stayToRestore(deal, stage, last, alongside.version === undefined ? lead.now : last.movedAt);
      const by = byStaff(actor, past.closing?.reason ?? null);
      return finish(tx, accountId, { lead, deal, stage, by, actor, past, alongside: alongside.writes, view: viewDeal });
    });
  }

  /** Moves the lead's deal in the pipeline of the stage. Throws `not_found` and `ambiguous_deal`. */
  moveLeadByStaff(
    accountId: string,
    actor: Actor,
    leadId: string,
    stageId: string,
    alongside: Alongside,
  ): Promise<Finished<DealView>> {
    return this.databaseFor(alongside).transaction(accountId, RACED, async (tx) => {
      const { lead, stage, deals } = await find(tx, accountId, actor, leadId, stageId);
      const deal = dealInProgress(deals, stage);
      const by = byStaff(actor, null);
      return finish(tx, accountId, { lead, deal, stage, by, actor, alongside: alongside.writes, view: viewDeal });
    });
  }

  private databaseFor({ isJob }: Alongside): Database {
    return isJob ? this.database.as('job') : this.database;
  }

  /**
   * Throws `not_found` for an unknown lead, 422 for an unknown stage, and `conflict` for a lead with a deal in progress in that pipeline or
   * too many.
   */
  add(accountId: string, viewer: Viewer, leadId: string, { stageId, value }: NewDealInput): Promise<OwnerDeal> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const conversation = await lockConversationOfLead(tx, accountId, leadId);
      const [lead, stage, deals] = await tx.send(placesOf(accountId, viewer, leadId, stageId));
      if (!conversation || !lead) throw missing('lead');
      if (!stage) throw ApiError.invalid([{ field: 'stage_id', message: 'etapa não encontrada na conta' }]);
      const copy = nextCopy(deals, stage.pipelineId);
      refuseManyDeals(deals.length + 1);
      const target = { pipelineId: stage.pipelineId, stageId, closes: isClosed(stage) };
      const at = { createdAt: lead.now, conversation, byPerson: true };
      const deal = { id: uuidv7(), leadId, target, copy, value, ...at };
      const [, shown] = await tx.commit([
        changeLead(accountId, lead, laterThan(lead.updatedAt, lead.now), touched, {
          related: [
            insertDeal(accountId, deal),
            markSharedDeals(accountId, conversation.id),
            endReturn(accountId, leadId),
          ],
        }),
        viewOwnerDeal(accountId, deal.id),
      ]);
      return shown;
    });
  }

  /** Throws `not_found`, and `conflict` for a lead of another version. */
  setValue(
    accountId: string,
    actor: Actor,
    dealId: string,
    { value, expectedUpdatedAt }: ValueEdit,
  ): Promise<OwnerDeal> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const lead = await lockLeadOf(tx, accountId, actor, findLeadOfDeal(accountId, actor, dealId));
      if (!lead) throw missing('deal');
      expectVersion(lead, expectedUpdatedAt);
      const [change, deal] = await tx.send([
        compareDealValue(accountId, dealId, value),
        viewOwnerDeal(accountId, dealId),
      ]);
      if (change.before === change.after) return deal;
      const [, , shown] = await tx.commit([
        changeLead(accountId, lead, laterThan(lead.updatedAt, lead.now), touched, {
          related: setDealValue(accountId, dealId, value),
        }),
        keepValueChange(accountId, { leadId: lead.id, dealId, at: lead.now, actor }, change),
        viewOwnerDeal(accountId, dealId),
      ]);
      return shown;
    });
  }
}

/** Locks the lead, and reads what a new place of a deal depends on. */
const placesOf = (accountId: string, viewer: Viewer, leadId: string, stageId: string) =>
  [
    lockLead(accountId, viewer, leadId),
    findTargetStage(accountId, stageId),
    listDealsOfLead(accountId, leadId),
  ] as const;

async function find(tx: Transaction, accountId: string, viewer: Viewer, leadId: string, stageId: string) {
  const [lead, stage, deals] = await tx.send(placesOf(accountId, viewer, leadId, stageId));
  if (!lead) throw missing('lead');
  if (!stage) throw missing('stage');
  return { lead, stage, deals };
}

const byStaff = ({ memberId }: Actor, reason: string | null): Mover => ({
  movedBy: 'staff',
  keyId: null,
  memberId,
  reason,
});

type Mover = Pick<DealMoveToWrite, 'movedBy' | 'keyId' | 'memberId' | 'reason'>;

interface Finish<View> {
  readonly lead: LockedLead;
  readonly deal: DealState;
  readonly stage: TargetStage;
  readonly by: Mover;
  readonly actor: Actor;
  readonly closing?: ClosingInput;
  readonly past?: PastStay;
  /** Written with the move. */
  readonly alongside?: Sendable<'write'>;
  readonly view: DealQuery<View>;
}

interface Finished<View> {
  readonly changed: boolean;
  readonly deal: View;
}

async function finish<View>(
  tx: Transaction,
  accountId: string,
  { lead, deal, stage, by, actor, closing, past, alongside, view }: Finish<View>,
): Promise<Finished<View>> {
  const changed = deal.stageId !== stage.id;
  const move = { dealId: deal.id, fromStageId: deal.stageId, toStageId: stage.id, ...by, movedAt: lead.now };
  const closes = isClosed(stage);
  const isCorrected =
    !changed && closes && closing && !(await tx.send(hasClosed(accountId, deal.id, stage.id, closing)));
  const writes = [
    changed ? writeMove(accountId, lead, move, { closes, closing, past }) : undefined,
    isCorrected ? closeDeal(accountId, deal.id, lead.now, closing) : undefined,
  ];
  const last = changed ? alongside : undefined;
  const { ending: before } = deal;
  if (!before || !(changed || isCorrected)) {
    const [, , shown] = await tx.commit([writes, last, view(accountId, deal.id)]);
    return { changed, deal: shown };
  }
  const [, after] = await tx.send([writes, findEnding(accountId, deal.id)]);
  const change = { leadId: lead.id, dealId: deal.id, at: lead.now, actor };
  const [, , shown] = await tx.commit([
    keepClosingChange(accountId, change, { before, after }),
    last,
    view(accountId, deal.id),
  ]);
  return { changed, deal: shown };
}

/** Fields of a closing that the stage of the deal does not have. */
function closingProblems(
  { value, closedAt, reason }: ClosingInput,
  { isWon, isLost }: TargetStage,
  isUndo: boolean,
): FieldError[] {
  const given = [
    { field: 'closed_value', isGiven: value !== undefined, fits: isWon, message: OF_WON },
    { field: 'closed_at', isGiven: closedAt !== undefined, fits: isWon || isLost, message: OF_ENDED },
    { field: 'reason', isGiven: reason !== undefined, fits: isLost, message: OF_LOST },
  ];
  return given
    .filter(({ isGiven, fits }) => isGiven && (isUndo || !fits))
    .map(({ field, message }) => ({ field, message: isUndo ? OF_UNDO : message }));
}

const unfitTarget = (): ApiError =>
  ApiError.invalid([
    {
      field: 'to_stage_id',
      message: 'deve ser outra etapa do mesmo funil: de ganho, de perda ou em andamento, como esta',
    },
  ]);

const NOTHING_TO_UNDO = 'Nenhum negócio deste lead foi movido há pouco.';
const OF_UNDO = 'não se combina com undo, que devolve o fechamento de antes';
const OF_WON = 'só se diz ao mover para uma etapa de ganho';
const OF_ENDED = 'só se diz ao mover para uma etapa de ganho ou de perda';
const OF_LOST = 'só se diz ao mover para uma etapa de perda';

/** Throws `conflict` when staff would give a lead too many deals. */
export function refuseManyDeals(count: number): void {
  if (count > MAX_DEALS)
    throw new ApiError('conflict', { message: `Um lead pode ter no máximo ${MAX_DEALS} negócios.` });
}
