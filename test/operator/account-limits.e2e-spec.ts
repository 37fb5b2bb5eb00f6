import type { AccountView } from '../../src/contract/account';
import { LimitStorage } from '../../src/common/rate-limit/rate-limit.module';
import { secretHash } from '../../src/auth/keys/api-key';
import { DAY_MS } from '../../src/contract/durations';
import { appForAllTests, appStarter, type Partner, RANDOM_ID, type TestApp } from '../support/app';
import { HttpClient } from '../support/http-client';
import { phones } from '../support/phones';
import { times } from '../support/race';
import { sourceCalls } from '../support/source-calls';

/** Limits of one account in place of the installation's. */

/** Lower than the specification's, so that an account's own are the larger ones. */
const FEW = {
  LIMIT_KEY_PER_MINUTE: '5',
  LIMIT_KEY_WRITES_PER_MINUTE: '2',
  LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '2',
};
const test = appForAllTests(FEW);
const start = appStarter(FEW);
const nextPhone = phones();

type Limits = Partial<Record<'submissions_per_day' | 'calls_per_minute' | 'writes_per_minute', number | null>>;
const limit = async (partner: Partner, limits: Limits) => (await partner.staff.patch<AccountView>('', { limits })).data;
const statuses = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
  const found: number[] = [];
  for (let n = 0; n < count; n++) found.push((await call()).status);
  return found;
};
/** Fills a window up to so many calls that are allowed. */
async function fill({ app }: TestApp, name: string, client: string, calls: number): Promise<void> {
  const { counts } = app.get(LimitStorage);
  while ((await counts.increment(`${name}:${client}`, 60_000, 1_000_000)).totalHits < calls);
}
const clientOf = ({ key }: Partner): string => secretHash(key).toString('base64url');

describe('the limits of an account', () => {
  it('are shown once it has some: all that hold', async () => {
    const partner = await test.partner();
    expect((await partner.staff.get('')).data).not.toHaveProperty('limits');
    expect((await limit(partner, { calls_per_minute: 500 })).limits).toEqual({
      submissions_per_day: 2,
      calls_per_minute: 500,
      writes_per_minute: 2,
    });
    await limit(partner, { submissions_per_day: 5_000, writes_per_minute: 250 });
    const shown = { submissions_per_day: 5_000, calls_per_minute: 500, writes_per_minute: 250 };
    expect((await partner.staff.get<AccountView>('')).data.limits).toEqual(shown);
    expect((await partner.owner.get('/account')).data).not.toHaveProperty('limits');
    expect((await limit(partner, {})).limits).toEqual(shown);
    const none = { submissions_per_day: null, calls_per_minute: null, writes_per_minute: null };
    expect(await limit(partner, none)).not.toHaveProperty('limits');
    const actions = (await partner.owner.get<{ action: string }[]>('/audit')).data.map(({ action }) => action);
    expect(actions.filter((action) => action === 'account.changed')).toHaveLength(3);
  });

  it('are never below the specification’s, nor above what the service counts', async () => {
    const partner = await test.partner();
    for (const [name, least, most] of [
      ['submissions_per_day', 3_000, 1_000_000],
      ['calls_per_minute', 120, 10_000],
      ['writes_per_minute', 60, 10_000],
    ] as const) {
      for (const figure of [least - 1, most + 1, least + 0.5, String(least)]) {
        const { status, error } = await partner.staff.patch('', { limits: { [name]: figure } });
        const message = `deve ser um número inteiro de ${least} a ${most}`;
        expect([status, error.details]).toEqual([422, { fields: [{ field: `limits.${name}`, message }] }]);
      }
      for (const figure of [least, most])
        expect((await limit(partner, { [name]: figure })).limits?.[name]).toBe(figure);
    }
    expect((await partner.staff.patch('', { limits: { calls: 1 } })).status).toBe(422);
  });
});

