import type { HeldReason } from '../../contract/held-submission';
import type { ClaimingEntry } from './ledger.queries';

/** What a submission meets: entries of the ledger with its external_id, the conversation and the leads of its phone. */
interface MetByPhone {
  /** The entry that claims the external_id. */
  readonly ledgerEntry: ClaimingEntry | undefined;
  /** The entry of a held or applied conflict with this external_id and phone. */
  readonly heldConflict: ClaimingEntry | undefined;
  readonly conversation: { readonly id: string };
}

/** Whether another phone claims the external_id. */
export const isOfOtherPhone = ({ ledgerEntry, conversation }: MetByPhone): boolean =>
  ledgerEntry !== undefined && ledgerEntry.conversationId !== conversation.id;

/**
 * Finds the earlier entry of the same submission, or a conflict whose external_id is free by now. Undefined while another phone has
 * the external_id.
 */
export const receivedBefore = (met: MetByPhone): ClaimingEntry | undefined =>
  isOfOtherPhone(met) ? undefined : (met.ledgerEntry ?? met.heldConflict);

/** Returns the reason to hold the whole submission; undefined when it can be applied or is a duplicate. */
export function reasonToHold(met: MetByPhone & { readonly leads: readonly unknown[] }): HeldReason | undefined {
  if (isOfOtherPhone(met)) return 'external_id_conflict';
  return !receivedBefore(met) && met.leads.length > 1 ? 'ambiguous_lead' : undefined;
}
