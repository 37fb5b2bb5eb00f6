import type { LeadView } from '../../src/contract/lead';
import type { Metrics, MetricsBreakdown } from '../../src/contract/metrics';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { staffLead, submit, nextPhone } = leadCalls(test, partner);

const MARCH = '?from=2026-03-01&to=2026-03-31';
const IN_MARCH = '2026-03-10T12:00:00Z';
const breakdown = async (query = MARCH) =>
  (await partner.owner.get<MetricsBreakdown>(`/metrics/breakdown${query}`)).data;
const metrics = async (query: string) => (await partner.owner.get<Metrics>(`/metrics${query}`)).data;

/** Adds a lead of March with a deal in a stage. */
const dealIn = (name: string, body: { origin?: string; value?: number; created_at?: string; phone?: string } = {}) => {
  const { value, ...rest } = body;
  return staffLead({ created_at: IN_MARCH, deals: [{ stage_id: stage[name], value }], ...rest });
};
/** Adds a lead of today from a campaign. */
const came = (utm_campaign: string | undefined, body: object = {}) =>
  submit({ attribution: { utm_source: 'news', utm_medium: 'email', utm_campaign }, ...body });
const win = (lead: LeadView) => partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Ganho });

it('counts what became of the contacts of each origin, each contact once', async () => {
  await dealIn('Ganho', { origin: 'social' });
  await dealIn('Perdido', { origin: 'social' });
  await dealIn('Novo', { origin: 'social' });
  await dealIn('Perdido', { origin: 'direct' });
  await dealIn('Ganho', { origin: 'direct', created_at: '2026-04-01T12:00:00Z' });
  // One deal won and one lost: a single contact, which is won.
  const phone = nextPhone.mobile();
  await dealIn('Ganho', { origin: 'referral', phone });
  await dealIn('Perdido', { origin: 'referral', phone });
  expect((await breakdown()).by_origin).toEqual([
    { origin: 'social', leads: 3, won: 1, lost: 1 },
    { origin: 'direct', leads: 1, won: 0, lost: 1 },
    { origin: 'referral', leads: 1, won: 1, lost: 0 },
  ]);
});

it('agrees with GET /metrics: the same days of Brasília, the same contacts, the same deals', async () => {
  await dealIn('Novo', { created_at: '2026-03-01T02:59:59.999Z' });
  await dealIn('Ganho', { created_at: '2026-03-01T03:00:00Z' });
  await dealIn('Novo', { created_at: '2026-04-01T02:59:59.999Z' });
  for (const query of [MARCH, '?from=2026-02-01&to=2026-02-28']) {
    const [seen, counted] = [await breakdown(query), await metrics(query)];
    expect(seen.period).toEqual(counted.period);
    expect(seen.by_origin?.map(({ origin, leads }) => ({ origin, leads }))).toEqual(counted.by_origin);
    const deals = seen.pipeline.stages.map(({ id, name, open_deals }) => ({ id, name, open_deals }));
    expect({ ...seen.pipeline, stages: deals }).toEqual(counted.pipeline);
  }
  expect((await breakdown()).by_origin).toEqual([{ origin: 'untracked', leads: 2, won: 1, lost: 0 }]);
});

it('tells the deals and the value of each stage now, and which of them are of the period', async () => {
  await dealIn('Novo', { value: 1000.25 });
  await dealIn('Novo', { value: 0.5, created_at: '2025-01-01T12:00:00Z' });
  await dealIn('Novo');
  await dealIn('Ganho', { value: 7 });
  const { stages } = (await breakdown()).pipeline;
  expect(stages.map(({ name, is_won, is_lost, ...counts }) => [name, is_won, is_lost, { ...counts, id: '' }])).toEqual([
    ['Novo', false, false, { id: '', open_deals: 3, value: 1000.75, deals_of_period: 2 }],
    ['Em contato', false, false, { id: '', open_deals: 0, value: 0, deals_of_period: 0 }],
    ['Agendado', false, false, { id: '', open_deals: 0, value: 0, deals_of_period: 0 }],
    ['Ganho', true, false, { id: '', open_deals: 1, value: 7, deals_of_period: 1 }],
    ['Perdido', false, true, { id: '', open_deals: 0, value: 0, deals_of_period: 0 }],
  ]);
});

it('counts campaigns by their utm values, most leads first, at most twenty', async () => {
  await win(await came('natal'));
  await came('natal');
  await came('pascoa');
  await came(undefined);
  // A campaign alone is no origin (specification, section 2). A referrer is no campaign.
  await submit({ attribution: { utm_campaign: 'x' } });
  await submit({ attribution: { referrer: 'https://example.com/' } });
  const values = { source: 'news', medium: 'email' };
  expect((await breakdown('')).campaigns).toEqual([
    { ...values, campaign: 'natal', leads: 2, won: 1, lost: 0 },
    { ...values, campaign: 'pascoa', leads: 1, won: 0, lost: 0 },
    { ...values, campaign: null, leads: 1, won: 0, lost: 0 },
  ]);
  expect((await breakdown()).campaigns).toEqual([]);
  for (let n = 0; n < 20; n++) await came(`c${n}`);
  expect((await breakdown('')).campaigns).toHaveLength(20);
});

it('keeps its counts when leads are erased or merged; campaigns forget who was erased', async () => {
  const [erased, kept] = [await came('natal'), await came('natal')];
  await win(kept);
  await dealIn('Ganho', { phone: kept.phone, created_at: undefined });
  const [, second] = (await partner.owner.get<LeadView[]>(`/leads?phone=${kept.phone}`)).data;
  const before = (await breakdown('')).by_origin;
  await partner.owner.post(`/leads/${second?.id}/merge`, { into: kept.id });
  expect((await breakdown('')).by_origin).toEqual(before);
  await partner.owner.post(`/leads/${erased.id}/erase`);
  const after = await breakdown('');
  expect(after.by_origin?.map(({ leads }) => leads)).toEqual([2]);
  expect(after.campaigns).toEqual([{ source: 'news', medium: 'email', campaign: 'natal', leads: 1, won: 1, lost: 0 }]);
});

it('shows origins and campaigns only with a plan that includes them', async () => {
  await came('natal');
  await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { api: true, auto_origin: false } });
  expect(Object.keys(await breakdown(''))).toEqual(['period', 'pipeline', 'attended']);
});

it('is of one account and one pipeline, and refuses what GET /metrics refuses', async () => {
  const other = await test.partner();
  await came('natal');
  const theirs = (await other.owner.get<MetricsBreakdown>('/metrics/breakdown')).data;
  expect([theirs.by_origin, theirs.campaigns]).toEqual([[], []]);
  const get = (query: string, from = partner) => from.owner.get(`/metrics/breakdown${query}`);
  const { id } = (await breakdown()).pipeline;
  expect((await get(`?pipeline_id=${id}`, other)).error.code).toBe('not_found');
  expect((await get(`?pipeline_id=${RANDOM_ID}`)).error.code).toBe('not_found');
  expect((await get('?from=2026-03-02&to=2026-03-01')).fields).toEqual(['from']);
  expect((await get('?from=2024-01-01&to=2026-03-01')).fields).toEqual(['from']);
  expect((await get('?x=1')).fields).toEqual(['x']);
});
