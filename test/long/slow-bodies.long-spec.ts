import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForAllTests, type Partner } from '../support/app';
import type { ErrorBody } from '../support/http-client';
import { CSV } from '../support/import-calls';
import { ownerCalls } from '../support/owner-calls';
import { phones } from '../support/phones';

const test = appForAllTests();
const nextPhone = phones();

interface Slow {
  readonly path: string;
  readonly token: string;
  readonly body: string;
  readonly type?: string;
  /** Runs before the last byte of the body is sent. */
  readonly meanwhile?: () => Promise<{ readonly status: number }>;
}

/** Sends a POST, and its last byte two seconds after the rest. */
async function answerTo({ path, token, body, type = 'application/json', meanwhile }: Slow) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
  const sent = request(`${test.url}${path}`, { method: 'POST', headers });
  const answered = new Promise<{ status: number | undefined; code: string | undefined }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      const found = json(response) as Promise<{ error?: ErrorBody }>;
      found.then(({ error }) => resolve({ status: response.statusCode, code: error?.code }), reject);
    });
  });
  sent.write(body.slice(0, -1));
  await sleep(2_000);
  expect((await meanwhile?.())?.status ?? 200).toBeLessThan(300);
  sent.end(body.slice(-1));
  return answered;
}

/** Sends a lead while its account changes. Returns the answer and the number of stored leads. */
async function leadAnswered(change?: (partner: Partner) => Promise<{ readonly status: number }>) {
  const partner = await test.partner();
  const body = JSON.stringify({ phone: nextPhone.mobile() });
  const meanwhile = change && (() => change(partner));
  const answer = await answerTo({ path: '/api/v1/leads', token: partner.key, body, meanwhile });
  const [stored] = await partner.sql<{ count: number }>('select count(*)::int from leads where account_id = $1');
  return [answer.status, answer.code, stored?.count];
}

it('a lead that arrives slowly is taken, unless its key was revoked or its account closed on the way', async () => {
  const closed = (change: object) =>
    leadAnswered(({ accountId }) => test.operator.patch(`/accounts/${accountId}`, change));
  const answers = await Promise.all([
    leadAnswered(),
    leadAnswered(({ owner, keyId }) => owner.delete(`/api-keys/${keyId}`)),
    closed({ plan: { api: false } }),
    closed({ licence_active: false }),
    closed({ comercial_enabled: false }),
  ]);
  expect(answers).toEqual([
    [201, undefined, 1],
    [401, 'invalid_api_key', 0],
    [403, 'api_not_enabled', 0],
    [403, 'plan_inactive', 0],
    [403, 'comercial_not_enabled', 0],
  ]);
});

it.each([
  ['/admin/v1/api-keys', 'application/json', '{"name":"n","permissions":["leads:read"]}', 'api_keys'],
  ['/admin/v1/imports', CSV['Content-Type'], 'telefone\r\n13981000000\r\n', 'imports'],
])('an owner whose session ends while the body arrives has made nothing: POST %s', async (path, type, body, table) => {
  const { begin, as, openAccount } = ownerCalls(test);
  const account = await openAccount();
  const session = await begin(account);
  const meanwhile = () => as(session).delete('/sessions/current');
  const answer = await answerTo({ path, token: session.token, body, type, meanwhile });
  expect(answer).toEqual({ status: 401, code: 'unauthorized' });
  expect(await test.sql(`select from ${table} where account_id = $1`, [account.id])).toEqual([]);
});
