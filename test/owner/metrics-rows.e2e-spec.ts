import type { OwnerLead } from '../../src/contract/lead';
import type { BreakdownRow, MetricsRows } from '../../src/contract/metrics';
import { MINUTE_MS } from '../../src/contract/durations';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { staffLead, submit, erase, nextPhone } = leadCalls(test, partner);
const { join } = memberCalls(test);

const MARCH = 'from=2026-03-01&to=2026-03-31';
const rows = async (by: string, period = MARCH, api = partner.owner) =>
  (await api.get<MetricsRows>(`/metrics/breakdown?by=${by}&${period}`)).data;
const tell = ({ key, leads, won, sold, average, lost }: BreakdownRow) => [key, leads, won, sold, average, lost];

/** Adds a lead of February, whose deal ends on a day of March. */
async function ended(name: 'Ganho' | 'Perdido', day: string, more: object = {}, value?: number): Promise<OwnerLead> {
  const { reason, ...body } = more as { reason?: string };
  const closed_at = `2026-03-${day}T12:00:00Z`;
  const deals = [{ stage_id: stage.Novo, value }];
  const lead = await staffLead({ created_at: '2026-02-20T12:00:00Z', deals, ...body });
  await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage[name], reason, closed_at });
  return lead as OwnerLead;
}

it('sums what was sold and lost in a period by origin, whenever the lead came', async () => {
  await ended('Ganho', '02', { origin: 'social' }, 100);
  await ended('Ganho', '12', { origin: 'social' }, 200.5);
  await ended('Ganho', '02', { origin: 'social' });
  await ended('Perdido', '03', { origin: 'direct' });
  await staffLead({ created_at: '2026-03-05T12:00:00Z', origin: 'direct' });
  await ended('Ganho', '02', { origin: 'referral' }, 50);
  const { period, rows: found, total } = await rows('origin');
  expect(period).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(found.map(tell)).toEqual([
    ['social', 0, 3, 300.5, 150.25, 0],
    ['referral', 0, 1, 50, 50, 0],
    ['direct', 1, 0, 0, null, 1],
  ]);
  expect(found.map(({ name }) => name)).toEqual(['Rede social, sem anúncio', 'Indicação de outro site', 'Direto']);
  expect(tell({ key: null, name: '', ...total })).toEqual([null, 1, 4, 350.5, 116.83, 1]);
  expect([found[0]?.median_days_to_close, total.median_days_to_close]).toEqual([10, 10]);
  expect((await rows('origin', 'from=2026-04-01&to=2026-04-30')).rows).toEqual([]);
});

it('keeps to days of Brasília', async () => {
  const lead = await ended('Ganho', '02', {}, 1);
  const at = async (closed_at: string) => {
    await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Ganho, closed_at });
    return (await rows('stage')).total.won;
  };
  expect(await at('2026-03-01T02:59:59.999Z')).toBe(0);
  expect(await at('2026-03-01T03:00:00.000Z')).toBe(1);
  expect(await at('2026-04-01T02:59:59.999Z')).toBe(1);
  expect(await at('2026-04-01T03:00:00.000Z')).toBe(0);
});

it('breaks down by campaign, stage and reason, with a row of what has none', async () => {
  const lead = await submit({ attribution: { utm_source: 'n', utm_medium: 'email', utm_campaign: 'verão' } });
  await submit();
  await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Ganho, closed_value: 10 });
  const now = ['from', 'to']
    .map((end) => `${end}=${new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)}`)
    .join('&');
  expect((await rows('campaign', now)).rows.map(({ name, ...row }) => [name, ...tell({ name, ...row })])).toEqual([
    ['verão', 'verão', 1, 1, 10, 10, 0],
    ['Sem campanha', null, 1, 0, 0, null, 0],
  ]);
  expect((await rows('stage', now)).rows.map(({ name, leads, won }) => [name, leads, won])).toEqual([
    ['Ganho', 1, 1],
    ['Novo', 1, 0],
  ]);
  for (const reason of ['caro', 'caro', undefined]) await ended('Perdido', '02', { reason });
  await ended('Ganho', '02', {}, 4);
  const { rows: reasons, total } = await rows('loss_reason');
  expect(reasons.map(({ name, ...row }) => [name, ...tell({ name, ...row })])).toEqual([
    ['caro', 'caro', 2, 0, 0, null, 2],
    ['Sem motivo', null, 1, 0, 0, null, 1],
  ]);
  expect([total.lost, total.won]).toEqual([3, 0]);
});

