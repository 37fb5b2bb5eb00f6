import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../src/contract/durations';
import { DAY_MS } from '../../src/contract/durations';
import type { LeadDetail, LeadView, OwnerLead } from '../../src/contract/lead';
import type { Origin } from '../../src/contract/origin';
import type { ListedLead } from '../../src/contract/day/today';
import { AccountLeadsService } from '../../src/leads/reading/account-leads.service';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { leadCalls } from '../support/lead-calls';
import { isLong } from '../support/long';
import { forAllTests } from '../support/setup';

// The job of missing words goes through every account of the database.
const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('lead_list') }));
const partner = forAllTests(() => test.partner());
const stage = forAllTests(() => partner.stages());
const { staffLead, duplicate, move, erase, merge } = leadCalls(test, partner);

const NAMES = ['Maria da Silva', 'Mariana Souza', 'José Ávila', 'JOAO SILVA', null, 'Ana-Maria Núñez', 'Sílvia Márcia'];
const ORIGINS: Origin[] = ['referral', 'organic', 'untracked'];
const SOURCE = randomUUID();
const PHONES = ['(11) 98765-4321', '(21) 8765-4321', '(11) 3456-7890', '(85) 99999-0000'];

/** Leads of every kind over two years. Some of them are gone. */
const leads = forAllTests(async (): Promise<{ all: LeadView[] }> => {
  for (let n = 0; n < 28; n++) {
    const stages = [[], [stage.Novo], [stage.Agendado], [stage.Novo, stage.Agendado]][n % 4] ?? [];
    const name = NAMES[n % NAMES.length];
    const lead = await staffLead({
      ...(n < PHONES.length && { phone: PHONES[n] }),
      ...(name && { name }),
      ...(n % 5 === 0 && { email: `Pessoa${n}@Example.com` }),
      tags: [...(n % 2 ? ['VIP'] : []), ...(n % 11 === 0 ? ['Raro'] : [])],
      origin: ORIGINS[n % 3],
      created_at: new Date(Date.UTC(2024, n % 20, 1 + (n % 28), 2, 59, 59) + (n % 2) * 1000).toISOString(),
      deals: stages.map((id) => ({ stage_id: id })),
    });
    if (n % 9 === 4) await erase(lead.id);
    if (n % 9 === 5) await merge((await duplicate(lead.phone, { name: 'Duplo Silva', tags: ['VIP'] })).id, lead.id);
  }
  await loseSome();
  await meetSome();
  // As an attribution would: every third lead came by a campaign, by its capitals one of two.
  await partner.sql(`update leads l set utm_campaign = case when l.origin = 'organic' then 'Natal' else 'natal' end,
    utm_source = 'news', utm_medium = case when l.name is null then 'sms' else 'email' end
    where l.account_id = $1 and l.origin <> 'referral' and l.erased_at is null`);
  // And by a source those of every third day.
  await partner.sql(
    `update leads set source_id = $2 where account_id = $1 and mod(extract(day from created_at at time zone 'UTC')::int, 3) = 0`,
    SOURCE,
  );
  await duplicate('(11) 98765-4321', { name: 'Outra', deals: [{ stage_id: stage.Novo }] });
  const { data } = await partner.api.get<LeadView[]>('/leads?limit=100');
  return { all: data };
});

/** Some leads with a deal were lost in 2025, for one of two reasons or none. */
async function loseSome(): Promise<void> {
  const { data } = await partner.owner.get<OwnerLead[]>('/leads?limit=100');
  for (const [n, { id, deals }] of data.filter((lead) => lead.deals.length > 0).entries()) {
    if (n % 5 > 1) continue;
    const closed_at = new Date(Date.parse('2025-01-01T02:59:59Z') + n * 12 * HOUR_MS).toISOString();
    const reason = n % 5 ? 'Preço' : n % 10 ? null : 'Sem resposta';
    const body = { stage_id: stage.Perdido, closed_at, ...(reason && { reason }) };
    for (const deal of deals) await partner.owner.put(`/deals/${deal.id}/stage`, body);
    losses.set(id, { reason, closed_at, day: dayOf(closed_at) });
  }
}
const losses = new Map<string, { readonly reason: string | null; readonly closed_at: string; readonly day: string }>();

