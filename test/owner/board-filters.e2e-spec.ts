import type { Board, BoardStage } from '../../src/contract/board';
import type { OwnerLead } from '../../src/contract/lead';
import { BoardService } from '../../src/workspace/board.service';
import { appForAllTests } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { addLeads } from '../support/many-leads';
import { memberCalls } from '../support/member-calls';
import { forAllTests } from '../support/setup';

const test = appForAllTests({});
const partner = forAllTests(() => test.partner());
const stage = forAllTests(() => partner.stages());
const { staffLead, erase, merge, duplicate } = leadCalls(test, partner);
const { join } = memberCalls(test);

const NAMES = ['Maria da Silva', 'Mariana Souza', 'José Ávila', 'JOAO SILVA', null];

/** Leads of every kind, in two stages; some are gone. */
const world = forAllTests(async () => {
  const seller = await join(partner, 'seller', 'Beto');
  const made: string[] = [];
  for (let n = 0; n < 16; n++) {
    const name = NAMES[n % NAMES.length];
    const lead = await staffLead({
      ...(name && { name }),
      tags: [...(n % 2 ? ['VIP'] : []), ...(n % 11 === 0 ? ['Raro'] : [])],
      origin: n % 3 ? 'organic' : 'referral',
      deals: [stage.Novo, stage.Agendado].slice(n % 4 ? 0 : 1, n % 5 ? 2 : 1).map((id) => ({ stage_id: id, value: n })),
    });
    made.push(lead.id);
    if (n % 3 === 0) await partner.owner.patch(`/leads/${lead.id}`, { responsible_id: seller.id });
    if (n % 4 === 1) await partner.owner.post('/appointments', { lead_id: lead.id, starts_at: '2099-01-01T12:00:00Z' });
    if (n % 9 === 4) await erase(lead.id);
    if (n % 9 === 5) await merge((await duplicate(lead.phone, { name: 'Duplo Silva' })).id, lead.id);
  }
  // Changed in another order than made.
  for (const n of [3, 0, 11]) await partner.api.patch(`/leads/${made[n]}`, { notes: 'n' });
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const pipelineId = (await partner.owner.get<{ id: string }[]>('/pipelines')).data[0]?.id ?? '';
  return { seller, pipelineId };
});

const boardOf = (query: string, api: HttpClient = partner.owner) =>
  api.get<Board>(`/pipelines/${world.pipelineId}/board?${query}`);

/** Ids of the leads in a column, by all its pages, and the first page. */
async function columnOf(name: string, query: string, api?: HttpClient): Promise<[string[], BoardStage | undefined]> {
  const first = (await boardOf(query, api)).data.stages.find((one) => one.id === stage[name]);
  let page = first;
  const ids = page?.cards.map(({ lead }) => lead.id) ?? [];
  while (page?.next_cursor) {
    const { stages } = (await boardOf(`${query}&stage_id=${page.id}&cursor=${page.next_cursor}`, api)).data;
    page = stages[0];
    ids.push(...(page?.cards.map(({ lead }) => lead.id) ?? []));
  }
  return [ids, first];
}

/** Ids by the list of leads, which has the same filters. */
async function listed(name: string, query: string, api: HttpClient = partner.owner): Promise<string[]> {
  const answer = await api.get<OwnerLead[]>(`/leads?${query}&stage_id=${stage[name]}&order=changed&limit=100`);
  return answer.data.map(({ id }) => id);
}

const BOUNDS = {
  wide: { few: 1_000, words: 100, rows: 10_000, checked: 2_000 },
  'few leads are many': { few: 3, words: 2, rows: 3, checked: 12 },
  narrow: { few: 0, words: 0, rows: 0, checked: 60 },
};

const setBounds = (bounds: BoardService['bounds']) => (test.app.get(BoardService).bounds = bounds);

describe.each(Object.entries(BOUNDS))('with bounds that are %s', (name, bounds) => {
  beforeAll(() => setBounds(bounds));
  afterAll(() => setBounds(BOUNDS.wide));

  it.each([
    'q=silva',
    'q=xyzw',
    'tag=RARO',
    'origin=referral',
    'q=silva&tag=vip',
    'tag=vip&responsible=none',
    'without_next_step=true',
  ])(
    'a board with %s has the leads of the list with the same filters, to a seller who sees own leads too',
    async (query) => {
      for (const [place, api] of [
        ['Novo', partner.owner],
        ['Novo', world.seller.api],
        ['Agendado', world.seller.api],
      ] as const) {
        const wanted = await listed(place, query, api);
        const [found, first] = await columnOf(place, `${query}&limit=2`, api);
        expect(found).toEqual(wanted);
        if (name === 'wide') expect(first).toMatchObject({ count: wanted.length, is_count_complete: true });
        if (first?.is_count_complete) expect(first.count).toBe(wanted.length);
        else expect(first?.value).toBeNull();
      }
    },
  );
});

it('has the value of the leads that it shows', async () => {
  const [, novo] = await columnOf('Novo', 'tag=raro');
  expect(novo?.value).toBe(novo?.cards.reduce((sum, { deal }) => sum + (deal.value ?? 0), 0));
  expect(novo?.value).toBeGreaterThan(0);
});

it('a cursor is of its filters', async () => {
  const cursor = (await boardOf(`q=silva&limit=1`)).data.stages[0]?.next_cursor;
  for (const other of ['', 'q=maria', 'q=silva&tag=vip']) {
    const answer = await boardOf(`${other}&stage_id=${stage.Novo}&cursor=${cursor}`);
    expect([answer.status, answer.fields]).toEqual([422, ['cursor']]);
  }
});

it.each([
  ['q=a', 'q'],
  ['tag=', 'tag'],
  ['origin=lua', 'origin'],
  ['q=ana&q=bia', 'q'],
])('refuses %s as the list does', async (query, field) => {
  const [board, list] = [await boardOf(query), await partner.owner.get(`/leads?${query}`)];
  expect([board.status, board.fields]).toEqual([422, [field]]);
  expect(board.error.message).toBe(list.error.message);
});

it('finds few leads below many others, and says where it did not look at all of them', async () => {
  setBounds({ few: 50, words: 100, rows: 10_000, checked: 600 });
  const other = await test.partner();
  const [stages, pipelines] = [await other.stages(), (await other.owner.get<{ id: string }[]>('/pipelines')).data];
  const place = { accountId: other.accountId, pipelineId: pipelines[0]?.id ?? '', stageId: stages.Novo ?? '' };
  const { data: deep } = await other.staff.post<OwnerLead>('/leads', {
    phone: '11987651234',
    name: 'Zilda Rocha',
    tags: ['Raro'],
    deals: [{ stage_id: stages.Novo, value: 7 }],
  });
  await addLeads(test, place, { count: 150, since: '2099-01-01' });
  const novo = async (query: string) => {
    const path = `/pipelines/${place.pipelineId}/board?${query}`;
    return (await other.owner.get<Board>(path)).data.stages.find(({ id }) => id === stages.Novo);
  };
  for (const query of ['q=zil', 'tag=raro', 'origin=organic&q=zilda', `q=${deep.phone}`]) {
    const wanted = query.startsWith('origin') ? [] : [deep.id];
    const found = await novo(query);
    expect([query, found?.cards.map(({ lead }) => lead.id)]).toEqual([query, wanted]);
    expect(found).toMatchObject({ count: wanted.length, is_count_complete: true, next_cursor: null });
  }
  expect(await novo('origin=organic')).toMatchObject({ is_count_complete: false, value: null });
  setBounds(BOUNDS.wide);
});
