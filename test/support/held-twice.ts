/**
 * SQL: submissions of the accounts $1 that are held although they were applied. Their ledger entry has a lead, or the external_id
 * was applied for the same phone under another entry. Those that wait for their note alone have a lead and are excluded.
 */
export const APPLIED_AND_HELD = `
  select h.id, h.reason, h.external_id, h.submission_id
  from held_submissions h
  where h.account_id = any($1::uuid[]) and h.state = 'held' and h.reason <> 'notes_full' and (
    exists (select from submissions s
            where s.account_id = h.account_id and s.id = h.submission_id and s.lead_id is not null)
    or exists (select from submissions s
               join conversations c on c.account_id = h.account_id and c.id = s.conversation_id
               where s.account_id = h.account_id and s.external_id = h.external_id and s.claims_external_id
                 and not s.imported and s.result <> 'held' and c.phone_key = h.phone_key))`;
