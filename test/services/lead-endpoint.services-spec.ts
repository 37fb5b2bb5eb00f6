import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LeadDetail, LeadView } from '../../src/contract/lead';
import { Instance } from '../fault/support/instance';
import { freePort, run, until } from '../fault/support/processes';
import { newAccount, OPERATOR_TOKEN } from '../support/app';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { DisturbingProxy, type Trouble } from './support/disturbing-proxy';

const FILE = resolve('docs/quick-start/lead-endpoint.mjs');
const PHONE = '(11) 98765-4321';
const RECEIVED = 'Recebemos seu contato. Obrigado!';
const NOT_RECEIVED = 'Não conseguimos receber seu contato agora.';

const proxy = new DisturbingProxy();
let folder: string;
let service: Instance;
let owner: HttpClient;
let key: string;
let endpoint: Endpoint;

/** The program as a process of its own, as in its first lines. */
class Endpoint {
  log = '';
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    child.stderr?.on('data', (text: Buffer) => (this.log += text.toString()));
  }

  static async start(env: Record<string, string>): Promise<Endpoint> {
    const PORT = String(await freePort());
    const child = spawn(process.execPath, [FILE], {
      env: { PATH: process.env.PATH, PORT, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const started = new Endpoint(`http://127.0.0.1:${PORT}/`, child);
    await until('the page', PATIENCE_MS, async () => (await fetch(started.url)).ok);
    return started;
  }

  async send(body: object): Promise<{ status: number; received: boolean; message: string; fields: object }> {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify(body) });
    return {
      status: response.status,
      ...((await response.json()) as { received: boolean; message: string; fields: object }),
    };
  }

  stop = (): Promise<unknown> =>
    new Promise((done) => {
      this.child.once('exit', done);
      this.child.kill();
    });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-endpoint-'));
  chmodSync(folder, 0o755);
  service = await Instance.start(folder, 'service', { DATA_DIR: join(folder, 'data'), OPERATOR_TOKEN });
  proxy.target = service.url;
  await proxy.open();
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  const operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
  const plan = { api: true, auto_origin: true };
  const { id } = (await operator.post<{ id: string }>('/accounts', newAccount({ plan }))).data;
  owner = operator.with({ 'X-Account-Id': id });
  const asked = { name: 'site', permissions: ['leads:write'] };
  key = (await owner.post<{ key: string }>('/api-keys', asked)).data.key;
  proxy.makeTrouble();
  endpoint = await Endpoint.start({ ENTRADA_URL: proxy.url, ENTRADA_KEY: key });
});
afterEach(async () => {
  await endpoint.stop();
  expect(endpoint.log).not.toMatch(/Maria|98765|ent_live/);
});

const restart = async (env: Record<string, string>): Promise<void> => {
  await endpoint.stop();
  endpoint = await Endpoint.start({ ENTRADA_URL: proxy.url, ENTRADA_KEY: key, ...env });
};
const leads = async (): Promise<LeadDetail[]> => {
  const found: LeadDetail[] = [];
  const { data } = await owner.get<LeadView[]>('/leads');
  for (const { id } of data) found.push((await owner.get<LeadDetail>(`/leads/${id}`)).data);
  return found;
};
const newId = (): string => `form-${randomUUID()}`;

it('sends JSON of a page with message, consent and signals, once however often the visitor clicks', async () => {
  const external_id = newId();
  const signals = { utm_source: 'google', gclid: 'CjwKCAjw_abcdefgh', referrer: 'https://www.google.com/' };
  const lead = { phone: PHONE, name: ' Maria "Bia" <Reis> ', email: 'maria@example.com', notes: 'Olá', consent: true };
  for (const body of [
    { ...lead, external_id, ...signals },
    { ...lead, external_id, attribution: signals },
  ])
    expect(await endpoint.send(body)).toEqual({ status: 200, received: true, message: RECEIVED, fields: {} });
  expect(await leads()).toEqual([
    expect.objectContaining({
      phone: '5511987654321',
      name: 'Maria "Bia" <Reis>',
      email: 'maria@example.com',
      notes: expect.stringContaining('Olá') as string,
      consent: expect.objectContaining({ at: expect.any(String) as string }) as object,
      origin: 'network_b_ads',
    }),
  ]);
  const sent = proxy.seen.map(({ externalId }) => externalId);
  expect([sent.length, new Set(sent).size, sent[0]?.startsWith(external_id)]).toEqual([2, 1, true]);
});