it('names who was responsible at the closing; a seller sees own figures only', async () => {
  const [one, other] = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')];
  const enter = async (to: { id: string }, value: number) => {
    const lead = { phone: nextPhone.mobile(), responsible_id: to.id, deals: [{ stage_id: stage.Novo, value }] };
    const { data } = await partner.owner.post<OwnerLead>('/leads', lead);
    const closing = { stage_id: stage.Ganho, closed_at: '2026-03-02T12:00:00Z' };
    await partner.owner.put(`/deals/${data.deals[0]?.id}/stage`, closing);
    return data;
  };
  const sold = await enter(one, 10);
  await enter(other, 20);
  await partner.owner.patch(`/leads/${sold.id}`, { responsible_id: other.id });
  const all = await rows('member');
  expect(all.rows.map(({ key, name, sold: sum }) => [key, name, sum])).toEqual([
    [other.id, 'Bia', 20],
    [one.id, 'Ana', 10],
  ]);
  const own = await rows('member', MARCH, one.api);
  expect(own.rows.map(({ key, sold: sum }) => [key, sum])).toEqual([[one.id, 10]]);
  expect(own.total.sold).toBe(10);
});

it('shows a seller nothing of the lead that a colleague has of the same contact', async () => {
  const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const theirs = await submit({ attribution: { utm_source: 'n', utm_medium: 'email', utm_campaign: 'secreta' } });
  await partner.owner.patch(`/leads/${theirs.id}`, { responsible_id: other.id });
  const deals = [{ stage_id: stage.Novo }];
  const older = { phone: theirs.phone, created_at: '2026-03-02T12:00:00Z', origin: 'social', deals };
  const mine = await staffLead(older);
  await partner.owner.patch(`/leads/${mine.id}`, { responsible_id: one.id });
  const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  const day = `from=${today}&to=${today}`;
  expect((await rows('campaign', day, one.api)).rows.map(({ key, leads }) => [key, leads])).toEqual([[null, 1]]);
  expect((await rows('member', day, one.api)).rows.map(({ key, leads }) => [key, leads])).toEqual([[one.id, 1]]);
  expect((await one.api.get(`/metrics/breakdown?${day}`)).text).not.toContain('secreta');
});

it('measures how long a lead waits for a person, and keeps erased people in the sums', async () => {
  const leads = [await submit(), await submit(), await submit()];
  for (const [index, lead] of leads.entries()) {
    await partner.owner.post(`/leads/${lead.id}/activities`, { type: 'call' });
    const contactedAt = new Date(Date.parse(lead.created_at) + ([1, 7, 90][index] ?? 0) * MINUTE_MS).toISOString();
    await partner.sql('update leads set contacted_at = $3 where account_id = $1 and id = $2', lead.id, contactedAt);
  }
  await submit();
  await staffLead();
  const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  const day = `from=${today}&to=${today}`;
  expect((await rows('origin', day)).total.median_minutes_to_contact).toBe(7);
  const gone = await ended('Ganho', '02', { origin: 'social' }, 30);
  const before = await rows('origin');
  await erase(gone.id);
  const counted = ({ rows: [row], total }: MetricsRows) => [row, total].map((one) => ({ ...one, unlisted: undefined }));
  expect(counted(await rows('origin'))).toEqual(counted(before));
});

it('has no origins and campaigns without automatic origins, and no pipeline', async () => {
  const plain = await test.partner();
  await test.operator.patch(`/accounts/${plain.accountId}`, { plan: { api: true, auto_origin: false } });
  for (const by of ['origin', 'campaign']) expect((await rows(by, MARCH, plain.owner)).rows).toEqual([]);
  for (const [query, fields] of [
    ['by=sale', ['by']],
    ['by=stage&pipeline_id=x', ['by']],
    ['by=stage&from=2026-04-01&to=2026-03-01', ['from']],
  ] as const) {
    const refused = await partner.owner.get(`/metrics/breakdown?${query}`);
    expect([query, refused.status, refused.fields]).toEqual([query, 422, fields]);
  }
});
