import { prepared, publishing, write } from '../../database/query';
import { doneFor, lastDoneFor } from './done-for';
import type { LeadState } from './leads.queries';
import { followReturn } from './returns.queries';

const FOLLOW_LEAD = prepared(
  'follow_handling_of_lead',
  `update leads set contacted_at = (select min(d.first) from (${doneFor('$2')}) d), touched_at = greatest(touched_at, $3)
   where account_id = $1 and id = $2`,
);

/** Brings the first moment of a person's work for a lead up to date, after a merge too. Requires the lock of its conversation if the row
 * was written in this transaction: PostgreSQL then looks at its foreign key again, and shares the conversation. */
export const followContacts = (accountId: string, leadId: string, touchedAt: Date | null) =>
  write(FOLLOW_LEAD, [accountId, leadId, touchedAt]);

const FOLLOW_DEALS = prepared(
  'follow_handling_of_deals',
  `update deals set handled_at = ${lastDoneFor('$2')} where account_id = $1 and lead_id = $2`,
);

/**
 * Brings the first and last moments of a person's work for a lead up to date; sent after each activity and appointment. `touchedAt`
 * restarts the idle time of automations. Requires the lead's lock.
 */
export const followHandling = (accountId: string, lead: LeadState, touchedAt: Date) => [
  followContacts(accountId, lead.id, touchedAt),
  write(FOLLOW_DEALS, [accountId, lead.id]),
  followReturn(accountId, lead),
];

/** The same after a deletion. Names the lead, since a seller who sees own leads gets no event of a row that is gone. */
export const followDeletion = (accountId: string, lead: LeadState) => [
  publishing(followContacts(accountId, lead.id, null), 'lead', lead.id),
  write(FOLLOW_DEALS, [accountId, lead.id]),
  followReturn(accountId, lead),
];

const HANDLE_OTHER_DEALS = prepared(
  'handle_other_deals',
  `update deals set handled_at = greatest(handled_at, $4) where account_id = $1 and lead_id = $2 and id <> $3`,
);

/** A person moved a deal: the lead's other deals were taken care of as well. */
export const handleOtherDeals = (accountId: string, leadId: string, dealId: string, at: Date) =>
  write(HANDLE_OTHER_DEALS, [accountId, leadId, dealId, at]);