it.each([
  ['urlencoded', (fields: Record<string, string>) => new URLSearchParams(fields)],
  [
    'multipart',
    (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('cv', new Blob(['x']), 'cv.pdf');
      return form;
    },
  ],
])('takes a form without a script, %s, with the signals of its page, and answers with a page', async (_, bodyOf) => {
  const headers = { Accept: 'text/html', Referer: 'https://loja.example.com/contato?utm_source=newsletter&x=1' };
  const post = async (phone: string) => {
    const body = bodyOf({ phone, name: 'Maria', consent: 'on', notes: '' });
    const response = await fetch(endpoint.url, { method: 'POST', headers, body });
    return { status: response.status, html: await response.text() };
  };
  const refused = await post('(10) 98765-4321');
  expect(refused).toEqual({ status: 422, html: expect.stringContaining('um DDD que não existe') as string });
  expect(refused.html).not.toContain(RECEIVED);
  expect(await post(PHONE)).toEqual({ status: 200, html: expect.stringContaining(RECEIVED) as string });
  expect(await leads()).toEqual([
    expect.objectContaining({ phone: '5511987654321', origin: 'organic', consent: expect.anything() as object }),
  ]);
});

it.each([
  ['the phone', { phone: '(10) 98765-4321' }, 'phone', 'Confira o telefone, com DDD: tem um DDD que não existe'],
  ['no phone', { phone: '' }, 'phone', 'Confira o telefone, com DDD: falta o número'],
  ['the e-mail', { email: 'maria@' }, 'email', 'Confira o e-mail: deve ser um e-mail válido'],
  ['the message', { notes: 'é'.repeat(501) }, 'notes', 'Confira a mensagem:'],
])('says to the visitor what is wrong: %s', async (_, wrong, field, told) => {
  const message = expect.stringContaining(told) as string;
  const answer = await endpoint.send({ phone: PHONE, name: 'Maria', ...wrong });
  expect(answer).toEqual({ status: 422, received: false, message, fields: { [field]: message } });
  expect(await leads()).toEqual([]);
});

it('repeats within the time that a visitor waits, with the same id, and nothing happens twice', async () => {
  proxy.makeTrouble('503', '429', 'reset after');
  expect(await endpoint.send({ phone: PHONE })).toMatchObject({ status: 200, received: true });
  expect(new Set(proxy.seen.map(({ externalId }) => externalId)).size).toBe(1);
  expect(proxy.seen).toHaveLength(4);
  expect((proxy.seen[2]?.at ?? 0) - (proxy.seen[1]?.at ?? 0)).toBeGreaterThanOrEqual(1_990);
  expect(await leads()).toHaveLength(1);
});

