import { Client } from 'pg';
import { migrate, revertLatest } from '../../src/database/schema/migrations';
import { databaseUrl, privateDatabase, testDatabase } from '../support/database';
import { WRONG_LIST_ENTRIES } from '../support/list-entries';
import { PATIENCE_MS } from '../support/patience';

/** Migrations convert the data of earlier releases. */

const ACCOUNT = '00000000-0000-7000-8000-00000000000a';
const IMPORT = '00000000-0000-7000-8000-0000000000f0';
const lead = (n: number): string => `00000000-0000-7000-8000-0000000000b${n}`;
const held = (n: number): string => `00000000-0000-7000-8000-0000000000c${n}`;
const PIPELINE = '00000000-0000-7000-8000-0000000000d0';
const KEY = '00000000-0000-7000-8000-0000000000e0';

/** SQL: lead 1 lives. Lead 2 was erased, but has a deal. Leads 3 and 4 were merged into lead 1; lead 4's record was erased. */
const STORED = `
  insert into accounts values ('${ACCOUNT}', 'Conta', 'Dona', 'd@example.com', 'd@example.com', now(), true, true, true, true, '', now());
  insert into pipelines values ('${ACCOUNT}', '${PIPELINE}', 'Funil', true, now());
  insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
  values ('${ACCOUNT}', '${KEY}', '${PIPELINE}', 'Novo', 1, true, false, false, false, false);
  insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
  select '${ACCOUNT}', id, id, id, 'api', 'untracked', current_date, now() from (values ('${lead(1)}'::uuid), ('${lead(2)}')) v (id);
  insert into leads (account_id, id, conversation_id, copy, phone, origin, origin_rule, created_at, updated_at, touched_at, erased_at)
  select c.account_id, c.id, c.id, 0, '', 'untracked', 'no_signal', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', now(),
         case when id = '${lead(2)}' then timestamptz '2026-02-01T00:00:00Z' end
  from conversations c;
  insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, entered_stage_at, created_at, conversation_id, conversation_day, shares_conversation)
  values ('${ACCOUNT}', '${lead(2)}', '${lead(2)}', '${PIPELINE}', '${KEY}', 0, now(), now(), '${lead(2)}', current_date, false);
  insert into list_entries (account_id, list_id, updated_at, lead_id)
  select account_id, account_id, updated_at, id from leads
  union all select id, unnest(array['${PIPELINE}'::uuid, '${KEY}']), timestamptz '2026-02-01T00:00:00Z', '${lead(2)}'::uuid from accounts
  on conflict do nothing;
  insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at)
  values ('${ACCOUNT}', '${lead(3)}', '${lead(1)}', '${lead(3)}', '{"created_at":"2026-01-05T10:00:00.123Z"}', '2026-01-09T00:00:00Z'),
         ('${ACCOUNT}', '${lead(4)}', '${lead(1)}', '${lead(4)}', null, '2026-01-10T00:00:00Z');
  insert into imports values ('${ACCOUNT}', '${IMPORT}', sha256('a'), now(), now(), null);
  insert into submissions (account_id, id, external_id, claims_external_id, key_id, request_id, result, created_at)
  select '${ACCOUNT}', gen_random_uuid(), external_id, true, key_id::uuid, request_id, 'created', now()
  from (values ('import:' || left(encode(sha256('a'), 'hex'), 16) || ':2', '${IMPORT}', '${IMPORT}:2'),
               ('own', '${IMPORT}', '${IMPORT}:3'), ('import:ca978112ca1bbdca:9', '${KEY}', 'r')) v (external_id, key_id, request_id);
  insert into held_submissions (account_id, id, submission_id, reason, phone, phone_key, external_id, body, key_id, key_name, request_id, created_at, state)
  select '${ACCOUNT}', id::uuid, id::uuid, 'external_id_conflict', 'p', phone_key, 'e', '{}', '${KEY}', 'site', 'r', now(), state
  from (values ('${held(1)}', 'a', 'dismissed'), ('${held(2)}', 'a', 'held'), ('${held(3)}', 'a', 'applied'), ('${held(4)}', 'b', 'held')) v (id, phone_key, state);`;

let client: Client;

beforeAll(async () => {
  const url = await privateDatabase('migrated');
  const applied = await migrate(url).then(() => migrationsOf(url));
  const first = applied.indexOf('LedgerPipelines1764000000012');
  expect(first).toBeGreaterThan(0);
  for (let i = applied.length; i > first; i--) await revertLatest(url);
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query(STORED);
  await migrate(url);
});
afterAll(() => client.end());

async function migrationsOf(url: string): Promise<string[]> {
  const reader = new Client({ connectionString: url });
  await reader.connect();
  const { rows } = await reader.query<{ name: string }>('select name from migrations order by id');
  await reader.end();
  return rows.map(({ name }) => name);
}

const read = async (sql: string): Promise<unknown[][]> => (await client.query({ text: sql, rowMode: 'array' })).rows;

it('what imports wrote into the ledger is marked as theirs; what partners sent stays', async () => {
  expect(await read('select external_id, imported from submissions order by 1')).toEqual([
    ['import:ca978112ca1bbdca:2', true],
    ['import:ca978112ca1bbdca:9', false],
    ['own', true],
  ]);
});

it('of a conflict that was held twice, one counts as the settled submission, and none is lost', async () => {
  expect(await read('select id, external_id, state from held_submissions order by 1')).toEqual([
    [held(1), 'e', 'dismissed'],
    [held(2), null, 'held'],
    [held(3), 'e', 'applied'],
    [held(4), 'e', 'held'],
  ]);
});

it('erased and merged leads are in the list of gone leads, and in no other', async () => {
  expect((await client.query(WRONG_LIST_ENTRIES, [[ACCOUNT]])).rows).toEqual([]);
  const merges = await client.query<{ merged_created_at: Date; merged_updated_at: Date }>(
    'select merged_created_at, merged_updated_at from lead_merges order by id',
  );
  expect(merges.rows.map((row) => row.merged_created_at.toISOString())).toEqual([
    '2026-01-05T10:00:00.123Z',
    '2026-01-10T00:00:00.000Z',
  ]);
  // The merges get the present time, because no sync has shown them yet.
  for (const row of merges.rows) expect(Date.now() - row.merged_updated_at.getTime()).toBeLessThan(PATIENCE_MS);
});

it('all of it can be reverted', async () => {
  const url = databaseUrl(testDatabase('migrated'));
  // Since the migration a partner has sent an external_id that an import also has.
  await client.query(
    `insert into submissions (account_id, id, external_id, claims_external_id, request_id, result, created_at)
     values ('${ACCOUNT}', '${lead(5)}', 'own', true, 'r', 'updated', now())`,
  );
  for (const applied = await migrationsOf(url); applied.at(-1) !== 'LedgerDays1764000000011'; applied.pop()) {
    await revertLatest(url);
  }
  expect(await read(`select id from submissions where external_id = 'own' and claims_external_id`)).toEqual([
    [lead(5)],
  ]);
  const entries = await read(`select list_id from list_entries where lead_id = '${lead(2)}' order by 1`);
  expect(entries).toEqual([[ACCOUNT], [PIPELINE], [KEY]]);
  await migrate(url);
  expect((await client.query(WRONG_LIST_ENTRIES, [[ACCOUNT]])).rows).toEqual([]);
});
