import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { pino } from 'pino';
import { NONE_DELETED, RetentionJob } from '../../src/operations/retention.job';
import { ExpiredSecretsJob } from '../../src/auth/sessions/expired-secrets.job';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { AutomationsJob } from '../../src/automations/automations.job';
import { log } from '../../src/common/process/log';
import type { LeadView } from '../../src/contract/lead';
import { migrate } from '../../src/database/schema/migrations';
import { ImportsJob } from '../../src/imports/imports.job';
import { startApp, type TestApp } from '../support/app';
import { databaseUrl } from '../support/database';
import { HttpClient } from '../support/http-client';
import { phones } from '../support/phones';
import { untilReadinessSays } from '../support/readiness';

const NAME = `entrada_roles_${process.pid}`;
/** Roles of this test. Other databases of this server use the roles of the suite. */
const ROLES = ['entrada_doc_owner', 'entrada_doc_app', 'entrada_doc_admin', 'entrada_doc_stranger'];
const nextPhone = phones();
let test: TestApp;

const as = (role: string, password: string): string =>
  Object.assign(new URL(databaseUrl(NAME)), { username: role, password }).toString();

async function run(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push((await client.query<Record<string, unknown>>(statement)).rows);
    return results.at(-1) ?? [];
  } finally {
    await client.end();
  }
}

const dropRoles = () =>
  run(
    databaseUrl('postgres'),
    `drop database if exists ${NAME} with (force)`,
    ...ROLES.map((role) => `drop role if exists ${role}`),
  );

async function version(): Promise<number> {
  const [row] = await run(databaseUrl('postgres'), `select current_setting('server_version_num')::int / 10000 as is`);
  return (row as { is: number }).is;
}

/** Runs the documented script with the roles of this test. */
const makeRolesAsAdmin = (appPassword: string): Promise<unknown> =>
  run(
    as('entrada_doc_admin', 'admin'),
    `select set_config('entrada.owner_password', 'change-me', false), set_config('entrada.app_password', '${appPassword}', false)`,
    readFileSync('ops/roles.sql', 'utf8').replaceAll('entrada_', 'entrada_doc_'),
  );

beforeAll(async () => {
  await dropRoles();
  // An administrator as on a managed server: no superuser, but with the right to make roles, and owner of the database.
  await run(databaseUrl('postgres'), `create role entrada_doc_admin login password 'admin' createrole createdb`);
  await run(databaseUrl('postgres'), `create database ${NAME} owner entrada_doc_admin`);
  for (const password of ['first', 'second', 'change-me-too']) await makeRolesAsAdmin(password);
  await migrate(as('entrada_doc_owner', 'change-me'));
  test = await startApp({ DATABASE_URL: as('entrada_doc_app', 'change-me-too') });
});
afterAll(async () => {
  await test.close();
  await dropRoles();
});

it('is enough to run the service', async () => {
  const partner = await test.partner();
  const phone = nextPhone.mobile();
  const made = await partner.api.post<{ lead: LeadView }>('/leads', {
    phone,
    tags: ['a'],
    notes: 'n',
    external_id: 'x',
  });
  expect(made.status).toBe(201);
  const { lead } = made.data;
  expect((await partner.api.post('/leads', { phone, external_id: 'x' })).status).toBe(200);
  expect((await partner.api.patch(`/leads/${lead.id}`, { name: 'Ana', remove_tags: ['a'] })).status).toBe(200);
  expect((await partner.api.get<LeadView[]>('/leads?limit=10')).data).toHaveLength(1);
  expect((await partner.api.post('/leads/lookup', { phone })).status).toBe(200);
  const [, second] = (await partner.api.get<{ stages: { id: string }[] }[]>('/pipelines')).data[0]?.stages ?? [];
  expect((await partner.api.post(`/leads/${lead.id}/stage`, { stage_id: second?.id })).status).toBe(200);
  const appointment = await partner.staff.post<{ id: string }>('/appointments', {
    lead_id: lead.id,
    starts_at: '2026-03-01T12:00:00Z',
    attended: false,
  });
  expect(appointment.status).toBe(201);
  const path = `/accounts/${partner.accountId}/appointments/${appointment.data.id}`;
  expect((await test.operator.patch(path, { attended: true })).status).toBe(200);
  expect((await partner.api.get<{ leads: number; attended: number }>('/metrics')).data).toMatchObject({ leads: 1 });
  expect((await partner.owner.get<unknown[]>('/notifications')).data).toHaveLength(1);
});

