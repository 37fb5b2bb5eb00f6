import { midnight } from '../../database/first-id';

/** SQL: today in Brasília. */
export const THIS_DAY = `(now() at time zone 'America/Sao_Paulo')::date`;

/**
 * SQL: the next step with a lead, which is its first open task, or its next appointment from today on; null without one. Filters of `min`
 * keep to the indexes by lead, without statistics too.
 */
export const nextContact = (lead: string): string => `least(
  (select min(a.due_at) filter (where true) from activities a
   where a.account_id = $1 and a.lead_id = ${lead} and a.due_at is not null and a.done_at is null),
  (select min(a.starts_at) filter (where not (a.attended or a.missed)) from appointments a
   where a.account_id = $1 and a.lead_id = ${lead} and a.starts_at >= ${midnight(THIS_DAY)}))`;