describe('the calls of a key', () => {
  const call = (partner: Partner) => partner.api.get(`/leads/${RANDOM_ID}`);

  it('are counted by the account’s limit from the next one on, and named by it', async () => {
    const partner = await test.partner();
    expect(await statuses(6, () => call(partner))).toEqual([404, 404, 404, 404, 404, 429]);
    await limit(partner, { calls_per_minute: 120 });
    const { status, headers } = await call(partner);
    expect([status, headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      404,
      expect.stringContaining('"key";q=120;w=60'),
      expect.stringMatching(/^"key";r=114;/),
    ]);
    await fill(test, 'key', clientOf(partner), 119);
    expect(await statuses(3, () => call(partner))).toEqual([404, 429, 429]);
    const { error } = await call(partner);
    expect(error.message).toMatch(/^Esta chave atingiu o limite de 120 chamadas por minuto\./);
    await limit(partner, { calls_per_minute: null });
    const refused = await call(partner);
    expect(refused.headers.get('ratelimit-policy')).toContain('"key";q=5;w=60');
    expect(refused.status).toBe(429);
  });

  it('are exactly as many as the limit when all come at once, however the process knew it before', async () => {
    const partner = await test.partner();
    for (const known of [false, true]) {
      await limit(partner, { calls_per_minute: known ? 150 : 130 });
      const answers = await Promise.all(times(40, () => call(partner)));
      const all = await Promise.all(times(known ? 20 : 100, () => call(partner)));
      const allowed = [...answers, ...all].filter(({ status }) => status === 404);
      expect(allowed).toHaveLength(known ? 20 : 130);
    }
    // Of the lower limit again, no call is allowed, and none counts.
    await limit(partner, { calls_per_minute: null });
    expect(await statuses(3, () => call(partner))).toEqual([429, 429, 429]);
    const { counts } = test.app.get(LimitStorage);
    expect((await counts.increment(`key:${clientOf(partner)}`, 60_000, 1_000_000)).totalHits).toBe(151);
  });

  it('of a key that is not found are counted by the installation’s limit', async () => {
    const partner = await test.partner();
    await limit(partner, { calls_per_minute: 10_000 });
    await call(partner);
    await partner.owner.delete(`/api-keys/${partner.keyId}`);
    expect(new Set(await statuses(10, () => call(partner)))).toEqual(new Set([401]));
    const { counts } = test.app.get(LimitStorage);
    expect((await counts.increment(`key:${clientOf(partner)}`, 60_000, 1_000_000)).totalHits).toBe(6);
  });
});

it('the writes of a key, and the deliveries of a webhook, are counted by the account’s limit', async () => {
  const partner = await test.partner();
  const { create, send } = sourceCalls(test, partner);
  const source = await create();
  const write = () => partner.api.post('/leads', {});
  const deliver = () => send(source, 'x');
  await limit(partner, { calls_per_minute: 500, submissions_per_day: 3_000 });
  expect(await statuses(3, write)).toEqual([422, 422, 429]);
  expect(await statuses(3, deliver)).toEqual([200, 200, 429]);
  await limit(partner, { writes_per_minute: 60 });
  for (const [client, passes, one] of [
    [partner.keyId, 422, write],
    [source.id, 200, deliver],
  ] as const) {
    await fill(test, 'writes', client, 59);
    expect(await statuses(2, one)).toEqual([passes, 429]);
  }
  expect((await write()).headers.get('ratelimit-policy')).toContain('"writes";q=60;w=60');
});

it('the day of the account is as long as its limit, on another instance too, and leaves a fifth to keys', async () => {
  const partner = await test.partner();
  await limit(partner, { calls_per_minute: 500, writes_per_minute: 500 });
  const other = await start();
  const submit = () => new HttpClient(`${other.url}/api/v1`, partner.key).post('/leads', { phone: nextPhone.mobile() });
  expect(await statuses(3, submit)).toEqual([201, 201, 429]);
  await limit(partner, { submissions_per_day: 3_000 });
  expect((await submit()).status).toBe(201);
  const { create, send } = sourceCalls(test, partner);
  const source = await create();
  const deliver = () => send(source, { telefone: nextPhone.mobile() });
  await partner.sql('update daily_submissions set used = 2399 where account_id = $1');
  expect(await statuses(2, deliver)).toEqual([200, 429]);
  await partner.sql('update daily_submissions set used = 2999, allowed = 3000 where account_id = $1');
  expect((await submit()).status).toBe(201);
  const { status, error, headers } = await submit();
  expect([status, error.details, error.message]).toEqual([
    429,
    { limit: 'daily' },
    expect.stringMatching(/^A conta atingiu o limite diário de 3\.000 envios/),
  ]);
  expect(Number(headers.get('retry-after')) * 1_000).toBeLessThanOrEqual(DAY_MS);
});
