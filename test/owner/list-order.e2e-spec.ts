import { DAY_MS } from '../../src/contract/durations';
import type { LeadCount } from '../../src/contract/lead';
import type { ListedLead } from '../../src/contract/day/today';
import { AccountLeadsService } from '../../src/leads/reading/account-leads.service';
import { appForAllTests } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forAllTests } from '../support/setup';

const test = appForAllTests({});
const partner = forAllTests(() => test.partner());
const { staffLead, erase } = leadCalls(test, partner);
const { join } = memberCalls(test);

const NAMES = ['Álvaro Lima', 'alvaro lima', 'Ana', 'ANA', 'Ângela', 'Zé Luiz', 'José', 'Jose Antônio', 'Cássia', null];
const ORDERS = ['created', 'changed', 'name', 'value', 'next_contact'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;
type Order = (typeof ORDERS)[number];
type Direction = (typeof DIRECTIONS)[number];

/** Leads with equal names, values and next contacts, and with none; some are gone. */
const world = forAllTests(async () => {
  const stage = await partner.stages();
  const after = await partner.owner.post<{ stages: { id: string }[] }>('/pipelines', {
    name: 'Pós-venda',
    stages: [{ name: 'Começo', is_entry: true }],
  });
  const furtherStage = after.data.stages[0]?.id;
  const [seller, colleague] = [await join(partner, 'seller', 'Beto'), await join(partner, 'seller', 'Carla')];
  for (let n = 0; n < 60; n++) {
    const name = NAMES[n % NAMES.length];
    const value = [10, 10, 250.5, undefined, 3000, 9][n % 6];
    const lead = await staffLead({
      ...(name && { name }),
      tags: n % 4 ? ['VIP'] : [],
      deals: n % 7 ? [{ stage_id: stage.Novo, value }, ...(n % 3 ? [] : [{ stage_id: furtherStage, value: 5 }])] : [],
    });
    const responsible_id = [seller.id, colleague.id, null][n % 3];
    if (responsible_id) await partner.owner.patch(`/leads/${lead.id}`, { responsible_id });
    const [deal] = (await partner.owner.get<{ deals: { id: string }[] }>(`/leads/${lead.id}`)).data.deals;
    if (deal && n % 5 === 1)
      await partner.owner.put(`/deals/${deal.id}/stage`, { stage_id: stage.Ganho, closed_value: n % 2 ? 700 : 10 });
    if (deal && n % 5 === 2) await partner.owner.put(`/deals/${deal.id}/stage`, { stage_id: stage.Perdido });
    await planFor(lead.id, n);
    if (n % 20 === 13) await erase(lead.id);
  }
  // Two leads of one moment, and one that changed after the others.
  await partner.sql(`update leads set updated_at = '2030-01-01' where account_id = $1 and name in ('Ana', 'ANA')`);
  await partner.sql(`update list_entries e set updated_at = '2030-01-01'
    where e.account_id = $1 and e.lead_id in (select id from leads where account_id = $1 and updated_at = '2030-01-01')`);
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const leads = (await partner.owner.get<ListedLead[]>('/leads?limit=100')).data;
  const stages = (await partner.owner.get<{ stages: Stage[] }[]>('/pipelines')).data.flatMap((one) => one.stages);
  return { leads, stage, stages: new Map(stages.map((one) => [one.id, one])), seller, colleague };
});

interface Stage {
  readonly id: string;
  readonly is_won: boolean;
  readonly is_lost: boolean;
}

/** A task on one of three days, or an appointment in a few days. */
async function planFor(id: string, n: number): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, 5 + (n % 3), 12)).toISOString();
  if (n % 4 === 1) await partner.owner.post(`/leads/${id}/activities`, { type: 'task', text: 'Ligar', due_at: at });
  const starts_at = new Date(Date.now() + n * DAY_MS).toISOString();
  if (n % 4 === 2) await partner.owner.post('/appointments', { lead_id: id, starts_at });
}