it('is enough for what owners do with a person’s data', async () => {
  const partner = await test.partner('leads:write');
  const phone = nextPhone.mobile();
  const add = async (tag: string) =>
    (
      await partner.staff.post<LeadView>('/leads', {
        phone,
        tags: [tag],
        allow_duplicate: true,
      })
    ).data.id;
  const [first, second] = [await add('a'), await add('b')];
  for (const name of ['Ana', 'Bia']) await partner.api.post('/leads', { phone, name });
  const [one, other] = (await partner.owner.get<{ id: string }[]>('/held-submissions')).data;
  const post = async (path: string, body?: object) => (await partner.owner.post(path, body)).status;
  expect(await post(`/held-submissions/${one?.id}/apply`, { lead_id: first })).toBe(200);
  expect(await post(`/held-submissions/${other?.id}/dismiss`)).toBe(200);
  expect((await partner.owner.get<unknown[]>('/leads/duplicates')).data).toHaveLength(1);
  expect(await post(`/leads/${first}/merge`, { into: second })).toBe(200);
  expect((await partner.owner.get<unknown[]>(`/leads?phone=${phone}`)).data).toHaveLength(1);
  expect(await post('/people/lookup', { phone })).toBe(200);
  expect((await partner.owner.get(`/leads/${second}/export`)).status).toBe(200);
  expect(await post(`/leads/${second}/erase`)).toBe(200);
});

it('is enough to edit pipelines and to run automations', async () => {
  const { api, owner } = await test.partner('leads:read', 'leads:write');
  const { lead } = (await api.post<{ lead: LeadView }>('/leads', { phone: nextPhone.mobile() })).data;
  const stage = lead.deals[0]?.stage_id ?? '';
  const made = await owner.post<{ id: string }>(`/pipelines/${lead.deals[0]?.pipeline_id}/stages`, { name: 'x' });
  const rule = (action: object) => owner.post<{ id: string }>(`/stages/${stage}/automations`, { idle_days: 1, action });
  const [tag, move] = [
    await rule({ type: 'add_tag', tag: 'parado' }),
    await rule({ type: 'move', stage_id: made.data.id }),
  ];
  await rule({ type: 'notify' });
  await test.app.get(AutomationsJob).run(new Date(Date.now() + 25 * 60 * 60 * 1000));
  const moved = (await api.get<LeadView>(`/leads/${lead.id}`)).data;
  expect([moved.tags, moved.deals[0]?.stage_id]).toEqual([['parado'], made.data.id]);
  for (const { data } of [tag, move]) expect((await owner.delete(`/automations/${data.id}`)).status).toBe(204);
  expect((await owner.patch(`/stages/${made.data.id}`, { is_entry: true })).status).toBe(200);
  expect((await owner.delete(`/stages/${stage}`)).status).toBe(200);
});

it('is enough to import a file', async () => {
  const { owner } = await test.partner('leads:read');
  const csv = owner.with({ 'Content-Type': 'text/csv' });
  const { id } = (await csv.post<{ id: string }>('/imports', `phone\n${nextPhone.mobile()}\n123`)).data;
  await test.app.get(ImportsJob).run();
  expect((await owner.get(`/imports/${id}`)).data).toMatchObject({ state: 'finished', created: 1, refused: 1 });
  expect((await owner.get<unknown[]>('/imports')).data).toHaveLength(1);
});

