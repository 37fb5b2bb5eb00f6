import { v7 as uuidv7 } from 'uuid';
import { laterThan } from '../record/clock';
import { changeLead } from '../record/change-lead';
import { advanced, type LockedLead, touched } from '../record/leads.queries';
import type { StageMove } from '../record/stage-move.entity';
import { insertStageMove, moveDeal } from './deals.queries';

export type DealMoveToWrite = Readonly<Omit<StageMove, 'accountId' | 'id' | 'leadId'>>;

/** Returns all statements of a move. A move by an automation does not restart the lead's idle time. */
export function writeMove(accountId: string, lead: LockedLead, move: DealMoveToWrite) {
  const updatedAt = laterThan(lead.updatedAt, lead.now);
  const row = move.movedBy === 'automation' ? advanced : touched;
  return changeLead(accountId, lead, updatedAt, row, {
    belongings: [
      moveDeal(accountId, move.dealId, move.toStageId, move.movedAt),
      insertStageMove(accountId, { id: uuidv7(), leadId: lead.id, ...move }),
    ],
    left: [move.fromStageId],
  });
}
