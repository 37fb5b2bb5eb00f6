import { createHash } from 'node:crypto';
import type { LeadView } from '../../src/contract/lead';
import { type Metrics, BROKEN_DOWN_BY, type MetricsBreakdown } from '../../src/contract/metrics';
import type { Origin } from '../../src/contract/origin';
import { MetricsService } from '../../src/metrics/metrics.service';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { join } = memberCalls(test);
const { staffLead, submit, nextPhone, erase } = leadCalls(test, partner);

const MARCH = '?from=2026-03-01&to=2026-03-31';
const metrics = async (who: Pick<SignedIn, 'api'>, query = MARCH) =>
  (await who.api.get<Metrics>(`/metrics${query}`)).data;
const breakdown = async (who: Pick<SignedIn, 'api'>, query = MARCH) =>
  (await who.api.get<MetricsBreakdown>(`/metrics/breakdown${query}`)).data;
const assign = (lead: LeadView, responsible_id: string | null) =>
  partner.owner.patch(`/leads/${lead.id}`, { responsible_id });

/** Leads and contacts from which on statements join instead of looking up. */
const FORMS = [10_000, 0];
const joinFrom = (many: number) => void (test.app.get(MetricsService).many = many);
afterEach(() => joinFrom(10_000));

/** What the test knows of a lead that it made. */
interface Made {
  readonly phone: string;
  readonly origin: Origin;
  readonly createdAt: string;
  readonly responsible: string | null;
  readonly stages: readonly string[];
  readonly value: number;
  readonly attended: readonly string[];
}

const ORIGINS: readonly Origin[] = ['social', 'direct', 'referral', 'untracked'];
const STAGES = ['Novo', 'Em contato', 'Agendado', 'Ganho', 'Perdido'];
const MOMENTS = ['2026-03-01T02:59:59.999Z', '2026-03-01T03:00:00Z', '2026-03-20T12:00:00Z', '2026-04-01T02:59:59Z'];
const dayOf = (moment: string) => new Date(Date.parse(moment) - 3 * 3_600_000).toISOString().slice(0, 10);
/** Of each period the seller has fewer leads than it has contacts, or more. */
const PERIODS = { [MARCH]: '2026-03', '?from=2026-03-20&to=2026-03-20': '2026-03-20' };
/** A choice by chance, the same in each run. */
const pick = <T>(list: readonly T[], key: string): T =>
  list[createHash('md5').update(key).digest().readUInt32BE() % list.length] as T;

