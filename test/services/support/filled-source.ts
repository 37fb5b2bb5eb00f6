import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../src/database/embedded/embedded-postgres';
import { newAccount } from '../../support/app';
import { fillAccount } from '../../support/full-account';
import { HttpClient } from '../../support/http-client';
import { StartedService } from '../../support/started-service';

/** Data that callers of the service on an embedded database know, and use again after a move. */
export interface Known {
  readonly key: string;
  readonly operatorToken: string;
  /** The account with as much data as an account may have. */
  readonly accountId: string;
  /** Token of an unused sign-in link. */
  readonly link: string;
  readonly leadId: string;
  readonly externalId: string;
  readonly cursor: string;
  /** The ids of the page after the cursor. */
  readonly page: readonly string[];
}

interface Lead {
  readonly id: string;
}

/** Texts that a copy may change, because they have a meaning for COPY, arrays or rows. */
const STRANGE = String.raw`'', E'\\N', E'\\.', E'a\tb\nc\rd\\e', E'\\x41', '{"a,b"}', '(1,"2")', 'NULL', 'É 😀 ü'`;

/** Leads that are moved; more show the same. */
const LEADS = 1_000;

/** Statements that add strange texts, and rows to the tables that are still empty. $1 is the account. */
const FURTHER = [
  // A part of the rows shows the same, and is sooner moved and digested.
  `delete from activities where account_id = $1 and right(id::text, 2) <> '01'`,
  `delete from import_rows where account_id = $1 and row_number > 2000`,
  // The numbers of migrations have a gap, as after a step back. The next one is higher than on a new database.
  `update migrations set id = nextval('migrations_id_seq') where id = (select max(id) from migrations) and $1::uuid is not null`,
  `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at, merged_created_at, merged_updated_at)
   select $1, gen_random_uuid(), id, gen_random_uuid(), E'{ "name":"a\\\\tb",  "tags": [1.50, null] }', now(), now(), now() from leads where account_id = $1 limit 3`,
  `insert into automation_runs (account_id, automation_id, deal_id, entered_stage_at, ran_at)
   select a.account_id, a.id, d.id, d.entered_stage_at, now() from automations a join deals d using (account_id, stage_id)
   where a.account_id = $1 limit 100`,
  `insert into key_refusals select account_id, id, '{"forbidden": {"n": 1.20, "é": "\\\\N"}}' from api_keys where account_id = $1 and revoked_at is not null limit 2`,
  `insert into api_key_uses select account_id, id, now() from api_keys where account_id = $1 on conflict do nothing`,
  `insert into sign_in_requests (id, requested_at, email_hash, network_hash)
   select gen_random_uuid(), now(), '\\x00ff5c'::bytea, '\\x0a'::bytea where $1::uuid is not null`,
  `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
   select $1, gen_random_uuid(), 'sign_in_link', 'dona@example.com', '{"link": "é\\\\n"}', now(), now()`,
  `insert into ended_accounts select gen_random_uuid(), now() where $1::uuid is not null`,
  `insert into rota_members select r.account_id, r.pipeline_id, m.id, 9007199254740993
   from rotas r join members m using (account_id) where r.account_id = $1 and not m.active limit 3`,
  `insert into saved_views select account_id, gen_random_uuid(), id, 'Meus', 'meus', '{ "tag":"é",  "order": "changed" }', now()
   from members where account_id = $1 limit 3`,
  `insert into deal_changes (account_id, id, lead_id, deal_id, changed_at, field, before, after, before_reason, changed_by)
   select account_id, gen_random_uuid(), lead_id, id, now(), 'value', '{ "value":1.50 }', null, 'É "\\\\N"', 'staff'
   from deals where account_id = $1 limit 3`,
  `insert into hand_overs select account_id, id, null, now() from member_names where account_id = $1 limit 2`,
  `insert into notification_reads select n.account_id, m.id, n.id, now()
   from notifications n join member_names m using (account_id) where n.account_id = $1 limit 10`,
  `insert into tags select $1, gen_random_uuid(), 'strange ' || n, text
   from unnest(array[${STRANGE}]) with ordinality t (text, n)`,
];

/** Lets the service make an embedded database, fills every table, and stops the service. */
export async function fillSource(dataDir: string): Promise<Known> {
  const service = new StartedService(dataDir);
  const key = await service.prints(/ent_live_\w+/);
  const link = await service.prints(/console#link=(\w+)/);
  const api = new HttpClient(`${await service.address()}/api/v1`, key);
  const externalId = 'form-1';
  const first = await api.post<Lead>('/leads', { phone: '11987654321', external_id: externalId, tags: ['VIP'] });
  for (const phone of ['11987654322', '11987654323']) await api.post('/leads', { phone });
  const list = await api.get<Lead[]>('/leads?limit=1');
  const cursor = list.body.next_cursor ?? '';
  const page = (await api.get<Lead[]>(`/leads?limit=1&cursor=${cursor}`)).data.map(({ id }) => id);
  const operatorToken = readFileSync(join(dataDir, 'operator-token'), 'utf8');
  const operator = new HttpClient(`${await service.address()}/admin/v1`, operatorToken);
  const { id } = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
  await service.stop();
  await addRows(dataDir, id);
  return { key, operatorToken, accountId: id, link, leadId: first.data.id, externalId, cursor, page };
}

const addRows = (dataDir: string, accountId: string): Promise<void> =>
  onSource(dataDir, (client) => fillTables(client, accountId, LEADS));

/** Gives the account rows in every table. */
export async function fillTables(client: Client, accountId: string, leads: number): Promise<void> {
  await fillAccount((text, values) => client.query(text, values), accountId, leads);
  for (const text of FURTHER) await client.query(text, [accountId]);
}

/** Opens the superuser's connection to an embedded database without a running service. */
export async function onSource<T>(dataDir: string, work: (client: Client, owner: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, unsafeButFast: true });
  const client = new Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    return await work(client, postgres.urls.owner);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** Digests the rows of each table, in another way than the move does. */
export async function digestsOf(client: Client): Promise<Record<string, string>> {
  await client.query(`set timezone = 'UTC'`);
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5, '' order by md5)), '') as digest
       from (select md5(t::text) from ${name} t) hashed`,
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
