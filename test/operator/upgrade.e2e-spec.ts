import { Client } from 'pg';
import { MIGRATION_NAMES } from '../../src/database/schema/data-source';
import { migrate, migrationStatus, revertLatest } from '../../src/database/schema/migrations';
import { privateDatabase } from '../support/database';

/** Upgrades a database of release 1.2.0, and refuses others. */

const [FIRST = '', ...LATER] = MIGRATION_NAMES;
const ACCOUNT = '00000000-0000-7000-8000-00000000000a';
const MEMBER = '00000000-0000-7000-8000-00000000000b';
const STAGE = '00000000-0000-7000-8000-00000000000c';
const lead = (n: number): string => `00000000-0000-7000-8000-0000000000b${n}`;

/** SQL: an account with two leads as release 1.2.0 writes them: lead 1 has a deal, lead 2 was erased. */
const STORED = `
  insert into accounts (id, name, owner_name, owner_email, owner_email_key, owner_since, plan_api, plan_auto_origin, licence_active,
                        comercial_enabled, cursor_secret, created_at)
  values ('${ACCOUNT}', 'Conta', 'Dona', 'D@example.com', 'd@example.com', now(), true, true, true, true, '', now());
  insert into members (account_id, id, role, email, email_key, active, created_at)
  values ('${ACCOUNT}', '${MEMBER}', 'owner', 'D@example.com', 'd@example.com', true, now());
  insert into member_names values ('${ACCOUNT}', '${MEMBER}', 'Dona');
  insert into pipelines values ('${ACCOUNT}', '${STAGE}', 'Funil', true, now());
  insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
  values ('${ACCOUNT}', '${STAGE}', '${STAGE}', 'Novo', 1, true, false, false, false, false);
  insert into conversations (account_id, id, channel, origin, day, created_at)
  select '${ACCOUNT}', id, 'api', 'untracked', current_date, now() from (values ('${lead(1)}'::uuid), ('${lead(2)}')) v (id);
  insert into leads (account_id, id, conversation_id, copy, phone, origin, origin_rule, created_at, updated_at, touched_at, erased_at)
  select c.account_id, c.id, c.id, 0, '', 'untracked', 'no_signal', now(), now(), now(), case when id = '${lead(2)}' then now() end
  from conversations c;
  insert into lead_words values ('${ACCOUNT}', '${lead(1)}', '+5511');
  insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, entered_stage_at, created_at, conversation_id, conversation_day, shares_conversation)
  values ('${ACCOUNT}', '${lead(1)}', '${lead(1)}', '${STAGE}', '${STAGE}', 0, now(), now(), '${lead(1)}', current_date, false);`;

const activity = (leadId: string): [string, string] => [
  `insert into activities (account_id, id, lead_id, type, text, at) values ('${ACCOUNT}', '${STAGE}', '${leadId}', 'note', 'x', now())`,
  'delete from activities',
];

let url: string;
let client: Client;
beforeAll(async () => {
  url = await privateDatabase('upgrade');
  for (const _ of LATER) await revertLatest(url);
  client = new Client({ connectionString: url });
  await client.connect();
  // Of the names that release 1.2.0 has before its last one, one.
  await client.query(`insert into migrations values (0, 1764000000020, 'AccountOnce1764000000020')`);
  await client.query(STORED);
});
afterAll(() => client.end());

it('has as pending what came after release 1.2.0, and knows what came before', async () => {
  expect(await migrationStatus(url)).toEqual({ applied: [FIRST], pending: LATER, unknown: [] });
});

it.each<[what: string, said: string, make: string, undo: string]>([
  [
    'of an earlier release',
    'is of a release before 1.2.0: upgrade it to 1.2.0 first',
    `update migrations set name = 'Earlier' where name = '${FIRST}'`,
    `update migrations set name = '${FIRST}' where name = 'Earlier'`,
  ],
  [
    'with an owner who is no member',
    `The owner of the account ${ACCOUNT} is not among its members`,
    `update members set email_key = 'x'`,
    `update members set email_key = 'd@example.com'`,
  ],
  ['with a text about an erased person', 'The job left_deals of release 1.2.0', ...activity(lead(2))],
  [
    'with work for a lead that was merged',
    'The job left_deals of release 1.2.0',
    `insert into lead_merges values ('${ACCOUNT}', '${lead(3)}', '${lead(1)}', '${lead(3)}', null, now(), now(), now());
     ${activity(lead(3))[0]}`,
    'delete from activities; delete from lead_merges',
  ],
  [
    'with a deal that has not ended as its stage says',
    'The job earlier_work of release 1.2.0',
    'update stages set is_entry = false, is_won = true',
    'update stages set is_won = false, is_entry = true',
  ],
  [
    'with a move that its lead does not show',
    'The job earlier_work of release 1.2.0',
    `insert into stage_moves values ('${ACCOUNT}', '${STAGE}', '${lead(1)}', '${lead(1)}', '${STAGE}', '${STAGE}', 'staff', null, now())`,
    'delete from stage_moves',
  ],
  [
    'with a lead that has no search words',
    'The job search_words of release 1.2.0',
    `update lead_words set word = 'ana'`,
    `update lead_words set word = '+5511'`,
  ],
])('refuses a database %s, and changes nothing', async (_what, said, make, undo) => {
  await client.query(make);
  await expect(migrate(url)).rejects.toThrow(said);
  await client.query(undo);
  expect((await migrationStatus(url)).pending).toEqual(LATER);
});

it('migrates a database of release 1.2.0 whose jobs have finished, and asks no more then', async () => {
  expect(await migrate(url)).toEqual(LATER);
  await client.query(activity(lead(2))[0]);
  expect(await migrate(url)).toEqual([]);
});

it('refuses to go back before release 1.2.0', async () => {
  for (const _ of LATER) await revertLatest(url);
  await expect(revertLatest(url)).rejects.toThrow('no schema before the one of release 1.2.0');
});
