import { KeyRefusalsService } from '../../src/auth/keys/key-refusals.service';
import type { KeyRefusal, KeyRefusalDay } from '../../src/contract/key';
import { DAY_MS } from '../../src/contract/durations';
import { MAX_KEY_REFUSALS, REFUSAL_DAYS } from '../../src/contract/limits';
import { brasiliaDay } from '../../src/common/brasilia-time';
import { log } from '../../src/common/process/log';
import { RetentionJob } from '../../src/operations/retention.job';
import { appForAllTests, appStarter, type Partner, RANDOM_ID } from '../support/app';
import { watchTraffic } from '../support/traffic';

const test = appForAllTests();
const start = appStarter();

/** Returns the refusals that the owner sees, after a write of the buffered ones. */
async function refusalsOf({ owner, keyId }: Partner): Promise<KeyRefusal[]> {
  await test.app.get(KeyRefusalsService).write();
  return (await owner.get<KeyRefusal[]>(`/api-keys/${keyId}/refusals`)).data;
}

const facts = (refusals: readonly KeyRefusal[]) =>
  refusals.map(({ route, status, code, fields }) => [route, status, code, fields.join()]);

it('names route, status, code and fields of each refused call, newest first', async () => {
  const partner = await test.partner('leads:write', 'leads:read');
  await partner.api.post('/leads', { phone: 'x', deal: { stage_id: 1 }, tags: ['a', 2] });
  await partner.api.get(`/leads/${RANDOM_ID}?x=1`);
  await partner.api.get(`/leads/${RANDOM_ID}`);
  await partner.api.get('/metrics');
  await partner.api.send('POST', '/leads', '{');
  await partner.api.send('POST', '/leads', `"${'x'.repeat(20_000)}"`);
  const found = await refusalsOf(partner);
  expect(facts(found)).toEqual([
    ['POST /api/v1/leads', 413, 'payload_too_large', ''],
    ['POST /api/v1/leads', 400, 'invalid_json', ''],
    ['GET /api/v1/metrics', 403, 'insufficient_scope', ''],
    ['GET /api/v1/leads/{id}', 404, 'not_found', ''],
    ['GET /api/v1/leads/{id}', 422, 'validation_error', '?'],
    ['POST /api/v1/leads', 422, 'validation_error', 'phone,deal.stage_id,tags.1'],
  ]);
  expect(Date.parse(found[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

it('writes nothing of a key whose account was emptied meanwhile', async () => {
  const partner = await test.partner();
  await partner.api.post('/leads', {});
  await partner.sql('delete from api_keys where account_id = $1');
  await test.app.get(KeyRefusalsService).write();
  for (const table of ['key_refusals', 'key_refusal_days'])
    expect(await partner.sql(`select from ${table} where account_id = $1`)).toEqual([]);
});

it('keeps no name that a caller has made up, nor any value', async () => {
  const partner = await test.partner();
  await partner.api.post('/leads', {
    'Rita Alves 11987654321': 'a',
    phone: 'Rita',
    deal: { 'rita@example.com': 1 },
    z: 2,
  });
  await partner.api.get('/pipelines?rita=11987654321');
  await refusalsOf(partner);
  const [row] = await partner.sql<{ text: string }>(
    'select refusals::text as text from key_refusals where account_id = $1',
  );
  expect(row?.text).not.toMatch(/rita|1198765/i);
  expect(facts(await refusalsOf(partner)).map(([, , , fields]) => fields)).toEqual(['?', '?,phone']);
});

it('the log names the same fields of a call, and no other call has any', async () => {
  const partner = await test.partner();
  const info = jest.spyOn(log, 'info');
  await partner.api.post('/leads', { 'Rita 11987654321': 'a', phone: 'Rita', tags: [1] });
  await partner.api.get('/pipelines');
  const lines = info.mock.calls.map(([line]) => line as { code?: string; fields?: string[] });
  info.mockRestore();
  expect(lines.map(({ code, fields }) => [code, fields])).toEqual([
    ['validation_error', ['?', 'phone', 'tags.0']],
    [undefined, undefined],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/rita|1198765/i);
});

it('keeps the last hundred, in one row', async () => {
  const partner = await test.partner();
  await partner.api.get(`/leads/${RANDOM_ID}`);
  await refusalsOf(partner);
  await partner.sql(
    `update key_refusals r set refusals = m.many
     from (select jsonb_agg(k.refusals -> 0) as many from key_refusals k, generate_series(1, $2::int) where k.account_id = $1) m
     where r.account_id = $1`,
    MAX_KEY_REFUSALS - 1,
  );
  for (let n = 0; n < 3; n++) await partner.api.get('/leads?limit=0');
  const found = await refusalsOf(partner);
  expect(found).toHaveLength(MAX_KEY_REFUSALS);
  expect([found[0]?.status, found[2]?.status, found[3]?.status]).toEqual([422, 422, 404]);
});

it('writes nothing while a call is answered, and nothing for calls that succeed', async () => {
  const partner = await test.partner();
  await partner.api.get('/pipelines');
  const { statements } = await watchTraffic(async () => void (await partner.api.get(`/leads/${RANDOM_ID}`)));
  expect(statements.filter(({ text }) => text.includes('key_refusals'))).toEqual([]);
  await partner.api.get('/pipelines');
  expect(await refusalsOf(partner)).toHaveLength(1);
});

describe('the refusals of a key by day', () => {
  async function daysOf({ owner, keyId }: Partner): Promise<KeyRefusalDay[]> {
    await test.app.get(KeyRefusalsService).write();
    return (await owner.get<KeyRefusalDay[]>(`/api-keys/${keyId}/refusal-days`)).data;
  }
  const dayAgo = (days: number): string => brasiliaDay(new Date(Date.now() - days * DAY_MS));
  const refuse = ({ api }: Partner) => api.get(`/leads/${RANDOM_ID}`);

  it('are counted by code and field, all of them, over several writes', async () => {
    const partner = await test.partner();
    const bad = () => partner.api.post('/leads', { phone: 'x', tags: ['a', 2, 3], 'Rita 11987654321': 1 });
    for (let n = 0; n < MAX_KEY_REFUSALS + 5; n++) await refuse(partner);
    await bad();
    await daysOf(partner);
    await bad();
    await partner.api.post('/leads', { phone: 'x' });
    const day = dayAgo(0);
    expect(await daysOf(partner)).toEqual([
      { day, code: 'not_found', count: MAX_KEY_REFUSALS + 5, fields: [] },
      {
        ...{ day, code: 'validation_error', count: 3 },
        fields: [
          { name: 'phone', count: 3 },
          { name: '?', count: 2 },
          { name: 'tags', count: 2 },
        ],
      },
    ]);
    const rows = await partner.sql<{ text: string }>(
      `select coalesce(d.code, '') || d.field as text from key_refusal_days d where d.account_id = $1`,
    );
    expect(rows.map(({ text }) => text).join(' ')).not.toMatch(/rita|1198765/i);
  });

  it('are counted once, also after a write that failed', async () => {
    const partner = await test.partner();
    const change = (to: string) => partner.sql(`update key_refusal_days set refusals = ${to} where account_id = $1`);
    await refuse(partner);
    await daysOf(partner);
    // The next one is too large a number.
    await change('2147483647');
    await refuse(partner);
    await test.app.get(KeyRefusalsService).write();
    await change('1');
    await refuse(partner);
    expect(await daysOf(partner)).toMatchObject([{ code: 'not_found', count: 3 }]);
    expect(await refusalsOf(partner)).toHaveLength(3);
  });

  it('are shown and kept for their days, and no longer', async () => {
    const partner = await test.partner();
    await refuse(partner);
    await daysOf(partner);
    const move = (days: number) =>
      partner.sql(
        `update key_refusal_days set day = $2::date where account_id = $1 and day = (select min(day) from key_refusal_days where account_id = $1)`,
        dayAgo(days),
      );
    const kept = async () =>
      (await partner.sql<{ count: number }>('select count(*)::int from key_refusal_days where account_id = $1'))[0]
        ?.count;
    const run = () => test.app.get(RetentionJob).runAccount(partner.accountId, new Date());
    await move(REFUSAL_DAYS - 1);
    await refuse(partner);
    expect((await daysOf(partner)).map(({ day }) => day)).toEqual([dayAgo(0), dayAgo(REFUSAL_DAYS - 1)]);
    await run();
    expect(await kept()).toBe(2);
    await move(REFUSAL_DAYS);
    expect((await daysOf(partner)).map(({ day }) => day)).toEqual([dayAgo(0)]);
    await run();
    expect(await kept()).toBe(1);
    const actions = (await partner.owner.get<{ action: string }[]>('/audit')).data.map(({ action }) => action);
    expect(actions).not.toContain('retention.ran');
  });

  it('of another account do not exist', async () => {
    const [partner, other] = [await test.partner(), await test.partner()];
    await refuse(partner);
    expect(await daysOf(other)).toEqual([]);
    expect((await other.owner.get(`/api-keys/${partner.keyId}/refusal-days`)).status).toBe(404);
  });
});

it('a key without refusals has an empty list, and one of another account does not exist', async () => {
  const [partner, other] = [await test.partner(), await test.partner()];
  await partner.api.get(`/leads/${RANDOM_ID}`);
  expect(await refusalsOf(other)).toEqual([]);
  expect((await other.owner.get(`/api-keys/${partner.keyId}/refusals`)).status).toBe(404);
});

it('an instance that ends writes what waits', async () => {
  const partner = await test.partner();
  const other = await start();
  await fetch(`${other.url}/api/v1/leads/${RANDOM_ID}`, { headers: { Authorization: `Bearer ${partner.key}` } });
  await other.app.get(KeyRefusalsService).beforeApplicationShutdown();
  expect(await refusalsOf(partner)).toHaveLength(1);
});
