import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewSourceView } from '../../src/contract/source';
import { appForAllTests, newAccount, type Partner } from '../support/app';
import { formCalls } from '../support/form-visitor';
import type { ErrorBody } from '../support/http-client';
import { CSV } from '../support/import-calls';
import { ownerCalls } from '../support/owner-calls';
import { phones } from '../support/phones';
import { sourceCalls } from '../support/source-calls';

const test = appForAllTests();
const nextPhone = phones();

interface Slow {
  readonly path: string;
  readonly token?: string;
  readonly body: string;
  readonly type?: string;
  /** Runs before the last byte of the body is sent. */
  readonly meanwhile?: () => Promise<{ readonly status: number }>;
}

/** Sends a POST, and its last byte two seconds after the rest. */
async function answerTo({ path, token = '', body, type = 'application/json', meanwhile }: Slow) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
  const sent = request(`${test.url}${path}`, { method: 'POST', headers });
  const answered = new Promise<{ status: number | undefined; code: string | undefined }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      const found = text(response).then((body) =>
        body.startsWith('{') ? (JSON.parse(body) as { error?: ErrorBody }) : {},
      );
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

describe('a delivery that arrives slowly', () => {
  const close = ({ accountId }: Partner) =>
    test.operator.post(`/accounts/${accountId}/close`, { name: newAccount().name });
  const switchOff = ({ owner }: Partner, { id }: NewSourceView) => owner.patch(`/sources/${id}`, { active: false });
  const loseLicence = ({ accountId }: Partner) =>
    test.operator.patch(`/accounts/${accountId}`, { licence_active: false });
  type Change = (partner: Partner, source: NewSourceView) => Promise<{ readonly status: number }>;

  it.each<[string, Change | undefined, object]>([
    ['nothing happens', undefined, { webhook: 200, form: 303, leads: 2, held: 0 }],
    ['its account is closed', close, { webhook: 503, form: 410, leads: 0, held: 0 }],
    ['its source is switched off', switchOff, { webhook: 410, form: 410, leads: 0, held: 0 }],
    ['its account has no licence any more', loseLicence, { webhook: 200, form: 410, leads: 0, held: 1 }],
  ])('while %s', async (_, change, expected) => {
    const found = { webhook: 0 as number | undefined, form: 0 as number | undefined, leads: 0, held: 0 };
    await Promise.all(
      (['webhook', 'form'] as const).map(async (kind) => {
        const partner = await test.partner();
        const forms = formCalls(test, partner);
        const source = kind === 'form' ? await forms.create() : await sourceCalls(test, partner).create();
        const phone = nextPhone.mobile();
        const answer = await answerTo({
          path: new URL(source.address).pathname,
          ...(kind === 'form'
            ? {
                body: new URLSearchParams({ token: await forms.tokenOf(source), phone }).toString(),
                type: 'application/x-www-form-urlencoded',
              }
            : { body: JSON.stringify({ telefone: phone }) }),
          meanwhile: change && (() => change(partner, source)),
        });
        found[kind] = answer.status;
        found.leads += (await partner.sql('select from leads where account_id = $1')).length;
        found.held += (await partner.sql(`select from deliveries where account_id = $1 and result = 'held'`)).length;
      }),
    );
    expect(found).toEqual(expected);
  });
});
