import { leadsOf } from './lead.view';

/** The lead of a contact, in figures and lists: the oldest one of its conversation, by `created_at` and id. */

/** SQL for a from clause: the lead of the contact in the column `id`. */
export const oldestOf = (id: string): string =>
  `(select o.* from ${leadsOf(id)} o order by o.created_at, o.id limit 1)`;

const hasOlder = (lead: string, copy: string): string => `exists (
       select from leads o where o.account_id = $1 and o.conversation_id = ${lead}.conversation_id and o.copy ${copy}
         and (o.created_at, o.id) < (${lead}.created_at, ${lead}.id))`;

/**
 * SQL: the row `lead` is the lead of its contact. Nearly every contact has one lead, of copy 0. The rows of a set are joined with the few
 * further leads; "is true" makes it a look-up for each row.
 */
export const isOldest = (lead: string): string =>
  `not ${hasOlder(lead, '> 0')} and (${lead}.copy = 0 or not ${hasOlder(lead, '= 0')})`;
