/** Deals of the accounts $1 that an erased lead has left: each would count in its stage, and hold it back from being deleted. */
export const LEFT_DEALS = `
  select d.id, d.stage_id, l.id as lead_id, l.erased_at
  from leads l join deals d on d.account_id = l.account_id and d.lead_id = l.id
  where l.account_id = any($1::uuid[]) and l.erased_at is not null`;
