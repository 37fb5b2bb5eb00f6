import type { LeadDetail } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { waitsOrEnds } from '../support/waiting';

/** Merges of two numbers, of which one is wrong. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { submit, post, duplicate, merge, detail, nextPhone, count, wrongEntries } = leadCalls(test, partner);
const { join } = memberCalls(test);

const drop = (from: string, into: string, more: object = {}, by = partner.owner) =>
  by.post<LeadDetail>(`/leads/${from}/merge`, { into, drop_phone: true, ...more });
const daily = () =>
  partner.sql('select day, count(*)::int as n from conversations where account_id = $1 group by day order by day');

afterEach(async () => {
  expect(await wrongEntries()).toEqual([]);
  expect(await deadlocks()).toBe(0);
});

it('drop the wrong number with the lead that goes; all else is with the one that stays', async () => {
  const wrong = await submit({ name: 'Ana', tags: ['a'], external_id: 'e1', notes: 'um' });
  const right = await submit({ tags: ['b'], external_id: 'e2' });
  expect((await merge(wrong.id, right.id)).status).toBe(409);
  expect((await partner.owner.post(`/leads/${wrong.id}/merge`, { into: right.id, drop_phone: false })).status).toBe(
    409,
  );
  const before = await daily();
  const { status, data } = await drop(wrong.id, right.id, { close_deal_ids: wrong.deals.map(({ id }) => id) });
  expect([status, data.id, data.phone]).toEqual([200, right.id, right.phone]);
  expect(data).toMatchObject({ name: 'Ana', tags: ['a', 'b'], merged_leads: [{ lead: { phone: right.phone } }] });
  expect(data.deals).toHaveLength(1);
  expect(await daily()).toEqual(before);
  expect(await count('conversations', 'phone is null')).toBe(1);
  expect(await count('deals', 'shares_conversation')).toBe(0);
  for (const [phone, external_id] of [
    [wrong.phone, 'e1'],
    [right.phone, 'e1'],
    [right.phone, 'e2'],
  ] as const) {
    expect((await post({ phone, external_id })).data).toMatchObject({ duplicate: true, id: right.id });
  }
  expect((await submit({ phone: wrong.phone })).id).not.toBe(right.id);
  const actions = (await partner.owner.get<{ action: string }[]>('/audit')).data.map(({ action }) => action);
  expect(actions.slice(0, 2).sort()).toEqual(['lead.merged', 'lead.phone']);
});

it('leave the number to the others that have it, and merge leads of one number as ever', async () => {
  const wrong = await submit();
  const other = await duplicate(wrong.phone);
  const right = await submit();
  expect((await drop(wrong.id, right.id)).status).toBe(200);
  expect((await detail(other.id)).phone).toBe(wrong.phone);
  expect(await count('leads', `id = '${other.id}' and copy = 0`)).toBe(1);
  const again = await duplicate(right.phone);
  expect((await drop(again.id, right.id)).status).toBe(200);
  expect(await count('leads')).toBe(2);
});

it('change nothing when they are refused, and are not a seller’s', async () => {
  const [wrong, right] = [await submit(), await submit()];
  const before = await detail(wrong.id);
  expect((await drop(wrong.id, right.id, { close_deal_ids: [wrong.id] })).fields).toEqual(['close_deal_ids.0']);
  expect((await drop(wrong.id, wrong.id)).status).toBe(409);
  expect((await drop(wrong.id, partner.accountId)).status).toBe(404);
  expect((await drop(wrong.id, right.id, {}, (await join(partner, 'seller')).api)).status).toBe(403);
  expect(await detail(wrong.id)).toEqual(before);
});

it('of two into each other at once: one goes', async () => {
  for (const round of times(5, (index) => index)) {
    const [one, other] = [await submit({ phone: nextPhone.mobile() }), await submit()];
    const answers = await race(
      round,
      () => drop(one.id, other.id),
      () => drop(other.id, one.id),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
});

it.each(['older', 'newer'])('lock the older lead first, also where the %s one goes', async (goes) => {
  const [older, newer] = [await submit(), await submit()];
  const lock = (id: string) =>
    test.sql('select from leads where account_id = $1 and id = $2 for update nowait', [partner.accountId, id]);
  await test.sql('begin');
  await lock(older.id);
  const merged = goes === 'older' ? drop(older.id, newer.id) : drop(newer.id, older.id);
  expect(await waitsOrEnds(test, () => false)).toBe('waits');
  await lock(newer.id);
  await test.sql('commit');
  expect((await merged).status).toBe(200);
});