/** Makes leads of several members, some with the phone of an earlier one. */
async function history(members: readonly (string | null)[], count: number): Promise<Made[]> {
  const made: Made[] = [];
  for (let n = 0; n < count; n++) {
    const known = n % 4 === 3 ? made[n - 2] : undefined;
    const one: Made = {
      phone: known?.phone ?? nextPhone.mobile(),
      origin: pick(ORIGINS, `origin ${n}`),
      // Two leads of one moment would be in no order.
      createdAt: pick(
        MOMENTS.filter((moment) => moment !== known?.createdAt),
        `day ${n}`,
      ),
      responsible: pick(members, `member ${n}`),
      stages: STAGES.filter((name) => pick([true, false, false], `${name} ${n}`)),
      value: n,
      attended: [pick(MOMENTS, `one ${n}`), pick(MOMENTS, `two ${n}`)].slice(n % 3),
    };
    const deals = one.stages.map((name) => ({ stage_id: stage[name], value: one.value }));
    const { origin, phone, createdAt: created_at, responsible: responsible_id } = one;
    const lead = await staffLead({ origin, phone, created_at, deals });
    await assign(lead, responsible_id);
    for (const starts_at of one.attended)
      await partner.staff.post('/appointments', { lead_id: lead.id, starts_at, attended: true });
    await partner.staff.post('/appointments', { lead_id: lead.id, starts_at: MOMENTS[2], attended: false });
    made.push(one);
  }
  return made;
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** Counts the figures of a member from what was made. The first lead of a phone begins the contact. */
function countedOf(made: readonly Made[], member: string | null, days = '2026-03') {
  const isWithin = (moment: string) => dayOf(moment).startsWith(days);
  const contacts = [...grouped(made, ({ phone }) => phone).values()].map((leads) => ({
    began: leads[0] as Made,
    oldest: [...leads].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))[0] as Made,
    own: leads.filter(({ responsible }) => responsible === member),
  }));
  const own = contacts.filter(({ oldest, began }) => oldest.responsible === member && isWithin(began.createdAt));
  const within = (names: readonly string[]) =>
    own.filter((contact) => contact.own.some(({ stages }) => stages.some((name) => names.includes(name))));
  const sums = (of: readonly string[]) =>
    Object.fromEntries([...grouped(of, (key) => key)].map(([key, all]) => [key, all.length] as const));
  const mine = made.filter(({ responsible }) => responsible === member);
  const won = within(['Ganho']);
  return {
    leads: own.length,
    scheduled: within(['Agendado']).length,
    closed: won.length,
    attended: mine.flatMap(({ attended }) => attended).filter(isWithin).length,
    daily: sums(own.map(({ began }) => dayOf(began.createdAt))),
    by_origin: sums(own.map(({ oldest }) => oldest.origin)),
    won: sums(won.map(({ oldest }) => oldest.origin)),
    lost: sums(
      within(['Perdido'])
        .filter((contact) => !won.includes(contact))
        .map(({ oldest }) => oldest.origin),
    ),
    stages: STAGES.map((name) => {
      const there = mine.filter(({ stages }) => stages.includes(name));
      const began = ({ phone }: Made) => made.find((one) => one.phone === phone)?.createdAt ?? '';
      return {
        name,
        open_deals: there.length,
        value: there.reduce((sum, { value }) => sum + value, 0),
        deals_of_period: there.filter((one) => isWithin(began(one))).length,
      };
    }),
  };
}

/** The answers of both routes in the form of `countedOf`. */
async function seenBy(who: Pick<SignedIn, 'api'>, query = MARCH) {
  const [counts, results] = [await metrics(who, query), await breakdown(who, query)];
  const { leads, scheduled, closed, attended, daily, by_origin, pipeline } = counts;
  const some = (kind: 'won' | 'lost') =>
    Object.fromEntries(
      results.by_origin?.filter((row) => row[kind] > 0).map((row) => [row.origin, row[kind]] as const) ?? [],
    );
  const stages = results.pipeline.stages.map(({ name, open_deals, value, deals_of_period }) => ({
    name,
    open_deals,
    value,
    deals_of_period,
  }));
  expect(pipeline.stages.map(({ name, open_deals }) => [name, open_deals])).toEqual(
    stages.map(({ name, open_deals }) => [name, open_deals]),
  );
  const origins = (rows: typeof by_origin) => Object.fromEntries(rows?.map((row) => [row.origin, row.leads]) ?? []);
  expect(origins(results.by_origin)).toEqual(origins(by_origin));
  return {
    leads,
    scheduled,
    closed,
    attended,
    daily: Object.fromEntries(daily.map((row) => [row.date, row.leads])),
    by_origin: origins(by_origin),
    won: some('won'),
    lost: some('lost'),
    stages,
  };
}

it('are of the contacts, deals and appointments of the seller, whatever leads the seller sees, and add up to those of the account', async () => {
  const [ana, bia] = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')];
  const made = await history([ana.id, bia.id, null, null, null], 40);
  for (const sellers_see of ['all', 'own']) {
    await partner.owner.patch('/account', { sellers_see });
    for (const seller of [ana, bia]) {
      const counted = countedOf(made, seller.id);
      expect(Math.min(counted.leads, counted.scheduled, counted.closed, counted.attended)).toBeGreaterThan(0);
      for (const [query, days] of Object.entries(PERIODS)) {
        const broken = [];
        for (const many of FORMS) {
          joinFrom(many);
          expect(await seenBy(seller, query)).toEqual(countedOf(made, seller.id, days));
          const rows = BROKEN_DOWN_BY.map((by) => seller.api.get(`/metrics/breakdown${query}&by=${by}`));
          broken.push((await Promise.all(rows)).map(({ data }) => data));
        }
        expect(broken[0]).toEqual(broken[1]);
      }
    }
  }
  const [of, nobody] = [[await seenBy(ana), await seenBy(bia)], countedOf(made, null)];
  for (const who of [await join(partner, 'manager'), { api: partner.owner }, { api: partner.api }]) {
    const all = await metrics(who);
    for (const figure of ['leads', 'attended'] as const)
      expect(all[figure]).toBe(of.reduce((sum, seen) => sum + seen[figure], nobody[figure]));
    for (const [index, { open_deals }] of all.pipeline.stages.entries())
      expect(open_deals).toBe([...of, nobody].reduce((sum, seen) => sum + (seen.stages[index]?.open_deals ?? 0), 0));
  }
});