it.each<[string, readonly Trouble[], Record<string, string>, RegExp]>([
  ['the quota of the day is used up', ['day'], {}, /something else did 429/],
  ['the address has moved', ['301'], {}, /something else did 301/],
  ['another server answers', Array<Trouble>(20).fill('page'), {}, /something else did 200/],
  ['the service is away', Array<Trouble>(20).fill('reset before'), {}, /did not answer/],
  ['the key is wrong', [], { ENTRADA_KEY: 'ent_live_wrong' }, /refused it 401 invalid_api_key [\w-]+/],
  ['there is no key', [], { ENTRADA_KEY: '' }, /there is no key/],
  ['the key has a line break within', [], { ENTRADA_KEY: 'ent_live_a\r\nX-Other: 1' }, /character that no key has/],
  ['there is no file of the key', [], { ENTRADA_KEY: '', ENTRADA_KEY_FILE: '/nowhere' }, /there is no key/],
  ['there is no address', [], { ENTRADA_URL: '' }, /did not answer/],
])(
  'never says that a contact was received when %s, and tells who looks after the site',
  async (_, troubles, env, told) => {
    if (Object.keys(env).length > 0) await restart(env);
    proxy.makeTrouble(...troubles);
    const begin = performance.now();
    const answer = await endpoint.send({ phone: PHONE, name: 'Maria' });
    expect(answer).toMatchObject({
      status: 503,
      received: false,
      message: expect.stringContaining(NOT_RECEIVED) as string,
    });
    expect(performance.now() - begin).toBeLessThan(20_000);
    expect(endpoint.log).toMatch(told);
    expect(await leads()).toEqual([]);
  },
);

it('takes the key of a file', async () => {
  writeFileSync(join(folder, 'key'), `${key}\r\n`);
  await restart({ ENTRADA_KEY: '', ENTRADA_KEY_FILE: join(folder, 'key') });
  expect(await endpoint.send({ phone: PHONE })).toMatchObject({ received: true });
});

it('sends another lead when the visitor corrects the phone, and no id of the site’s orders', async () => {
  const external_id = newId();
  expect(await endpoint.send({ phone: PHONE, external_id })).toMatchObject({ received: true });
  expect(await endpoint.send({ phone: '(11) 98765-4399', external_id })).toMatchObject({ received: true });
  expect(await endpoint.send({ phone: '(11) 98765-4398', external_id: 'pedido-1234' })).toMatchObject({
    received: true,
  });
  expect(proxy.seen.at(-1)?.externalId).toMatch(/^form-[\da-f-]{36}-[\da-f]{8}$/);
  expect(await leads()).toHaveLength(3);
});

it('sends nothing of a robot, and never says that it did', async () => {
  expect(await endpoint.send({ phone: PHONE, assunto: 'SEO' })).toMatchObject({ status: 422, received: false });
  expect(proxy.seen).toEqual([]);
});

it.each([
  ['text', 'text/plain', 'phone=1'],
  ['broken JSON', 'application/json', '{"phone":'],
  ['no object', 'application/json', 'null'],
  ['JSON in ISO-8859-1', 'application/json', Buffer.from('{"name":"Jos\xe9"}', 'latin1')],
  ['nothing', 'application/json', ''],
  ['a large body', 'application/json', JSON.stringify({ phone: PHONE, notes: 'x'.repeat(66_000) })],
])('refuses what it cannot read: %s', async (_, type, body) => {
  const response = await fetch(endpoint.url, { method: 'POST', headers: { 'Content-Type': type }, body });
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ received: false })]);
  expect(await endpoint.send({ phone: PHONE })).toMatchObject({ received: true });
});

it('takes odd fields of JSON without an error', async () => {
  const odd = { phone: 11987654321, name: ['Maria'], email: null, notes: { a: 1 }, attribution: null, utm_source: 5 };
  expect(await endpoint.send(odd)).toMatchObject({ received: true });
  expect(await leads()).toMatchObject([{ phone: '5511987654321', name: null, attribution: { utm_source: '5' } }]);
});

it('is a route handler: a server that imports it calls POST, and no server starts', async () => {
  const program = `const { POST } = await import(process.env.FILE);
    const body = JSON.stringify({ phone: '${PHONE}' });
    const headers = { 'Content-Type': 'application/json' };
    console.log(await (await POST(new Request('http://site.test/api/contato', { method: 'POST', headers, body }))).text());`;
  const args = ['--input-type=module', '--eval', program];
  const { code, output } = await run(process.execPath, args, { FILE, ENTRADA_URL: service.url, ENTRADA_KEY: key });
  expect([code, JSON.parse(output)]).toEqual([0, { received: true, message: RECEIVED, fields: {} }]);
});