/** Some leads came to an appointment around a midnight in Brasília, and others did not. */
async function meetSome(): Promise<void> {
  const { data } = await partner.owner.get<OwnerLead[]>('/leads?limit=100');
  for (const [n, { id }] of data.entries()) {
    if (n % 4 > 1) continue;
    const starts_at = new Date(Date.parse('2025-03-01T02:59:59Z') + (n % 3) * 1000).toISOString();
    await partner.owner.post('/appointments', { lead_id: id, starts_at, attended: n % 4 === 0 });
    if (n % 4 === 0) attendances.set(id, dayOf(starts_at));
  }
}
const attendances = new Map<string, string>();

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const dayOf = (moment: string): string => new Date(Date.parse(moment) - 3 * 3600_000).toISOString().slice(0, 10);
const hasWords = (lead: LeadView, q: string): boolean =>
  plain(q)
    .split(/[^a-z0-9]+/)
    .every((word) =>
      plain(lead.name ?? '')
        .split(/[^a-z0-9]+/)
        .some((other) => other.startsWith(word)),
    );

/** The filters again, without the database. */
const FILTERS: Record<string, (lead: LeadView) => boolean> = {
  'stage_id=Novo': (lead) => lead.deals.some(({ stage_id }) => stage_id === stage.Novo),
  'stage_id=Agendado': (lead) => lead.deals.some(({ stage_id }) => stage_id === stage.Agendado),
  'pipeline_id=default': (lead) => lead.deals.length > 0,
  'tag=vip': (lead) => lead.tags.includes('VIP'),
  'tag=RARO': (lead) => lead.tags.includes('Raro'),
  'tag=nenhum': () => false,
  'origin=organic': (lead) => lead.origin === 'organic',
  'utm_campaign=%20Natal%20': ({ utm }) => utm?.campaign === 'Natal',
  'utm_source=news': ({ utm }) => utm?.source === 'news',
  'utm_medium=sms': ({ utm }) => utm?.medium === 'sms',
  'source=site': ({ created_at: at }) => at < '2026' && new Date(at).getUTCDate() % 3 === 0,
  'source=none': ({ created_at: at }) => at >= '2026' || new Date(at).getUTCDate() % 3 !== 0,
  'stage_id=none': ({ deals }) => deals.length === 0,
  'without_campaign=true': ({ utm }) => utm?.campaign === null,
  'without_utm_source=true': ({ utm }) => utm?.source === null,
  'without_utm_medium=true': ({ utm }) => utm?.medium === null,
  'of_campaign=true': ({ origin }) => origin === 'organic',
  'contact_outcome=scheduled': (lead) => dealsOfContact(lead).some(({ stage_id }) => stage_id === stage.Agendado),
  'contact_outcome=lost': (lead) => dealsOfContact(lead).some(({ stage_id }) => stage_id === stage.Perdido),
  'contact_outcome=won': () => false,
  'attended_from=2025-03-01': ({ id }) => (attendances.get(id) ?? '') >= '2025-03-01',
  'attended_to=2025-02-28': ({ id }) => (attendances.get(id) ?? '9') <= '2025-02-28',
  'first_of_contact=true': ({ name }) => name !== 'Outra',
  'contact_from=2024-03-01': (lead) => contactDayOf(lead) >= '2024-03-01',
  'contact_to=2024-06-30': (lead) => contactDayOf(lead) <= '2024-06-30',
  'closed_as=lost': ({ id }) => losses.has(id),
  'closed_as=won': () => false,
  'closed_by=none': ({ id }) => losses.has(id),
  'closed_stage_id=Perdido': ({ id }) => losses.has(id),
  'without_loss_reason=true': ({ id }) => losses.get(id)?.reason === null,
  'loss_reason=Pre%C3%A7o': ({ id }) => losses.get(id)?.reason === 'Preço',
  'closed_from=2025-01-03': ({ id }) => (losses.get(id)?.day ?? '') >= '2025-01-03',
  'closed_to=2025-01-05': ({ id }) => (losses.get(id)?.day ?? '9') <= '2025-01-05',
  'without_name=true': (lead) => lead.name === null,
  'without_next_step=true': ({ id, deals }) => deals.length > 0 && !losses.has(id),
  'from=2024-03-01': (lead) => dayOf(lead.created_at) >= '2024-03-01',
  'to=2024-06-30': (lead) => dayOf(lead.created_at) <= '2024-06-30',
  'q=silva': (lead) => hasWords(lead, 'silva'),
  'q=ma': (lead) => hasWords(lead, 'ma'),
  'q=silva%20MAR': (lead) => hasWords(lead, 'silva mar'),
  'q=pessoa': (lead) => lead.email?.toLowerCase().startsWith('pessoa') ?? false,
  'q=%2811%29%2034': (lead) => lead.phone.startsWith('551134'),
  'q=8765-4321': (lead) => lead.phone.endsWith('87654321'),
  'q=xyzw': () => false,
};

