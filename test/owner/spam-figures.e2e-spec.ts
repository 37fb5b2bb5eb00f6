import type { OwnerLead } from '../../src/contract/lead';
import { BROKEN_DOWN_BY, type Metrics, type MetricsBreakdown, type MetricsRows } from '../../src/contract/metrics';
import { MetricsService } from '../../src/metrics/metrics.service';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

/** Figures can leave out the people who were erased as spam. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { staffLead, erase, nextPhone } = leadCalls(test, partner);
const { join } = memberCalls(test);

const MARCH = 'from=2026-03-01&to=2026-03-31';
const WITHOUT = `${MARCH}&without_spam=true`;

/** A lead of March with an attended appointment, whose deal was lost. */
async function lost(memberId: string): Promise<OwnerLead> {
  const body = { created_at: '2026-03-10T12:00:00Z', origin: 'social', deals: [{ stage_id: stage.Novo }] };
  const lead = (await staffLead(body)) as OwnerLead;
  await partner.owner.patch(`/leads/${lead.id}`, { responsible_id: memberId });
  const appointment = { lead_id: lead.id, starts_at: '2026-03-12T12:00:00Z', attended: true };
  await partner.staff.post('/appointments', appointment);
  await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Perdido, reason: 'golpe' });
  await partner.sql(
    `update closings set closed_at = '2026-03-15T12:00:00Z' where account_id = $1 and lead_id = $2`,
    lead.id,
  );
  return lead;
}
const sweep = (leads: readonly OwnerLead[], reason?: 'spam') =>
  partner.owner.post('/leads/bulk', { lead_ids: leads.map(({ id }) => id), erase: true, reason });

async function figuresOf({ api }: { api: typeof partner.owner }, query: string) {
  const { leads, attended, daily, by_origin } = (await api.get<Metrics>(`/metrics?${query}`)).data;
  const { data } = await api.get<MetricsBreakdown>(`/metrics/breakdown?${query}`);
  const totals: Record<string, unknown> = {};
  for (const by of BROKEN_DOWN_BY) {
    const { total } = (await api.get<MetricsRows>(`/metrics/breakdown?by=${by}&${query}`)).data;
    totals[by] = [total.leads, total.lost];
  }
  const [ofDays, ofOrigins] = [daily, by_origin ?? []].map((rows) => rows.reduce((sum, row) => sum + row.leads, 0));
  return { leads, attended, ofDays, ofOrigins, outcomes: data.by_origin?.map((row) => row.leads), totals };
}

/** Each of `leads` with a loss and an attended appointment. */
const expected = (leads: number) => ({
  leads,
  attended: leads,
  ofDays: leads,
  ofOrigins: leads,
  outcomes: [leads],
  totals: Object.fromEntries(BROKEN_DOWN_BY.map((by) => [by, [leads, leads]])),
});

// The number of leads from which a seller's statements join.
it.each([10_000, 0])(
  'counts people erased as spam unless the caller leaves them out: joins from %d on',
  async (many) => {
    test.app.get(MetricsService).many = many;
    const seller = await join(partner, 'seller');
    const leads: OwnerLead[] = [];
    for (let n = 0; n < 4; n++) leads.push(await lost(seller.id));
    // A seller's days of few leads, and of few contacts.
    for (let n = 0; n < 6; n++) await staffLead({ created_at: '2026-01-10T12:00:00Z' });
    await sweep(leads.slice(0, 2), 'spam');
    await sweep(leads.slice(2, 3));
    for (const who of [{ api: partner.owner }, seller]) {
      expect(await figuresOf(who, MARCH)).toEqual(expected(4));
      expect(await figuresOf(who, WITHOUT)).toEqual(expected(2));
    }
    test.app.get(MetricsService).many = 10_000;
  },
);

it('keeps the reason of the first erasure, and is of the owner’s routes only', async () => {
  const seller = await join(partner, 'seller');
  const [kept, spam] = [await lost(seller.id), await lost(seller.id)];
  await erase(kept.id);
  await sweep([kept], 'spam');
  await sweep([spam], 'spam');
  await sweep([spam]);
  expect((await partner.owner.get<Metrics>(`/metrics?${WITHOUT}`)).data.leads).toBe(1);
  expect((await partner.api.get<Metrics>(`/metrics?${MARCH}`)).data.leads).toBe(2);
  const refused = await partner.api.get(`/metrics?${WITHOUT}`);
  expect([refused.status, refused.fields]).toEqual([422, ['without_spam']]);
  expect((await partner.owner.get(`/metrics?without_spam=1`)).fields).toEqual(['without_spam']);
});

it('counts who writes again after an erasure as spam, as a new contact', async () => {
  const phone = nextPhone.mobile();
  const { data } = await partner.owner.post<OwnerLead>('/leads', { phone });
  await sweep([data], 'spam');
  await partner.api.post('/leads', { phone });
  const counted = async (query = '') => (await partner.owner.get<Metrics>(`/metrics${query}`)).data.leads;
  expect([await counted(), await counted('?without_spam=true')]).toEqual([2, 1]);
});
