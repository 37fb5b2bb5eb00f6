import type { Viewer } from '../../accounts/members/viewer';
import { LostRace } from '../../database/errors';
import type { Query } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import { type LockedLead, lockLead } from './leads.queries';

/**
 * Locks the lead of something that belongs to one, which `find` finds for the viewer; undefined for an unknown one. Starts the transaction
 * again when a merge has given it to another lead meanwhile.
 */
export async function lockLeadOf(
  tx: Transaction,
  accountId: string,
  viewer: Viewer,
  find: Query<string | undefined, 'read'>,
): Promise<LockedLead | undefined> {
  const leadId = await tx.send(find);
  if (!leadId) return undefined;
  const [lead, still] = await tx.send([lockLead(accountId, viewer, leadId), find]);
  if (still && still !== leadId) throw new LostRace();
  return still ? lead : undefined;
}