/** The value that a row shows. */
function valueOf({ deals }: ListedLead): number | null {
  const sum = (values: readonly (number | null)[]): number | null =>
    values.some((value) => value !== null) ? values.reduce<number>((all, value) => all + (value ?? 0), 0) : null;
  const isWon = (id: string) => world.stages.get(id)?.is_won;
  const open = deals.filter(({ stage_id: id }) => !isWon(id) && !world.stages.get(id)?.is_lost);
  return open.length > 0
    ? sum(open.map(({ value }) => value))
    : sum(deals.filter(({ stage_id: id }) => isWon(id)).map(({ closed_value: value }) => value));
}

const KEYS: Record<Order, (lead: ListedLead) => string | number | null> = {
  created: ({ id }) => id,
  changed: ({ updated_at: at }) => at,
  name: ({ name }) => name,
  value: valueOf,
  next_contact: ({ next_contact: at }) => at ?? null,
};
const { compare } = new Intl.Collator('pt-BR');

/** The order again, without the database. */
const sorted = (leads: readonly ListedLead[], order: Order, direction: Direction): string[] =>
  leads
    .toSorted((one, other) => {
      const [key, otherKey] = [KEYS[order](one), KEYS[order](other)];
      if ((key === null) !== (otherKey === null)) return key === null ? 1 : -1;
      const byKey =
        order === 'name'
          ? compare(`${key}`, `${otherKey}`)
          : key === otherKey || key === null
            ? 0
            : key < (otherKey ?? '')
              ? -1
              : 1;
      const ascending = byKey || (one.id < other.id ? -1 : 1);
      return direction === 'asc' ? ascending : -ascending;
    })
    .map(({ id }) => id);

const listed = async (query: string, api: HttpClient = partner.owner): Promise<string[]> =>
  (await api.pages<ListedLead>(`/leads?${query}`)).flat().map(({ id }) => id);

const EACH = ORDERS.flatMap((order) => DIRECTIONS.map((direction) => [order, direction] as const));
const service = () => test.app.get(AccountLeadsService);
const USUAL = new AccountLeadsService(undefined as never, undefined as never).bounds;
afterEach(() => (service().bounds = USUAL));

it('has equal keys and missing ones in every order', () => {
  for (const order of ['name', 'value', 'next_contact', 'changed'] as const) {
    const keys = world.leads.map(KEYS[order]);
    expect(new Set(keys).size).toBeLessThan(keys.length - 5);
    if (order !== 'changed') expect(keys.filter((key) => key === null).length).toBeGreaterThan(3);
  }
});

