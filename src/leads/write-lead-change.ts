import type { Queryable } from '../database/sql';
import { insertDeal } from './deals.queries';
import type { LeadChange } from './lead-change';
import { addTags, insertLead, updateLead } from './leads.queries';

/**
 * Sends the statements of a change in the order of locks: lead, tags, deals. They share the flight of the caller, who
 * holds the locks of the conversation and of the lead, and gives the conversation the lead's origin where that changes.
 */
export function writeLeadChange(tx: Queryable, accountId: string, change: LeadChange): Promise<unknown> {
  const { place, values, leadId, updatedAt, tags, deal } = change;
  const sent: Promise<unknown>[] = [];
  if (values && place) sent.push(insertLead(tx, accountId, place, values));
  else if (values) sent.push(updateLead(tx, accountId, leadId, values, updatedAt));
  if (tags.length > 0) sent.push(addTags(tx, accountId, leadId, tags, updatedAt));
  if (deal) sent.push(insertDeal(tx, accountId, deal));
  return Promise.all(sent);
}
