import type { Queryable } from '../../database/sql';
import { type Conversation, insertConversation, updateConversationOrigin } from '../record/conversations.queries';
import { insertDeal, markSharedDeals } from '../deals/deals.queries';
import type { LeadChange } from './lead-change';
import { addTags, insertLead, updateLead } from '../record/leads.queries';
import { enterLists, relist } from '../record/list-entries.queries';
import type { Submission } from './submission';

/**
 * Sends the statements of a change in the order of locks: lead, tags, deals. They share the flight of the caller, who
 * holds the locks of the conversation and of the lead, and gives the conversation the lead's origin where that changes.
 */
export async function writeLeadChange(tx: Queryable, accountId: string, change: LeadChange): Promise<unknown> {
  const { lead, values, leadId, updatedAt, tags, deal } = change;
  if (!values) return;
  const belongings = () => [
    tags.length > 0 && addTags(tx, accountId, leadId, tags),
    deal && insertDeal(tx, accountId, deal),
  ];
  return 'place' in lead
    ? Promise.all([
        insertLead(tx, accountId, lead.place, values),
        ...belongings(),
        enterLists(tx, accountId, lead.place),
      ])
    : Promise.all([
        updateLead(tx, accountId, leadId, values, updatedAt),
        ...belongings(),
        deal && markSharedDeals(tx, accountId, deal.conversation.id),
        relist(tx, accountId, lead.known, updatedAt),
      ]);
}

/** What makes or changes the conversation of a phone; `id` and `createdAt` are those of a new one. */
export interface ConversationChange {
  readonly id: string;
  readonly createdAt: Date;
  readonly submission: Submission;
  readonly change: LeadChange;
}

/** Makes the conversation of a new phone, or gives a known one the origin of its lead; sent before the lead is written. */
export function writeConversation(
  tx: Queryable,
  accountId: string,
  known: Conversation | undefined,
  { id, createdAt, submission: { phone, origin }, change }: ConversationChange,
): Promise<unknown> | undefined {
  if (known) return change.newOrigin && updateConversationOrigin(tx, accountId, known.id, change.newOrigin);
  const made = { phone, channel: 'api', name: null, origin: origin.origin } as const;
  return insertConversation(tx, accountId, { id, createdAt, ...made });
}