describe.each(EACH)('by %s, %s', (order, direction) => {
  const query = `order=${order}&direction=${direction}`;

  it('has the leads in order, whole and by pages', async () => {
    const wanted = sorted(world.leads, order, direction);
    expect(await listed(`${query}&limit=100`)).toEqual(wanted);
    expect(await listed(`${query}&limit=7`)).toEqual(wanted);
    // Bounds so narrow that lists are read in parts.
    service().bounds = { ...USUAL, budget: 3, few: 1, spare: 0 };
    expect(await listed(`${query}&limit=7`)).toEqual(wanted);
  });

  it('has those of filters in order', async () => {
    for (const bounds of [USUAL, { ...USUAL, budget: 5, few: 2, spare: 1 }]) {
      service().bounds = bounds;
      const tagged = world.leads.filter(({ tags }) => tags.includes('VIP'));
      expect(await listed(`${query}&tag=vip&limit=7`)).toEqual(sorted(tagged, order, direction));
      const anas = tagged.filter(({ name }) => name && /^ana$/i.test(name));
      expect(await listed(`${query}&tag=vip&q=ana&limit=2`)).toEqual(sorted(anas, order, direction));
      const { Novo } = world.stage;
      const started = world.leads.filter(({ deals }) => deals.some(({ stage_id: id }) => id === Novo));
      expect(await listed(`${query}&stage_id=${Novo}&limit=7`)).toEqual(sorted(started, order, direction));
    }
  });

  it('shows a seller own and unassigned leads', async () => {
    const { seller, leads } = world;
    const seen = leads.filter(({ responsible }) => responsible === null || responsible.id === seller.id);
    expect(await listed(`${query}&limit=7`, seller.api)).toEqual(sorted(seen, order, direction));
    const own = seen.filter(({ responsible }) => responsible !== null);
    expect(await listed(`${query}&responsible=me&limit=7`, seller.api)).toEqual(sorted(own, order, direction));
  });

  it('is of one account, and refuses the cursor of other orders', async () => {
    const other = await test.partner();
    expect(await listed(query, other.owner)).toEqual([]);
    const { next_cursor: cursor } = (await partner.owner.get(`/leads?${query}&limit=1`)).body as {
      next_cursor: string;
    };
    for (const [otherOrder, otherDirection] of EACH) {
      const isSame = otherOrder === order && otherDirection === direction;
      if (isSame) continue;
      const path = `/leads?order=${otherOrder}&direction=${otherDirection}&limit=1&cursor=${cursor}`;
      expect((await partner.owner.get(path)).fields).toEqual(['cursor']);
    }
    expect((await other.owner.get(`/leads?${query}&limit=1&cursor=${cursor}`)).fields).toEqual(['cursor']);
  });

  it('changes nothing of the count, and lets a file have every lead', async () => {
    const { data } = await partner.owner.get<LeadCount>(`/leads/count?${query}`);
    expect(data).toEqual({ count: world.leads.length, is_complete: true });
    const phones = await phonesInFile(query);
    const isAsListed = order === 'created' || order === 'changed';
    const wanted = isAsListed ? sorted(world.leads, order, direction) : sorted(world.leads, 'created', 'desc');
    const phoneOf = new Map(world.leads.map(({ id, phone }) => [id, phone]));
    expect(phones).toEqual(wanted.map((id) => phoneOf.get(id)));
  });
});

/** Phones of a file, each once. */
async function phonesInFile(query: string): Promise<string[]> {
  const { text } = await partner.owner.get<never>(`/leads/export.csv?${query}`);
  const [, ...lines] = text.trim().split('\r\n');
  return [...new Set(lines.map((line) => `55${(line.split(';')[0] ?? '').replaceAll(/\D/g, '')}`))];
}

it('has the newest first without a direction, as by creation', async () => {
  for (const order of ORDERS)
    expect(await listed(`order=${order}`)).toEqual(await listed(`order=${order}&direction=desc`));
  expect(await listed('direction=asc')).toEqual(sorted(world.leads, 'created', 'asc'));
});

it('keeps the name of a lead out of a cursor', async () => {
  const { body } = await partner.owner.get('/leads?order=name&direction=desc&limit=1');
  const { next_cursor: cursor } = body as { next_cursor: string };
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('Luiz');
});

it('refuses to sort a list that is too long, but lists it by creation and change', async () => {
  service().bounds = { ...USUAL, sorted: world.leads.length - 1 };
  for (const order of ['name', 'value', 'next_contact']) {
    const answer = await partner.owner.get(`/leads?order=${order}`);
    expect([answer.status, answer.error.code]).toEqual([409, 'conflict']);
    expect(answer.text).toContain('restrinja os filtros');
    expect((await listed(`order=${order}&tag=vip`)).length).toBeGreaterThan(20);
  }
  for (const order of ['created', 'changed']) expect(await listed(`order=${order}`)).toHaveLength(world.leads.length);
  // Erased leads are looked at too.
  service().bounds = { ...USUAL, sorted: 60 };
  expect(await listed('order=name')).toHaveLength(world.leads.length);
});

it.each([
  ['order=phone&direction=up', ['order', 'direction']],
  ['direction=', ['direction']],
  ['today=due&direction=asc', ['today']],
  ['phone=11987654321&order=name', ['phone']],
])('refuses %s by name', async (query, fields) => {
  const answer = await partner.owner.get(`/leads?${query}`);
  expect([answer.status, answer.fields]).toEqual([422, fields]);
});
