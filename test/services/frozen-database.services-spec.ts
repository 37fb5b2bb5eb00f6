import { setTimeout as sleep } from 'node:timers/promises';
import type { NewSourceView } from '../../src/contract/source';
import { OPERATOR_TOKEN, type Partner, Stack } from '../fault/support/stack';
import { until } from '../fault/support/processes';
import { PATIENCE_MS } from '../support/patience';
import { phones } from '../support/phones';
import { untilReadinessSays } from '../support/readiness';
import { call } from './support/raw-call';

/** Each kind of call has an answer within ten seconds while PostgreSQL is frozen, and works again afterwards. */

const MOST_MS = 10_000;
const FROZEN_MS = 24_000;
const EVERY_MS = 1_500;
/** Callers of one account that call at the same moment, more than it has connections. */
const AT_ONCE = 40;

const nextPhone = phones();
let stack: Stack;
let partner: Partner;
let calls: Record<string, () => Call>;

type Call = readonly [method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string];

const JSON_TYPE = { 'Content-Type': 'application/json' };

beforeAll(async () => {
  stack = await Stack.start();
  partner = await stack.partner();
  const webhook = (await partner.owner(0).post<NewSourceView>('/sources', { kind: 'webhook', name: 'site' })).data;
  const form = (await partner.owner(0).post<NewSourceView>('/sources', { kind: 'form', name: 'página' })).data;
  const { data: lead } = await partner.api(0).post<{ id: string }>('/leads', { phone: nextPhone.mobile() });
  const { data: pipelines } = await partner.api(0).get<{ id: string }[]>('/pipelines');
  const key = { Authorization: `Bearer ${partner.key}` };
  const revoked = (
    await partner.owner(0).post<{ id: string; key: string }>('/api-keys', { name: 'old', permissions: ['leads:read'] })
  ).data;
  await partner.owner(0).delete(`/api-keys/${revoked.id}`);
  const operator = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { token } = (await stack.operator(0).post<{ token: string }>(`/accounts/${partner.accountId}/owner-sessions`))
    .data;
  const session = { Authorization: `Bearer ${token}` };
  const newLead = (): string => JSON.stringify({ phone: nextPhone.mobile() });
  calls = {
    submission: () => ['POST', '/api/v1/leads', { ...key, ...JSON_TYPE }, newLead()],
    list: () => ['GET', '/api/v1/leads', key],
    lead: () => ['GET', `/api/v1/leads/${lead.id}`, key],
    pipelines: () => ['GET', '/api/v1/pipelines', key],
    metrics: () => ['GET', '/api/v1/metrics', key],
    'revoked key': () => ['GET', '/api/v1/leads', { Authorization: `Bearer ${revoked.key}` }],
    webhook: () => ['POST', new URL(webhook.address ?? '').pathname, JSON_TYPE, newLead()],
    form: () => ['GET', new URL(form.address ?? '').pathname, {}],
    'console list': () => ['GET', '/admin/v1/leads?q=maria', session],
    board: () => ['GET', `/admin/v1/pipelines/${pipelines[0]?.id}/board`, session],
    today: () => ['GET', '/admin/v1/today', session],
    'console lead': () => ['POST', '/admin/v1/leads', { ...session, ...JSON_TYPE }, newLead()],
    export: () => ['GET', '/admin/v1/leads/export.csv', session],
    accounts: () => ['GET', '/admin/v1/accounts', operator],
    'sign-in': () => ['POST', '/admin/v1/sign-in-links', JSON_TYPE, '{"email":"dona@example.com"}'],
    alive: () => ['GET', '/health/live', {}],
    readiness: () => ['GET', '/health/ready', {}],
    prometheus: () => ['GET', '/metrics', operator],
  };
});
afterAll(async () => {
  stack?.cluster.thaw();
  await stack?.close();
});

interface Seen {
  readonly name: string;
  readonly status: number;
  readonly ms: number;
}

async function send(name: string): Promise<Seen> {
  const [method, path, headers, body] = calls[name]?.() ?? ['GET', '', {}];
  const begin = performance.now();
  const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const status = await call(stack.instance(0).url + path, { method, headers: { ...headers, ...length } }, body).then(
    (answer) => answer.status,
    () => 0,
  );
  return { name, status, ms: performance.now() - begin };
}

const sendAll = (): Promise<Seen[]> => Promise.all(Object.keys(calls).map(send));
const isGood = ({ status, name }: Seen): boolean => status < 300 || (name === 'revoked key' && status === 401);

it('each caller has an answer within ten seconds, and each call works again without a restart', async () => {
  expect((await sendAll()).filter((seen) => !isGood(seen))).toEqual([]);
  stack.cluster.freeze();
  const begin = performance.now();
  const pending: Promise<Seen>[] = [];
  for (let n = 0; n < AT_ONCE; n++) pending.push(send('submission'), send('list'));
  while (performance.now() - begin < FROZEN_MS) {
    for (const name of Object.keys(calls)) pending.push(send(name));
    await sleep(EVERY_MS);
  }
  // A call that is never answered ends here, when the server goes on.
  const thawing = sleep(MOST_MS + 2_000).then(() => stack.cluster.thaw());
  const seen = await Promise.all(pending);
  await thawing;
  const slowest = Object.keys(calls).map((name) => [
    name,
    Math.max(...seen.filter((one) => one.name === name).map(({ ms }) => ms)),
  ]);
  process.stdout.write(
    `${JSON.stringify(Object.fromEntries(slowest.map(([name, ms]) => [name, Math.round(Number(ms))])))}\n`,
  );
  // What needs no database shows how late the machine is.
  const [, late] = slowest.find(([name]) => name === 'alive') ?? [];
  expect(slowest.filter(([, ms]) => Number(ms) > MOST_MS + Number(late))).toEqual([]);
  expect(seen.filter(({ status }) => ![200, 201, 202, 401, 429, 500, 503].includes(status))).toEqual([]);
  await untilReadinessSays(stack.instance(0).url, { ready: true });
  await until('every call', PATIENCE_MS, async () => (await sendAll()).every(isGood));
  expect(stack.deaths).toBe(0);
  expect(stack.instance(0).log).not.toContain('DeprecationWarning');
});