it('is enough to delete old data, but not the audit trail of the last six months', async () => {
  const partner = await test.partner('leads:read', 'leads:write');
  const writer = await partner.withKey('leads:write');
  const external_id = 'taken';
  await partner.api.post('/leads', { phone: nextPhone.mobile(), external_id });
  await writer.post('/leads', { phone: nextPhone.mobile(), external_id });
  const [held] = (await partner.owner.get<{ id: string }[]>('/held-submissions')).data;
  expect((await partner.owner.post(`/held-submissions/${held?.id}/dismiss`)).status).toBe(200);
  const phone = nextPhone.mobile();
  const path = `/accounts/${partner.accountId}/leads`;
  const add = async () => (await test.operator.post<LeadView>(path, { phone, allow_duplicate: true })).data.id;
  const [one, other] = [await add(), await add()];
  expect((await partner.owner.post(`/leads/${one}/merge`, { into: other })).status).toBe(200);
  await partner.owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `phone\n${nextPhone.mobile()}`);
  await test.app.get(ImportsJob).run();
  await partner.sql('update outbox set sent_at = now() where account_id = $1');
  const sum = { ...NONE_DELETED };
  const now = new Date(Date.now() + 400 * 24 * 60 * 60 * 1000);
  await test.app.get(RetentionJob).runAccount(partner.accountId, now, sum);
  const failed = jest.spyOn(log, 'error');
  await test.app.get(RetentionJob).run(now);
  expect(failed).not.toHaveBeenCalled();
  expect(sum).toEqual({
    mail: 2,
    held: 1,
    imports: 1,
    merges: 1,
    audit: 0,
    deliveries: 0,
    notifications: 3,
    refusals: 0,
    bulkJobs: 0,
  });
});

it('is enough to sign in, and to see and end sessions', async () => {
  const { accountId, owner } = await test.partner('leads:read');
  const { email } = (await owner.get<{ owner: { email: string } }>('/account')).data.owner;
  const anyone = new HttpClient(`${test.url}/admin/v1`, '');
  expect((await anyone.post('/sign-in-links', { email })).status).toBe(202);
  await test.app.get(SignInRequestsJob).run();
  expect((await test.operator.get<object[]>('/outbox?state=pending')).data[0]).toMatchObject({ kind: 'sign_in_link' });
  const begun = await test.operator.post<{ console_url: string }>(`/accounts/${accountId}/owner-sessions`);
  const link = { token: begun.data.console_url.replace(/.*=/, '') };
  expect((await anyone.post('/sign-in-links/look', link)).status).toBe(200);
  const first = new HttpClient(
    `${test.url}/admin/v1`,
    (await anyone.post<{ token: string }>('/sessions', link)).data.token,
  );
  const switched = await first.post<{ token: string }>(`/my-accounts/${accountId}/switch`);
  const session = new HttpClient(`${test.url}/admin/v1`, switched.data.token);
  expect((await session.get<object[]>('/sessions')).data).toHaveLength(2);
  expect((await session.delete('/sessions')).status).toBe(204);
  expect((await session.delete('/sessions/current')).status).toBe(204);
  await test.app.get(ExpiredSecretsJob).run();
});

it('takes over the tables of another role, and does not grant what migrations have revoked', async () => {
  const asAdmin = as('entrada_doc_admin', 'admin');
  const ownerOf = () =>
    run(
      asAdmin,
      `select tableowner, has_table_privilege('entrada_doc_app', 'audit_entries', 'update') as may
    from pg_tables where tablename in ('leads', 'audit_entries')`,
    );
  const expected = Array(2).fill({ tableowner: 'entrada_doc_owner', may: false });
  // After a restore, the administrator owns the tables.
  for (const table of ['leads', 'audit_entries']) await run(asAdmin, `alter table ${table} owner to entrada_doc_admin`);
  expect(await ownerOf()).not.toEqual(expected);
  await makeRolesAsAdmin('change-me-too');
  expect(await ownerOf()).toEqual(expected);
});

it('says who has to run it when the administrator may not grant, and shows no password in errors', async () => {
  await run(databaseUrl(NAME), `create role entrada_doc_stranger login password 'stranger' createrole`);
  const failureOn = (prefix: string): Promise<unknown> =>
    run(
      as('entrada_doc_stranger', 'stranger'),
      'begin',
      `select set_config('entrada.owner_password', 'Canarinha', false), set_config('entrada.app_password', 'Canarinha', false)`,
      readFileSync('ops/roles.sql', 'utf8').replaceAll('entrada_', prefix),
      'rollback',
    ).then(
      () => 'none',
      (error: unknown) => error,
    );
  const onNewRoles = await failureOn('entrada_strange_');
  expect(onNewRoles).toMatchObject({
    message: expect.stringContaining(`as the owner of the database ${NAME}`) as unknown,
  });
  // Up to version 15, a role with CREATEROLE may change all other roles.
  const isRefused = (await version()) >= 16;
  const onRolesOfAnother = await failureOn('entrada_doc_');
  expect(onRolesOfAnother).toEqual(isRefused ? expect.objectContaining({ code: '42501' }) : 'none');
  expect(JSON.stringify([onNewRoles, onRolesOfAnother])).not.toContain('Canarinha');
});

