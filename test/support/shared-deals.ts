/** SQL: deals of the accounts $1 wrongly marked as the only one, or as one of several, in their conversation. */
export const WRONGLY_SHARED_DEALS = `
  select d.id from (
    select id, shares_conversation, count(*) over (partition by account_id, conversation_id) as count
    from deals where account_id = any($1::uuid[])) d
  where d.shares_conversation <> (d.count > 1)`;
