/** SQL: deals of erased leads in the accounts $1; each would count in its stage and prevent its deletion. */
export const LEFT_DEALS = `
  select d.id, d.stage_id, l.id as lead_id, l.erased_at
  from leads l join deals d on d.account_id = l.account_id and d.lead_id = l.id
  where l.account_id = any($1::uuid[]) and l.erased_at is not null`;
