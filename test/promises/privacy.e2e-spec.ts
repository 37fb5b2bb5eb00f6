import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { PERMISSIONS } from '../../src/contract/key';
import { newAccount } from '../support/app';
import { asService, databaseUrl, privateDatabase, testDatabase } from '../support/database';
import { type Answer, HttpClient } from '../support/http-client';
import { MailServer } from '../support/mail-server';
import { PATIENCE_MS } from '../support/patience';
import { exchange, rawRequest } from '../support/raw-http';

const DATABASE = testDatabase('privacy');

/** Personal data and secrets (canaries) that the test can recognise wherever they appear. */
const LEAD = {
  phone: '11976543219',
  name: 'Canarinha Amarela',
  email: 'canarinha@bird-canary.example',
  note: 'nota-canario-7351',
  tag: 'tag-canario-9164',
  externalId: 'ext-canario-2846',
  campaign: 'utm-canario-5093',
  click: 'gclid-canario-8127',
  page: 'pagina-canario-3317',
  laterName: 'Canarinho Depois',
  laterEmail: 'depois@bird-canary.example',
};
const STRAY = {
  field: 'campo-canario-4410',
  json: 'json-canario-6602',
  path: 'caminho-canario-1188',
  parameter: 'parametro-canario-7079',
  agent: 'agente-canario-2254',
  cookie: 'biscoito-canario-3965',
  token: 'ficha-canario-9931',
  requestId: 'canário-6120',
  wire: 'fio-canario-5557',
};
const OWNER = { name: 'Dona Canario Silva', email: 'dona@owner-canary.example', account: 'Loja do Canario 6173' };
const OPERATOR_TOKEN = 'operator-canary-0123456789abcdefghijklmnop';
const SENDER = '203.0.113.177';
/** Request ids of callers that contain personal data. */
const CALLER_IDS = [
  LEAD.phone,
  `+55${LEAD.phone}`,
  LEAD.email,
  'Canarinha-Amarela',
  `lead-${LEAD.phone}`,
  `00000000-0000-4000-8000-0${LEAD.phone}`,
  `11976543-2190-4000-8000-00000000000a`,
  LEAD.phone.padEnd(32, '0'),
];
const PLAIN_IDS = ['0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000', '0199AAAA-BBBB-4CCC-8DDD-EEEEFFFF0001'];
/** The phone, also in the forms that PostgreSQL and the service write. */
const PHONES = [LEAD.phone, '5511976543219', '551176543219', '76543219'];

const mails = new MailServer();
let database: Client;
let service: ChildProcess;
let url = '';
let output = '';
let errors = '';

beforeAll(async () => {
  await mails.open();
  await privateDatabase('privacy');
  database = new Client({ connectionString: databaseUrl(DATABASE) });
  await database.connect();
  await startService();
});
afterAll(async () => {
  service.kill('SIGKILL');
  await database.end();
  await mails.close();
});

