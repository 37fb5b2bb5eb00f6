import { prepared, write } from '../../database/query';

/** SQL: what people did for the lead $2: activities, moves and appointments, as their first and last moments. */
const DONE = `
  select a.at as first, a.at as last from activities a where a.account_id = $1 and a.lead_id = $2
  union all select m.moved_at, m.moved_at from stage_moves m where m.account_id = $1 and m.lead_id = $2 and m.moved_by = 'staff'
  union all select p.created_at, greatest(p.created_at, case when p.attended or p.missed then least(p.starts_at, now()) end)
            from appointments p where p.account_id = $1 and p.lead_id = $2`;

const FOLLOW_LEAD = prepared(
  'follow_handling_of_lead',
  `update leads set contacted_at = (select min(d.first) from (${DONE}) d), touched_at = greatest(touched_at, $3)
   where account_id = $1 and id = $2`,
);

const FOLLOW_DEALS = prepared(
  'follow_handling_of_deals',
  `update deals set handled_at = (select max(d.last) from (${DONE}) d) where account_id = $1 and lead_id = $2`,
);

/**
 * Brings the first and last moments of a person's work for a lead up to date; sent after each change of that work. `touchedAt` restarts
 * the idle time of automations. Requires the lead's lock.
 */
export const followHandling = (accountId: string, leadId: string, touchedAt: Date | null) => [
  write(FOLLOW_LEAD, [accountId, leadId, touchedAt]),
  write(FOLLOW_DEALS, [accountId, leadId]),
];
