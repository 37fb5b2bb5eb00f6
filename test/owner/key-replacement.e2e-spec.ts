import type { ApiKeyView, NewApiKeyView } from '../../src/contract/key';
import type { NotificationView } from '../../src/contract/notification';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { HttpClient } from '../support/http-client';
import { race, tally } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read'));

const rename = (id: string, name: unknown) => partner.owner.patch<ApiKeyView>(`/api-keys/${id}`, { name });
const replace = (id: string, ends_in_hours: unknown, owner = partner.owner) =>
  owner.post<NewApiKeyView>(`/api-keys/${id}/replace`, { ends_in_hours });
const find = async (id: string) =>
  (await partner.owner.get<ApiKeyView[]>('/api-keys')).data.find((key) => key.id === id);
const statusOf = async (key: string) => (await new HttpClient(`${test.url}/api/v1`, key).get('/leads')).status;
const notices = async () =>
  (await partner.owner.get<NotificationView[]>('/notifications')).data.map((one) => one.message);
const mails = async () =>
  (
    await partner.sql<{ kind: string; ends: boolean }>(
      `select kind, params::jsonb ? 'ends' as ends from outbox where account_id = $1 order by created_at, id`,
    )
  ).map(({ kind, ends }) => [kind, ends]);
/** Ends a key as if its hours were over. */
const end = (id: string) => partner.sql(`update api_keys set ends_at = now() where account_id = $1 and id = $2`, id);

it('a key is renamed, and its calls go on', async () => {
  const before = await find(partner.keyId);
  const { status, data } = await rename(partner.keyId, ' Site novo ');
  expect([status, data]).toEqual([200, { ...before, name: 'Site novo' }]);
  expect(await statusOf(partner.key)).toBe(200);
  expect((await rename(RANDOM_ID, 'x')).status).toBe(404);
  expect((await rename(partner.keyId, '')).fields).toEqual(['name']);
});

describe('a replaced key', () => {
  it('lives beside the new one until its end', async () => {
    const { status, data } = await replace(partner.keyId, 24);
    const old = await find(partner.keyId);
    expect([status, data.name, data.permissions]).toEqual([201, old?.name, old?.permissions]);
    expect(old?.revoked_at).toBe(null);
    expect(Math.abs(Date.parse(old?.ends_at ?? '') - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    expect([await statusOf(partner.key), await statusOf(data.key)]).toEqual([200, 200]);
    await end(partner.keyId);
    expect([await statusOf(partner.key), await statusOf(data.key)]).toEqual([401, 200]);
    expect(await find(partner.keyId)).toMatchObject({ ends_at: null, revoked_at: expect.any(String) as string });
    expect((await partner.owner.delete(`/api-keys/${partner.keyId}`)).status).toBe(200);
    expect(await mails()).toEqual([
      ['api_key.created', false],
      ['api_key.revoked', true],
      ['api_key.created', false],
    ]);
    expect(await notices()).toEqual(
      expect.arrayContaining([expect.stringMatching(/foi substituída e vale até \d\d\/\d\d\/\d{4}, \d\d:\d\d\.$/)]),
    );
  });

  it('with 0 hours is revoked at once', async () => {
    const { data } = await replace(partner.keyId, 0);
    expect([await statusOf(partner.key), await statusOf(data.key)]).toEqual([401, 200]);
    expect(await find(partner.keyId)).toMatchObject({ ends_at: null, revoked_at: expect.any(String) as string });
  });

  it('counts among the five until it ends', async () => {
    for (let n = 0; n < 4; n++) await partner.withKey('leads:read');
    const refused = await replace(partner.keyId, 1);
    expect([refused.status, refused.error.code]).toEqual([409, 'key_limit_reached']);
    expect(await find(partner.keyId)).toMatchObject({ ends_at: null, revoked_at: null });
    const next = await replace(partner.keyId, 0);
    expect(next.status).toBe(201);
    const [spare] = (await partner.owner.get<ApiKeyView[]>('/api-keys')).data.filter((key) => key.id !== next.data.id);
    await partner.owner.delete(`/api-keys/${spare?.id}`);
    expect((await replace(next.data.id, 1)).status).toBe(201);
    const create = () => partner.owner.post('/api-keys', { name: 'x', permissions: ['leads:read'] });
    expect((await create()).status).toBe(409);
    await end(next.data.id);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
  });

  it('can still be revoked, which its owner is told once more by mail, and is not replaced again', async () => {
    await replace(partner.keyId, 168);
    expect((await replace(partner.keyId, 1)).error.code).toBe('conflict');
    expect((await partner.owner.delete(`/api-keys/${partner.keyId}`)).status).toBe(200);
    expect(await statusOf(partner.key)).toBe(401);
    expect((await mails()).at(-1)).toEqual(['api_key.revoked', false]);
    expect((await replace(partner.keyId, 0)).error.code).toBe('conflict');
  });

  it('is replaced once by two calls at once', async () => {
    let id = partner.keyId;
    for (let round = 0; round < 5; round++) {
      const answers = await race(
        round,
        () => replace(id, 0),
        () => replace(id, 0),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 1 });
      id = answers.find(({ status }) => status === 201)?.data.id ?? '';
    }
  });

  it('ends with the others when the account changes its owner', async () => {
    const { data } = await replace(partner.keyId, 24);
    const owner = { name: 'Nova', email: `nova-${partner.accountId}@example.com` };
    expect((await test.operator.put(`/accounts/${partner.accountId}/owner`, owner)).status).toBe(200);
    expect([await statusOf(partner.key), await statusOf(data.key)]).toEqual([401, 401]);
  });

  it('is not another account’s, and the hours are whole ones of a week', async () => {
    const other = await test.partner();
    expect((await replace(partner.keyId, 1, other.owner)).status).toBe(404);
    for (const hours of [-1, 169, 1.5, '1', null, undefined]) {
      expect((await replace(partner.keyId, hours)).fields).toEqual(['ends_in_hours']);
    }
  });
});
