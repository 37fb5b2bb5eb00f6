import type { Query, Sendable } from '../../database/query';
import { type FoundConversation, insertConversation, updateConversationOrigin } from '../record/conversations.queries';
import { insertDeal, markSharedDeals } from '../deals/deals.queries';
import type { LeadChange } from './lead-change';
import { changeLead } from '../record/change-lead';
import { addTags, insertLead, withValues } from '../record/leads.queries';
import { enterLists } from '../record/list-entries.queries';
import type { Submission } from './submission';

/**
 * The statements of a change in the order of locks: lead, tags, deals. The caller
 * holds the locks of the conversation and of the lead, and gives the conversation the lead's origin where that changes.
 */
export function writeLeadChange(accountId: string, change: LeadChange): Sendable {
  const { lead, values, leadId, updatedAt, tags, deal } = change;
  if (!values) return undefined;
  const belongings = [
    tags.length > 0 ? addTags(accountId, leadId, tags) : undefined,
    deal && insertDeal(accountId, deal),
  ];
  return 'place' in lead
    ? [insertLead(accountId, lead.place, values), belongings, enterLists(accountId, lead.place)]
    : changeLead(accountId, lead.known, updatedAt, withValues(lead.known, values), {
        belongings: [belongings, deal && markSharedDeals(accountId, deal.conversation.id)],
      });
}

/** Values to make or change the conversation of a phone; `id` and `createdAt` are those of a new one. */
interface ConversationChange {
  readonly id: string;
  readonly createdAt: Date;
  readonly submission: Submission;
  readonly change: LeadChange;
}

/** Makes the conversation of a new phone, or gives a known one the origin of its lead; sent before the lead is written. */
export function writeConversation(
  accountId: string,
  known: FoundConversation | undefined,
  { id, createdAt, submission: { phone, origin }, change }: ConversationChange,
): Query<void> | undefined {
  if (known) return change.newOrigin && updateConversationOrigin(accountId, known.id, change.newOrigin);
  const made = { phone, channel: 'api', name: null, origin: origin.origin } as const;
  return insertConversation(accountId, { id, createdAt, ...made });
}