/** The contact began with the first lead of its phone. */
const contactDayOf = ({ name, created_at: at, phone }: LeadView): string =>
  dayOf(
    name === 'Outra' ? (leads.all.find((lead) => lead.phone === phone && lead.name !== 'Outra')?.created_at ?? '') : at,
  );

const dealsOfContact = ({ phone }: LeadView) =>
  leads.all.filter((lead) => lead.phone === phone).flatMap(({ deals }) => deals);

/** Filters that are refused together. */
const REFUSED_PAIRS = [
  ['stage_id=none', 'pipeline_id'],
  ['without_campaign', 'utm_campaign'],
  ['without_utm_source', 'utm_source'],
  ['without_utm_medium', 'utm_medium'],
  ['without_loss_reason', 'loss_reason'],
  ['closed_as=won', 'loss_reason'],
  ['closed_as=won', 'without_loss_reason'],
];
const isRefused = (pair: readonly string[]): boolean =>
  REFUSED_PAIRS.some((begins) => begins.every((begin) => pair.some((filter) => filter.startsWith(begin))));

const NAMES_OF_FILTERS = Object.keys(FILTERS);
const isPair = ([one = '', other = '']: readonly string[]): boolean =>
  one === other || (one.split('=')[0] !== other.split('=')[0] && !isRefused([one, other]));

/** Pairs of filters at these distances in the list; a filter takes one value only. At the distance 0 a filter is alone. */
const pairsAt = (...distances: readonly number[]): string[][] =>
  distances
    .flatMap((distance) =>
      NAMES_OF_FILTERS.map((one, index) => [one, NAMES_OF_FILTERS[(index + distance) % NAMES_OF_FILTERS.length] ?? '']),
    )
    .filter(isPair);

function addressOf(filters: readonly string[]): string {
  const pipeline = leads.all.flatMap(({ deals }) => deals)[0]?.pipeline_id ?? '';
  return [...new Set(filters)]
    .map((filter) =>
      filter
        .replace('stage_id=Novo', `stage_id=${stage.Novo}`)
        .replace('stage_id=Perdido', `stage_id=${stage.Perdido}`)
        .replace('stage_id=Agendado', `stage_id=${stage.Agendado}`)
        .replace('source=site', `source=${SOURCE}`)
        .replace('=default', `=${pipeline}`),
    )
    .join('&');
}

const CREATED = (one: LeadView, other: LeadView): number => (one.id < other.id ? 1 : -1);
const CHANGED = (one: LeadView, other: LeadView): number =>
  one.updated_at === other.updated_at ? CREATED(one, other) : one.updated_at < other.updated_at ? 1 : -1;

/** Bounds of the search: those in production, and others so narrow that it finds every page in parts. */
const BOUNDS = {
  wide: { budget: 4_000, few: 1_000, words: 100, rows: 10_000, spare: 50, sorted: 10_000 },
  'few leads are many': { budget: 7, few: 3, words: 2, rows: 3, spare: 1, sorted: 10_000 },
  narrow: { budget: 3, few: 1, words: 0, rows: 0, spare: 0, sorted: 10_000 },
};

