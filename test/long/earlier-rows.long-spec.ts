import { Client } from 'pg';
import { migrate, revertLatest } from '../../src/database/schema/migrations';
import { databaseUrl } from '../support/database';
import { ENTER_LISTS } from '../support/list-entries';
import { WRONGLY_SHARED_DEALS } from '../support/shared-deals';

/** What migrations do with the rows of earlier releases. */

const NAME = `entrada_rows_${process.pid}`;

async function onServer(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  await work(client).finally(() => client.end());
}

beforeEach(() => onServer(async (client) => void (await client.query(`create database ${NAME}`))));
afterEach(() => onServer(async (client) => void (await client.query(`drop database ${NAME} with (force)`))));

const ACCOUNT = '00000000-0000-7000-8000-00000000000a';

/** SQL: three leads. One has two deals in one stage and a tag, one has a deal, one has a tag. */
const LEADS = `
  insert into accounts values ('${ACCOUNT}', 'Conta', 'Dona', 'd@example.com', 'd@example.com', now(), true, true, true, true, '', now());
  insert into pipelines values ('${ACCOUNT}', gen_random_uuid(), 'Funil', true, now());
  insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
  select account_id, gen_random_uuid(), id, 'Etapa ' || n, n, n = 1, false, false, false, false
  from pipelines, generate_series(1, 2) n;
  insert into tags values ('${ACCOUNT}', gen_random_uuid(), 'vip', 'VIP');
  insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
  select '${ACCOUNT}', gen_random_uuid(), n, n, 'form', 'untracked', current_date, now() from generate_series(1, 3) n;
  insert into leads (account_id, id, conversation_id, copy, phone, origin, origin_rule, created_at, updated_at, touched_at)
  select account_id, gen_random_uuid(), id, 0, phone, 'untracked', 'no_signal', now(), now() + phone::int * interval '1 s', now()
  from conversations;
  insert into lead_tags (account_id, lead_id, tag_id)
  select l.account_id, l.id, t.id from leads l, tags t where l.phone in ('1', '3');
  insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, entered_stage_at, created_at, conversation_id, conversation_day, shares_conversation)
  select l.account_id, gen_random_uuid(), l.id, s.pipeline_id, s.id, d.copy, now(), now(), l.conversation_id, current_date, l.phone = '1'
  from (values ('1', 1, 0), ('1', 1, 1), ('2', 2, 0)) d (phone, position, copy)
  join leads l on l.phone = d.phone join stages s on s.position = d.position;`;

it('makes lists and counts in a filled database, and reverts them', async () => {
  const applied = await migrate(databaseUrl(NAME));
  const latest = applied.indexOf('ListEntries1764000000009');
  expect(latest).toBeGreaterThan(0);
  const client = new Client({ connectionString: databaseUrl(NAME) });
  await client.connect();
  try {
    await client.query(LEADS);
    await client.query(ENTER_LISTS, [[ACCOUNT]]);
    const entries = await client.query('select * from list_entries order by 1, 2, 3, 4');
    expect(entries.rows).toHaveLength(9);
    for (let i = applied.length; i > latest; i--) await revertLatest(databaseUrl(NAME));
    const copies = await client.query(`
      select from leads l
      join (select lead_id, lead_updated_at from deals union all select lead_id, lead_updated_at from lead_tags) c
        on c.lead_id = l.id and c.lead_updated_at = l.updated_at`);
    expect(copies.rowCount).toBe(5);
    await migrate(databaseUrl(NAME));
    expect((await client.query('select * from list_entries order by 1, 2, 3, 4')).rows).toEqual(entries.rows);
    expect((await client.query('select from deals where shares_conversation')).rowCount).toBe(2);
    expect((await client.query(WRONGLY_SHARED_DEALS, [[ACCOUNT]])).rows).toEqual([]);
  } finally {
    await client.end();
  }
});

it('finds the leads of older notifications in their texts, and for a merged lead the one that stayed', async () => {
  const applied = await migrate(databaseUrl(NAME));
  const added = applied.indexOf('NoticeLeads1764000000013');
  const client = new Client({ connectionString: databaseUrl(NAME) });
  await client.connect();
  try {
    for (let i = applied.length; i > added; i--) await revertLatest(databaseUrl(NAME));
    await client.query(LEADS);
    const { rows: leads } = await client.query<{ id: string }>('select id from leads order by phone');
    const [first = '', second = ''] = leads.map(({ id }) => id);
    const merged = '00000000-0000-7000-8000-00000000000b';
    await client.query(`insert into lead_merges values ($1, gen_random_uuid(), $2, $3, null, now())`, [
      ACCOUNT,
      second,
      merged,
    ]);
    const texts: [type: string, message: string, lead: string | null][] = [
      ['automation.notice', `O lead ${first} está há 1 dia sem movimento na etapa “Novo”.`, first],
      ['automation.notice', `O lead ${merged} está há 3 dias sem movimento na etapa “x”.`, second],
      ['automation.notice', 'O lead x está há 3 dias sem movimento.', null],
      ['submission.held', `O lead ${first} está aqui.`, null],
    ];
    for (const [type, message] of texts) {
      await client.query(
        `insert into notifications (account_id, id, type, subject_id, message, created_at)
         values ($1, gen_random_uuid(), $2, gen_random_uuid(), $3, now())`,
        [ACCOUNT, type, message],
      );
    }
    await migrate(databaseUrl(NAME));
    const { rows } = await client.query<{ type: string; message: string; lead_id: string | null }>(
      'select type, message, lead_id from notifications',
    );
    expect(rows.map(({ type, message, lead_id }) => [type, message, lead_id]).sort()).toEqual([...texts].sort());
  } finally {
    await client.end();
  }
});

it('keeps running sessions, with a new id each', async () => {
  const applied = await migrate(databaseUrl(NAME));
  const client = new Client({ connectionString: databaseUrl(NAME) });
  await client.connect();
  try {
    for (let i = applied.length; i > applied.indexOf('SignIn1764000000017'); i--) await revertLatest(databaseUrl(NAME));
    await client.query(
      `insert into accounts values ('${ACCOUNT}', 'Conta', 'Dona', 'd@example.com', 'd@example.com', now(), true, true, true, true, '', now())`,
    );
    await client.query(
      `insert into sessions select '${ACCOUNT}', int4send(n), now() - interval '3 hours', now() + interval '9 hours' from generate_series(1, 3) n`,
    );
    await migrate(databaseUrl(NAME));
    const { rows } = await client.query(
      `select distinct id from sessions where expires_at > now() and last_used_at > now() - interval '1 minute'`,
    );
    expect(rows).toHaveLength(3);
  } finally {
    await client.end();
  }
});