it.each(FORMS)(
  'follow a lead to another member at once, and stay with the one of somebody erased: joins from %i on',
  async (many) => {
    joinFrom(many);
    const [ana, bia] = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')];
    const lead = await submit({ attribution: { utm_source: 'news', utm_medium: 'email' } });
    const leads = async () => [(await metrics(ana, '')).leads, (await metrics(bia, '')).leads];
    expect(await leads()).toEqual([0, 0]);
    await assign(lead, ana.id);
    expect(await leads()).toEqual([1, 0]);
    await assign(lead, bia.id);
    expect(await leads()).toEqual([0, 1]);
    await erase(lead.id);
    expect(await leads()).toEqual([0, 1]);
    expect((await metrics(bia, '')).pipeline.stages.map(({ open_deals }) => open_deals)).toEqual([0, 0, 0, 0, 0]);
  },
);

it.each(FORMS)(
  'name the campaigns of the seller’s contacts, with the results of the seller’s leads: joins from %i on',
  async (many) => {
    joinFrom(many);
    const [ana, bia] = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')];
    const came = (utm_campaign: string) =>
      submit({ attribution: { utm_source: 'news', utm_medium: 'email', utm_campaign } });
    const leads = [await came('natal'), await came('natal'), await came('pascoa'), await came('pascoa')];
    for (const [n, who] of [ana, bia, ana].entries()) await assign(leads[n] as LeadView, who.id);
    await ana.api.put(`/deals/${leads[0]?.deals[0]?.id}/stage`, { stage_id: stage.Ganho });
    await bia.api.put(`/deals/${leads[1]?.deals[0]?.id}/stage`, { stage_id: stage.Perdido });
    const values = { source: 'news', medium: 'email' };
    expect((await breakdown(ana, '')).campaigns).toEqual([
      { ...values, campaign: 'natal', leads: 1, won: 1, lost: 0 },
      { ...values, campaign: 'pascoa', leads: 1, won: 0, lost: 0 },
    ]);
    expect((await breakdown(bia, '')).campaigns).toEqual([{ ...values, campaign: 'natal', leads: 1, won: 0, lost: 1 }]);
    await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { api: true, auto_origin: false } });
    expect([await metrics(ana, ''), await breakdown(ana, '')].map((seen) => 'by_origin' in seen)).toEqual([
      false,
      false,
    ]);
  },
);

it.each(FORMS)('keep null, zero and refusals as they are for the account: joins from %i on', async (many) => {
  joinFrom(many);
  const ana = await join(partner, 'seller', 'Ana');
  await staffLead({ deals: [{ stage_id: stage.Agendado }] });
  expect(await metrics(ana, '')).toMatchObject({ leads: 0, scheduled: 0, closed: 0, attended: 0, daily: [] });
  const flags = { is_scheduling: false };
  await partner.owner.patch(`/stages/${stage.Agendado}`, flags);
  expect((await metrics(ana, '')).scheduled).toBeNull();
  for (const path of ['/metrics', '/metrics/breakdown']) {
    expect((await ana.api.get(`${path}?pipeline_id=${RANDOM_ID}`)).error.code).toBe('not_found');
    expect((await ana.api.get(`${path}?from=2026-03-02&to=2026-03-01`)).fields).toEqual(['from']);
  }
});
