import type { Partner } from './app';

const MAKE = `
  insert into tags (account_id, id, key, name)
  select $1, gen_random_uuid(), n.name, n.name from unnest($2::text[]) n (name)
  on conflict (account_id, key) do nothing`;
const GIVE = `
  insert into lead_tags (account_id, lead_id, tag_id) select $1, $3, t.id from tags t where t.account_id = $1 and t.key = any($2::text[])`;
const ENTER = `
  insert into list_entries (account_id, list_id, updated_at, lead_id)
  select $1, t.id, l.updated_at, l.id from tags t join leads l on l.account_id = $1 and l.id = $3
  where t.account_id = $1 and t.key = any($2::text[])`;

/** Gives a lead `count` tags by SQL: t001, t002 and so on, with more digits if needed. */
export async function giveManyTags(partner: Partner, leadId: string, count: number, letter = 't'): Promise<void> {
  const digits = Math.max(3, String(count).length);
  const names = Array.from({ length: count }, (_, index) => letter + String(index + 1).padStart(digits, '0'));
  await partner.sql(MAKE, names);
  for (const statement of [GIVE, ENTER]) await partner.sql(statement, names, leadId);
}
