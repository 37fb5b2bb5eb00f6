/** SQL: what people did for a lead: activities, moves and appointments, as their first and last moments. */
export const doneFor = (lead: string): string => `
  select a.at as first, a.at as last from activities a where a.account_id = $1 and a.lead_id = ${lead}
  union all select m.moved_at, m.moved_at from stage_moves m
            where m.account_id = $1 and m.lead_id = ${lead} and m.moved_by = 'staff'
  union all select p.created_at, greatest(p.created_at, case when p.attended or p.missed then least(p.starts_at, now()) end)
            from appointments p where p.account_id = $1 and p.lead_id = ${lead}`;

/** SQL: the last of it for the leads of a merge; the account is $1. */
export const lastDoneFor = (...leads: readonly string[]): string =>
  `(select max(d.last) from (${leads.map(doneFor).join(' union all ')}) d)`;
