import type { LeadView, TombstoneView } from '../../src/contract/lead';
import type { Metrics } from '../../src/contract/metrics';
import { appForAllTests, newAccount } from '../support/app';
import { masked } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit, pair, merge, erase, detail } = leadCalls(test, partner);

type Listed = LeadView | TombstoneView;
const EVER = '2000-01-01T00:00:00Z';

const listed = async (query = '') => (await partner.api.pages<Listed>(`/leads?limit=2${query}`)).flat();
const idsOf = (rows: readonly Listed[]): string[] => rows.map(({ id }) => id);

const tombstone = ({ id, created_at }: LeadView, gone: TombstoneView['gone'], updated_at: string): TombstoneView => ({
  ...{ id, name: null, phone: '', email: null, tags: [], deals: [] },
  ...{ created_at, updated_at, gone },
});

/** Makes an erased lead, and a lead merged into `survivor`. */
async function goneLeads() {
  const erased = await submit({
    name: 'Ana',
    email: 'ana@example.com',
    tags: ['x'],
    attribution: { utm_source: 'ig' },
  });
  const [merged, survivor] = await pair({ name: 'Bia', tags: ['x'] }, { name: 'Caio' });
  await erase(erased.id);
  await merge(merged.id, survivor.id);
  return { erased, merged, survivor: await detail(survivor.id) };
}

it('an erased and a merged lead are 404 by id on every partner route, byte for byte as an unknown id', async () => {
  const { erased, merged, survivor } = await goneLeads();
  const stage = (await partner.stages())['Em contato'];
  for (const { id } of [erased, merged]) {
    for (const call of [
      (one: string) => partner.api.get(`/leads/${one}`),
      (one: string) => partner.api.patch(`/leads/${one}`, { name: 'x' }),
      (one: string) => partner.api.post(`/leads/${one}/stage`, { stage_id: stage }),
      (one: string) => partner.api.post(`/leads/${one}/stage`, { stage_id: stage, deal_id: survivor.deals[0]?.id }),
    ]) {
      const answer = masked(await call(id));
      expect(answer.status).toBe(404);
      expect(answer).toEqual(masked(await call('0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000')));
    }
  }
  expect((await partner.api.post('/leads/lookup', { phone: `+${erased.phone}` })).status).toBe(404);
  expect((await partner.api.post('/leads/lookup', { email: 'ana@example.com' })).status).toBe(404);
});

it('they are in lists with updated_since, in their order, and in no other list', async () => {
  const first = await submit();
  const { erased, merged, survivor } = await goneLeads();
  const last = await submit();
  const expected = [idsOf([first]), idsOf([erased]), idsOf([merged, survivor]).sort(), idsOf([last])].flat();
  expect(idsOf(await listed(`&updated_since=${EVER}`))).toEqual(expected);
  expect(idsOf(await listed())).toEqual(idsOf([first, survivor, last]));
  const stages = await partner.stages();
  for (const filter of [
    `&stage_id=${stages.Novo}`,
    `&pipeline_id=${first.deals[0]?.pipeline_id}`,
    '&tag=x',
    `&stage_id=${stages.Novo}&tag=x`,
  ]) {
    const ids = idsOf(await listed(`${filter}&updated_since=${EVER}`));
    expect(ids).toEqual(idsOf(await listed(filter)));
    expect(ids).not.toEqual([]);
    expect(ids.filter((id) => id === erased.id || id === merged.id)).toEqual([]);
  }
});

it('they say that they are gone, why and into which lead, and nothing else, with every plan', async () => {
  const { erased, merged, survivor } = await goneLeads();
  const rows = await listed(`&updated_since=${EVER}`);
  const shown = (id: string) => rows.find((row) => row.id === id);
  const erasedAt = (await detail(erased.id)).updated_at;
  expect(erasedAt > erased.updated_at).toBe(true);
  expect(shown(erased.id)).toEqual(tombstone(erased, { reason: 'erased', into: null }, erasedAt));
  expect(shown(merged.id)).toEqual(tombstone(merged, { reason: 'merged', into: survivor.id }, survivor.updated_at));
  expect(survivor.updated_at > merged.updated_at).toBe(true);
  expect(rows.filter((row) => 'gone' in row)).toHaveLength(2);
  await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: false } });
  const withoutOrigin = await listed(`&updated_since=${EVER}`);
  expect(withoutOrigin.filter((row) => 'gone' in row)).toEqual(rows.filter((row) => 'gone' in row));
});

it('after several merges, a merged lead names the last one, and the erasure of that one changes only its own entry', async () => {
  const [first, second] = await pair();
  const third = (
    await partner.staff.post<LeadView>('/leads', {
      phone: first.phone,
      allow_duplicate: true,
    })
  ).data;
  await merge(first.id, second.id);
  await merge(second.id, third.id);
  const gone = async () =>
    Object.fromEntries(
      (await listed(`&updated_since=${EVER}`)).map((row) => [row.id, 'gone' in row ? row.gone : undefined]),
    );
  const merged = { reason: 'merged', into: third.id };
  expect(await gone()).toEqual({ [first.id]: merged, [second.id]: merged, [third.id]: undefined });
  await erase(third.id);
  expect(await gone()).toEqual({
    [first.id]: merged,
    [second.id]: merged,
    [third.id]: { reason: 'erased', into: null },
  });
});

it('the counts of the days do not move, and neither does the phone’s next lead', async () => {
  const counts = async () => {
    const { pipeline, ...days } = (await partner.api.get<Metrics>('/metrics')).data;
    return { days, open: pipeline.stages.map(({ open_deals }) => open_deals) };
  };
  const erased = await submit({ attribution: { utm_source: 'ig' } });
  const [merged, survivor] = await pair();
  const before = await counts();
  expect(before.open).toEqual([2, 0, 0, 0, 0]);
  await erase(erased.id);
  await merge(merged.id, survivor.id);
  expect(await counts()).toEqual({ days: before.days, open: [1, 0, 0, 0, 0] });
  const again = await partner.api.post<{ created: boolean; id: string }>('/leads', { phone: `+${erased.phone}` });
  expect([again.status, again.data.created, again.data.id === erased.id]).toEqual([201, true, false]);
});

it('those of another account are shown to nobody', async () => {
  await goneLeads();
  const other = (await test.operator.post<{ id: string }>('/accounts', newAccount())).data.id;
  const owner = test.operator.with({ 'X-Account-Id': other });
  const { key } = (await owner.post<{ key: string }>('/api-keys', { name: 'x', permissions: ['leads:read'] })).data;
  const answer = await fetch(`${test.url}/api/v1/leads?updated_since=${EVER}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(await answer.json()).toEqual({ data: [], next_cursor: null });
});
