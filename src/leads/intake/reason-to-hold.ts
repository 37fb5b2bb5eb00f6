import type { HeldReason } from '../../contract/held-submission';
import type { ClaimingEntry } from './ledger.queries';

/** What is stored already: ledger entries with the external_id of a submission, and the conversation of its phone. */
interface ExistingEntries {
  /** The entry that claims the external_id. */
  readonly ledgerEntry: ClaimingEntry | undefined;
  /** The entry of a held or applied conflict with this external_id and phone. */
  readonly heldConflict: ClaimingEntry | undefined;
  readonly conversation: { readonly id: string };
}

/** Whether another phone claims the external_id. A corrected phone still has those that were sent under it. */
export const isOfOtherPhone = ({ ledgerEntry, conversation }: ExistingEntries): boolean =>
  ledgerEntry !== undefined && ledgerEntry.conversationId !== conversation.id && !ledgerEntry.isCorrected;

/**
 * Finds the earlier entry of the same submission, or a conflict whose external_id is free by now. Undefined while another phone has
 * the external_id.
 */
export const earlierEntry = (existing: ExistingEntries): ClaimingEntry | undefined =>
  isOfOtherPhone(existing) ? undefined : (existing.ledgerEntry ?? existing.heldConflict);

/** Returns the reason to hold the whole submission; undefined when it can be applied or is a duplicate. */
export function reasonToHold(
  existing: ExistingEntries & { readonly leads: readonly unknown[] },
): HeldReason | undefined {
  if (isOfOtherPhone(existing)) return 'external_id_conflict';
  return !earlierEntry(existing) && existing.leads.length > 1 ? 'ambiguous_lead' : undefined;
}