it('allows only rows to be changed', async () => {
  for (const statement of [
    'drop table leads',
    'truncate leads',
    'update installation set id = gen_random_uuid()',
    'delete from installation',
    'insert into installation (id) values (gen_random_uuid())',
    'create table x (id int)',
    'alter table leads disable row level security',
    'select * from pg_authid',
    'create role someone',
  ]) {
    await expect(run(as('entrada_doc_app', 'change-me-too'), statement)).rejects.toMatchObject({ code: '42501' });
  }
});

it('shows no row without an account and no row of another account, and writes none there', async () => {
  const [mine, theirs] = [await test.partner('leads:write'), await test.partner('leads:write')];
  await mine.api.post('/leads', { phone: nextPhone.mobile() });
  await theirs.api.post('/leads', { phone: nextPhone.mobile() });
  const asApp = as('entrada_doc_app', 'change-me-too');
  expect(await run(asApp, 'select * from leads')).toEqual([]);
  const own = await run(
    asApp,
    'begin',
    `select set_config('app.account_id', '${mine.accountId}', true)`,
    'select account_id from leads',
  );
  expect(own).toEqual([{ account_id: mine.accountId }]);
  const foreign = run(
    asApp,
    'begin',
    `select set_config('app.account_id', '${mine.accountId}', true)`,
    `insert into tags values ('${theirs.accountId}', gen_random_uuid(), 'k', 'n')`,
  );
  await expect(foreign).rejects.toMatchObject({ code: '42501' });
});

it('allows audit entries to be added and read, not changed, and not removed for six months', async () => {
  const { accountId } = await test.partner('leads:read');
  const asApp = as('entrada_doc_app', 'change-me-too');
  const inAccount = (statement: string) =>
    run(asApp, `select set_config('app.account_id', '${accountId}', false)`, statement);
  const add = (account: string, age: string) =>
    inAccount(
      `insert into audit_entries (account_id, id, at, actor_type, action)
       values ('${account}', gen_random_uuid(), now() - interval '${age}', 'job', 'append-only')`,
    );
  const ages = () =>
    inAccount(
      `select extract(month from age(now(), at))::int as months from audit_entries
       where action = 'append-only' order by at`,
    );
  await add(accountId, '7 months');
  await add(accountId, '5 months');
  await expect(add('00000000-0000-7000-8000-000000000001', '0')).rejects.toMatchObject({ code: '42501' });
  for (const statement of [`update audit_entries set action = 'another'`, 'truncate audit_entries']) {
    await expect(inAccount(statement)).rejects.toMatchObject({ code: '42501' });
  }
  expect(await ages()).toEqual([{ months: 7 }, { months: 5 }]);
  await inAccount('delete from audit_entries');
  expect(await ages()).toEqual([{ months: 5 }]);
  expect(await run(asApp, 'select * from audit_entries')).toEqual([]);
});

it('says in the log and in readiness when it is off', async () => {
  const stream = Reflect.get(log, pino.symbols.streamSym) as { write(line: string): boolean };
  const write = jest.spyOn(stream, 'write').mockReturnValue(true);
  const owner = await startApp({ DATABASE_URL: as('entrada_doc_owner', 'change-me'), LOG_LEVEL: 'warn' });
  try {
    expect(write.mock.calls.join()).toContain('row level security is off');
    await untilReadinessSays(owner.url, { database: 'up', row_level_security: 'off' });
    await untilReadinessSays(test.url, { database: 'up', row_level_security: 'on' });
  } finally {
    write.mockRestore();
    log.level = 'silent';
    await owner.close();
  }
});
