import { v7 as uuidv7 } from 'uuid';
import { changeLead } from '../record/change-lead';
import { laterThan } from '../record/clock';
import { handleOtherDeals } from '../record/handling.queries';
import { advanced, handled, type LockedLead, touched } from '../record/leads.queries';
import type { StageMove } from '../record/stage-move.entity';
import { type ClosingInput, closeDeal, reopenDeal } from './closings.queries';
import { insertStageMove, moveDeal } from './deals.queries';

export type DealMoveToWrite = Readonly<Omit<StageMove, 'accountId' | 'id' | 'leadId'>>;

/**
 * Returns all statements of a move; `closes` says that the new stage is for ended deals. A move by an automation does not restart the
 * lead's idle time.
 */
export function writeMove(
  accountId: string,
  lead: LockedLead,
  move: DealMoveToWrite,
  closes: boolean,
  closing?: ClosingInput,
) {
  const updatedAt = laterThan(lead.updatedAt, lead.now);
  const { reason, dealId, movedAt } = move;
  const byPerson = move.movedBy === 'staff';
  const row = byPerson ? handled : move.movedBy === 'automation' ? advanced : touched;
  return changeLead(accountId, lead, updatedAt, row, {
    belongings: [
      moveDeal(accountId, dealId, move.toStageId, movedAt, byPerson),
      byPerson ? handleOtherDeals(accountId, lead.id, dealId, movedAt) : undefined,
      insertStageMove(accountId, { id: uuidv7(), leadId: lead.id, ...move }),
      // The stage that it leaves may have been for ended deals until now.
      closes
        ? closeDeal(accountId, dealId, movedAt, { reason: reason ?? undefined, ...closing })
        : reopenDeal(accountId, dealId),
    ],
    left: [move.fromStageId],
  });
}