/** Each pair of a sample runs with one of the bounds; in the long run all pairs with all. */
const sample = isLong ? pairsAt(...NAMES_OF_FILTERS.keys()) : pairsAt(0, 5);
const tried = Object.entries(BOUNDS).map(([name, bounds], place, all) => ({
  name,
  bounds,
  pairs: sample.filter((_, index) => isLong || index % all.length === place),
}));

describe.each(tried)('with bounds that are $name', ({ bounds, pairs }) => {
  beforeAll(() => (test.app.get(AccountLeadsService).bounds = bounds));
  afterAll(() => (test.app.get(AccountLeadsService).bounds = BOUNDS.wide));

  it.each(pairs)('a list by %s and %s has the leads that it should, in both orders', async (one = '', other = '') => {
    const wanted = leads.all.filter((lead) => FILTERS[one]?.(lead) && FILTERS[other]?.(lead));
    const address = addressOf([one, other]);
    for (const [order, by] of [
      ['created', CREATED],
      ['changed', CHANGED],
    ] as const) {
      const pages = await partner.owner.pages<LeadView>(`/leads?${address}&order=${order}&limit=7`);
      const found = pages.flat();
      expect(found.map(({ id, name }) => [id, name])).toEqual(wanted.toSorted(by).map(({ id, name }) => [id, name]));
    }
  });
});

it('shows each lead as the partner sees it, with the end of its deals, and who is responsible', async () => {
  const { data } = await partner.owner.get<OwnerLead[]>('/leads?limit=100');
  const ending = (id: string) => {
    const { closed_at = null, reason: lost_reason = null } = losses.get(id) ?? {};
    return { closed_value: null, closed_at, lost_reason, closed_by: null };
  };
  const wanted = leads.all.map((lead) => {
    const deals = lead.deals.map((deal) => ({ ...deal, ...ending(lead.id) }));
    return { ...lead, deals, responsible: null, next_contact: null };
  });
  expect(data).toEqual(wanted.toSorted(CREATED));
});

it('shows the next contact: the first open task, overdue too, or the next appointment from today on', async () => {
  const { id } = await staffLead({ name: 'Quintino Proximo' });
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  const next = async () => (await partner.owner.get<ListedLead[]>('/leads?q=quintino')).data[0]?.next_contact;
  const task = async (days: number) => {
    const body = { type: 'task', text: 'Ligar', due_at: at(days) };
    return (await partner.owner.post<{ id: string; due_at: string }>(`/leads/${id}/activities`, body)).data;
  };
  const appointment = async (days: number) => {
    const body = { lead_id: id, starts_at: at(days) };
    return (await partner.owner.post<{ id: string; starts_at: string }>('/appointments', body)).data;
  };
  await partner.owner.post(`/leads/${id}/activities`, { type: 'note', text: 'Sem prazo' });
  await appointment(-2);
  expect(await next()).toBeNull();
  const later = await task(9);
  expect(await next()).toBe(later.due_at);
  const met = await appointment(3);
  const missed = await appointment(2);
  expect(await next()).toBe(missed.starts_at);
  await partner.owner.patch(`/appointments/${missed.id}`, { missed: true });
  expect(await next()).toBe(met.starts_at);
  const overdue = await task(-1);
  expect(await next()).toBe(overdue.due_at);
  await partner.owner.patch(`/activities/${overdue.id}`, { done: true });
  await partner.owner.patch(`/appointments/${met.id}`, { attended: true });
  expect(await next()).toBe(later.due_at);
  expect((await partner.owner.get<LeadDetail>(`/leads/${id}`)).data.next_contact).toBe(later.due_at);
  await erase(id);
});

it.each([
  ['+55 11 98765-4321', '5511987654321'],
  ['98765-4321', '5511987654321'],
  ['4321', '5511987654321'],
  ['11 987', '5511987654321'],
  ['21 98765-4321', '552187654321'],
  ['(21) 876', '552187654321'],
])('finds by %s the phone %s', async (q, wanted) => {
  const { data } = await partner.owner.get<LeadView[]>(`/leads?q=${encodeURIComponent(q)}`);
  expect(data.map(({ phone }) => phone)).toContain(wanted);
});