/** The built service with its most detailed log. */
async function startService(): Promise<void> {
  const settings = {
    PORT: '0',
    DATABASE_URL: asService(databaseUrl(DATABASE)),
    OPERATOR_TOKEN,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Entrada <avisos@entrada.example>',
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '1',
    LIMIT_KEY_WRITES_PER_MINUTE: '1000',
  };
  const { NODE_ENV: _, REDIS_URL: __, ...inherited } = process.env;
  service = spawn(process.execPath, ['dist/src/main.js'], {
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  service.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  service.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  for (let waited = 0; !url && waited < PATIENCE_MS; waited += 50) {
    await sleep(50);
    url = /Entrada listens on (http:[^"\s]+)/.exec(output)?.[1]?.replace('[::1]', '127.0.0.1') ?? '';
  }
  if (!url) throw new Error(`the service did not start:\n${output}${errors}`);
}

const answers: Answer<never>[] = [];
const secrets: string[] = [];
/** Public parts of forms' addresses, which the log leaves out too. */
const slugs: string[] = [];

/** Remembers an answer, whose id must be in the log. */
async function noted<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await call;
  answers.push(answer as unknown as Answer<never>);
  return answer;
}

const body = {
  phone: LEAD.phone,
  name: LEAD.name,
  email: LEAD.email,
  notes: LEAD.note,
  tags: [LEAD.tag],
  external_id: LEAD.externalId,
  attribution: {
    utm_source: 'google',
    utm_campaign: LEAD.campaign,
    gclid: LEAD.click,
    referrer: `https://x.example/${LEAD.page}?q=${LEAD.page}`,
  },
};

async function useTheService(): Promise<HttpClient> {
  const disguise = {
    'X-Forwarded-For': SENDER,
    'User-Agent': STRAY.agent,
    Referer: `https://x.example/${STRAY.agent}`,
    Cookie: `a=${STRAY.cookie}; entrada_session=${STRAY.cookie}`,
  };
  const operator = new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN, disguise);
  const account = await noted(
    operator.post<{ id: string }>(
      '/accounts',
      newAccount({ name: OWNER.account, owner: { name: OWNER.name, email: OWNER.email } }),
    ),
  );
  const owner = operator.with({ 'X-Account-Id': account.data.id });
  const keys: string[] = [];
  for (const permissions of [PERMISSIONS, ['leads:write']]) {
    keys.push((await noted(owner.post<{ key: string }>('/api-keys', { name: 'site', permissions }))).data.key);
  }
  const session = await noted(
    operator.post<{ token: string; console_url: string }>(`/accounts/${account.data.id}/owner-sessions`),
  );
  secrets.push(...keys, session.data.token, new URL(session.data.console_url).href.slice(-43));
  const [api, writeOnly] = keys.map((key) => new HttpClient(`${url}/api/v1`, key, disguise)) as [
    HttpClient,
    HttpClient,
  ];

  const lead = (await noted(api.post<{ id: string }>('/leads', body))).data;
  await noted(api.post('/leads', body));
  await noted(api.post('/leads', { ...body, phone: '21976543219' }));
  await noted(writeOnly.post('/leads', { ...body, phone: '21976543219' }));
  await noted(writeOnly.post('/leads', body));
  await noted(api.post('/leads', { phone: LEAD.phone, name: LEAD.laterName, email: LEAD.laterEmail }));
  await noted(api.patch(`/leads/${lead.id}`, { name: LEAD.name, notes: LEAD.note, add_tags: [LEAD.tag], email: null }));
  await noted(api.patch(`/leads/${lead.id}`, { email: LEAD.email }));
  await noted(api.post('/leads/lookup', { phone: LEAD.phone }));
  await noted(api.post('/leads/lookup', { email: LEAD.email }));
  await noted(api.get(`/leads?tag=${LEAD.tag}&limit=1`));
  await noted(operator.post(`/accounts/${account.data.id}/conversations`, { phone: LEAD.phone, channel: 'chat' }));
  await noted(operator.post(`/accounts/${account.data.id}/leads`, { ...body, allow_duplicate: true, attribution: 1 }));
  await noted(owner.get('/account'));
  await noted(owner.get('/api-keys'));

  const file = `phone,name,external_id\n${LEAD.phone},${LEAD.name},${LEAD.externalId}-csv\n${STRAY.json},${LEAD.name},\n`;
  await noted(owner.with({ 'Content-Type': 'text/csv' }).post('/imports', file));
  await noted(owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `${STRAY.field}\n${LEAD.name}`));
  for (let waited = 0; waited < PATIENCE_MS; waited += 200) {
    const [imported] = (await noted(owner.get<{ state: string }[]>('/imports'))).data;
    if (imported?.state === 'finished') break;
    await sleep(200);
  }

  await useSources(owner, { ...disguise, Authorization: `Bearer ${keys[0]}` });

  // Refused requests.
  await noted(api.post('/leads', { ...body, [STRAY.field]: STRAY.field, phone: STRAY.json, email: STRAY.json }));
  await noted(api.post('/leads', `{"${STRAY.json}": "${LEAD.name}`));
  await noted(api.post('/leads', `{"${STRAY.json}"}`.padEnd(17_000)));
  await noted(api.get(`/leads?${STRAY.parameter}=${STRAY.parameter}&cursor=${STRAY.parameter}`));
  await noted(api.get(`/leads/${STRAY.path}`));
  await noted(api.get(`/${STRAY.path}/%FF/${STRAY.path}`));
  for (const id of [STRAY.requestId, ...CALLER_IDS, ...PLAIN_IDS]) {
    await noted(api.with({ 'X-Request-Id': id }).get('/pipelines'));
  }
  await noted(new HttpClient(`${url}/api/v1`, STRAY.token, disguise).get('/leads'));
  await noted(new HttpClient(`${url}/admin/v1`, STRAY.token, disguise).get('/accounts'));
  await noted(new HttpClient(`${url}/admin/v1`, '', disguise).post('/sessions', { token: STRAY.token }));
  await noted(new HttpClient(`${url}/admin/v1`, '', disguise).post('/sign-in-links', { email: OWNER.email }));
  await noted(new HttpClient(`${url}/admin/v1`, '', disguise).post('/sign-in-links', { email: LEAD.email }));
  await exchange(url, [`${STRAY.wire} /${STRAY.wire} HTTP/1.1\r\n\r\n`]);
  await exchange(url, [rawRequest({ target: `/${STRAY.wire}`, headers: { Expect: STRAY.wire, 'X-A': STRAY.wire } })]);
  await exchange(url, [`CONNECT ${STRAY.wire}:1 HTTP/1.1\r\nHost: ${STRAY.wire}\r\n\r\n`]);
  return api;
}

/** Sends to a webhook and to a form, also to addresses that are no source's, and while the database has lost their table. */
async function useSources(owner: HttpClient, headers: Record<string, string>): Promise<void> {
  const addressOf = async (kind: 'webhook' | 'form'): Promise<string> =>
    new URL((await noted(owner.post<{ address: string }>('/sources', { kind, name: kind }))).data.address).pathname;
  const [webhook, form] = [await addressOf('webhook'), await addressOf('form')];
  const unknown = webhook.replace(/.{8}$/, 'canaries');
  secrets.push(webhook, unknown);
  slugs.push(form.slice('/f/'.length));
  const send = (method: string, path: string, body?: string | URLSearchParams): Promise<Answer<unknown>> =>
    noted(
      fetch(url + path, { method, headers, body, redirect: 'manual' }) as Promise<unknown> as Promise<Answer<unknown>>,
    );
  const lead = { telefone: LEAD.phone, nome: LEAD.name, 'e-mail': LEAD.email, mensagem: LEAD.note };
  const spellings = [`/${webhook}`, webhook.toUpperCase(), `${webhook}/`, `${webhook}/%FF`, `/api/v1${webhook}`];
  for (const path of [webhook, unknown, ...spellings]) {
    await send('POST', `${path}?a=${STRAY.parameter}`, JSON.stringify(lead));
    await send('GET', path);
    await send('PUT', path, JSON.stringify(lead));
  }
  await send('POST', webhook, `{"${STRAY.json}": "${LEAD.name}`);
  await send('POST', webhook, STRAY.json.padEnd(70_000));
  for (const path of [form, `${form}/obrigado`, `${form}/`, `/${form}`, form.toUpperCase(), `${form}/%FF`]) {
    await send('GET', `${path}?utm_campaign=${LEAD.campaign}`);
    await send('POST', path, new URLSearchParams({ phone: LEAD.phone, name: LEAD.name }));
  }
  await database.query('alter table deliveries rename to deliveries_gone');
  const { status } = await send('POST', webhook, JSON.stringify({ ...lead, nome: LEAD.laterName }));
  await database.query('alter table deliveries_gone rename to deliveries');
  expect(status).toBe(503);
  for (const path of [webhook, form]) {
    await exchange(url, [`POST ${path} HTTP/1.1\r\n\r\n`]);
    await exchange(url, [`POST ${path} x HTTP/1.1\r\nHost: a\r\n\r\n`]);
    await exchange(url, [rawRequest({ target: path, headers: { Expect: STRAY.wire } })]);
    await exchange(url, [`CONNECT ${path} HTTP/1.1\r\nHost: a\r\n\r\n`]);
  }
}

/** Sends requests that fail in the database, each for another reason. The database's errors contain the row's values. */
async function provokeErrors(api: HttpClient): Promise<number> {
  const phoneOf = (index: number): string => `1197654${String(3_300 + index)}`;
  const breakages: [breakIt: string, mend: string][] = [
    [
      'alter table leads add constraint canary check (name is null) not valid',
      'alter table leads drop constraint canary',
    ],
    ['alter table leads rename to leads_gone', 'alter table leads_gone rename to leads'],
    ['alter table leads rename column name to name_gone', 'alter table leads rename column name_gone to name'],
    [
      `create function canary() returns trigger language plpgsql as $$ begin raise exception 'row %', new; end $$;
       create trigger canary before insert on leads for each row execute function canary()`,
      'drop function canary() cascade',
    ],
    [
      `create function canary() returns trigger language plpgsql as $$ begin perform new.name::int; return new; end $$;
       create trigger canary before insert on leads for each row execute function canary()`,
      'drop function canary() cascade',
    ],
    ['create unique index canary on leads (name)', 'drop index canary'],
    ['begin; lock table leads in access exclusive mode', 'rollback'],
  ];
  let failures = 0;
  for (const [index, [breakIt, mend]] of breakages.entries()) {
    await database.query(breakIt);
    const answer = await noted(
      api.post('/leads', { ...body, phone: phoneOf(index), external_id: `${LEAD.externalId}-${index}` }),
    );
    await database.query(mend);
    expect([breakIt, answer.status]).toEqual([breakIt, 500]);
    failures++;
  }
  await database.query('begin; lock table leads in access exclusive mode');
  const waiting = noted(api.post('/leads/lookup', { email: LEAD.email }));
  await sleep(200);
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'entrada service'`,
  );
  await database.query('rollback');
  expect([404, 200, 409, 500]).toContain((await waiting).status);
  return failures;
}

/** Finds canaries in the text: plain, or encoded as in a URL, in base 64 or in a mail. */
const found = (text: string, canaries: readonly string[]): string[] =>
  canaries.filter((canary) =>
    [
      canary,
      encodeURIComponent(canary),
      Buffer.from(canary).toString('base64').slice(0, -4),
      JSON.stringify(canary).slice(1, -1),
    ].some((form) => text.toLowerCase().includes(form.toLowerCase())),
  );

it('has no personal data and no secret in its log, its metrics and its mails, also when things go wrong', async () => {
  const api = await useTheService();
  mails.refuseEvery = 2;
  const failures = await provokeErrors(api);
  mails.refuseEvery = 0;
  for (let waited = 0; mails.mails.length < 3 && waited < PATIENCE_MS; waited += 100) await sleep(100);
  const metrics = await (
    await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } })
  ).text();
  const exit = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  expect(await exit).toBe(0);

  const ofKeys = secrets.map((secret) => secret.slice(9, 40));
  // Checks that the canaries were stored.
  const [row] = (await database.query<{ text: string }>('select string_agg(l::text, $1) as text from leads l', [' ']))
    .rows;
  expect(found(row?.text ?? '', [LEAD.name, LEAD.email, LEAD.note, LEAD.click])).toHaveLength(4);
  expect(metrics).toContain('http_requests_total');
  const refusals = await database.query<{ text: string }>(
    `select (select string_agg(r::text, $1) from key_refusals r) || (select string_agg(d::text, $1) from key_refusal_days d) as text`,
    [' '],
  );
  expect(refusals.rows[0]?.text).toContain('/api/v1/leads');
  expect(found(refusals.rows[0]?.text ?? '', [...ofKeys, ...slugs])).toEqual([]);
  expect(mails.mails.length).toBeGreaterThanOrEqual(3);

  const ofLeads = [...Object.values(LEAD), ...PHONES, ...Object.values(STRAY), ...CALLER_IDS, OPERATOR_TOKEN];
  const all = [...ofLeads, ...ofKeys, ...slugs, ...Object.values(OWNER)];
  expect(found(output, all)).toEqual([]);
  expect(found(errors, [...all, SENDER])).toEqual([]);
  expect(found(metrics, [...all, SENDER])).toEqual([]);
  // A mail may contain its recipient, the owner, and the name of the account.
  const mailTexts = mails.mails.map((mail) => mail.raw + MailServer.text(mail)).join('\n');
  expect(found(mailTexts, [OWNER.email])).toEqual([OWNER.email]);
  expect(found(mailTexts, [...ofLeads, ...ofKeys, SENDER])).toEqual([]);

  const lines = output.split('\n').filter((line) => line !== '');
  const entries = lines.map(
    (line) =>
      JSON.parse(line) as {
        level: number;
        request_id?: string;
        client_request_id?: string;
        client_address?: string;
        status?: number;
        msg?: string;
        route?: string;
        account_id?: string;
        source_id?: string;
      },
  );
  for (const answer of answers) {
    const id = answer.headers.get('x-request-id');
    const [entry, ...more] = entries.filter(({ request_id, status }) => request_id === id && status !== undefined);
    expect([entry?.status, entry?.client_address, more]).toEqual([answer.status, SENDER, []]);
  }
  // The entry of a call names its account, for a key and for the operator acting as the owner.
  for (const route of ['/api/v1/leads', '/admin/v1/api-keys']) {
    const good = entries.filter((entry) => entry.route === route && (entry.status ?? 500) < 300);
    expect([route, good.length > 0, good.filter(({ account_id }) => account_id === undefined)]).toEqual([
      route,
      true,
      [],
    ]);
  }
  // The entry of a delivery names its source.
  expect(entries).toContainEqual(
    expect.objectContaining({ route: '/in/:token', status: 200, source_id: expect.any(String) as string }),
  );
  // Only its own field contains the client's address.
  const others = entries.map((entry) => ({ ...entry, client_address: undefined }));
  expect(found(JSON.stringify(others), [SENDER])).toEqual([]);
  expect(entries.flatMap(({ client_request_id }) => client_request_id ?? [])).toEqual(PLAIN_IDS);
  const failed = entries.filter(({ msg }) => msg === 'request failed');
  expect(failed.length).toBeGreaterThanOrEqual(failures);
  for (const entry of failed) expect(entry).toMatchObject({ request_id: expect.any(String) as string });
  expect(errors).toBe('');
});