it('follows a name and an e-mail that change', async () => {
  const { id } = await staffLead({ name: 'Zulmira Antes', email: 'antes@example.com' });
  const find = async (q: string) => (await partner.owner.get<LeadView[]>(`/leads?q=${q}`)).data.map((lead) => lead.id);
  expect(await find('zulm')).toEqual([id]);
  expect(await find('antes@exam')).toEqual([id]);
  await partner.api.patch(`/leads/${id}`, { name: 'Depois Zulmira', email: 'depois@example.com' });
  expect(await find('antes')).toEqual([]);
  expect(await find('depois zul')).toEqual([id]);
  await move(id, { stage_id: stage.Novo });
  expect(await find('depois@')).toEqual([id]);
  await erase(id);
  expect(await find('zulm')).toEqual([]);
  expect(await partner.sql(`select word from lead_words where account_id = $1 and lead_id = $2`, id)).toEqual([]);
});

it.each([
  ['q=a', ['q']],
  ['q=--', ['q']],
  [`q=${'x'.repeat(61)}`, ['q']],
  ['origin=facebook&order=oldest&without_name=yes', ['origin', 'order', 'without_name']],
  ['from=2024-02-30', ['from']],
  ['from=2024-02-02&to=2024-02-01', ['from']],
  ['closed_from=2024-02-02&closed_to=2024-02-01', ['closed_from']],
  [`closed_to=x&loss_reason=${'x'.repeat(201)}`, ['closed_to', 'loss_reason']],
  ['contact_from=2024-02-02&contact_to=2024-02-01', ['contact_from']],
  ['attended_from=2024-02-02&attended_to=2024-02-01', ['attended_from']],
  ['contact_outcome=open&of_campaign=1&attended_to=x', ['contact_outcome', 'of_campaign', 'attended_to']],
  [
    'without_utm_source=true&utm_source=x&without_utm_medium=true&utm_medium=x',
    ['without_utm_source', 'without_utm_medium'],
  ],
  ['closed_as=open&closed_by=&first_of_contact=1', ['closed_as', 'closed_by', 'first_of_contact']],
  ['stage_id=none&pipeline_id=x&without_campaign=true&utm_campaign=x', ['stage_id', 'without_campaign']],
  ['without_loss_reason=true&loss_reason=x', ['without_loss_reason']],
  ['closed_as=won&loss_reason=x', ['closed_as']],
  ['closed_as=won&without_loss_reason=true', ['closed_as']],
  ['responsible=me&closed_by=me', ['responsible', 'closed_by']],
  ['stage_id=&tag=', ['stage_id', 'tag']],
  [`utm_source=&utm_medium=%20&utm_campaign=${'x'.repeat(501)}`, ['utm_source', 'utm_medium', 'utm_campaign']],
  ['phone=11987654321&q=ana', ['phone']],
  ['phone=11987654321&email=a@example.com', ['phone', 'email']],
  ['phone=123', ['phone']],
  ['limit=0&cursor=', ['limit', 'cursor']],
  ['name=x', ['name']],
])('refuses %s by name', async (query, fields) => {
  const answer = await partner.owner.get(`/leads?${query}`);
  expect([answer.status, answer.fields]).toEqual([422, fields]);
});

it('refuses the cursor of another list and of another account', async () => {
  const { next_cursor: cursor } = (await partner.owner.get('/leads?limit=1')).body as { next_cursor: string };
  const other = await test.partner();
  for (const [owner, query] of [
    [partner.owner, 'order=changed'],
    [partner.owner, 'tag=vip'],
    [other.owner, 'order=created'],
  ] as const) {
    expect((await owner.get(`/leads?${query}&limit=1&cursor=${cursor}`)).fields).toEqual(['cursor']);
  }
  expect((await other.owner.get<LeadView[]>('/leads')).data).toEqual([]);
});
