import type { Board, BoardTotals, StageTotal } from '../../src/contract/board';
import type { OwnerLead } from '../../src/contract/lead';
import { BoardService } from '../../src/workspace/board.service';
import { appForAllTests, RANDOM_ID } from '../support/app';
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

/** Leads of every kind, in two stages, some with two deals in one; some are gone. */
const world = forAllTests(async () => {
  const seller = await join(partner, 'seller', 'Beto');
  for (let n = 0; n < 14; n++) {
    const { id, phone } = await staffLead({
      name: n % 2 ? 'Maria da Silva' : 'João Souza',
      tags: n % 3 ? ['VIP'] : [],
      origin: n % 4 ? 'organic' : 'referral',
      deals: ['Novo', 'Novo', 'Agendado']
        .slice(n % 2, 2 + (n % 2))
        .map((name) => ({ stage_id: stage[name], value: n + 0.25 })),
    });
    if (n % 5 === 0) await partner.owner.patch(`/leads/${id}`, { responsible_id: seller.id });
    if (n > 8)
      await partner.owner.post(`/leads/${id}/activities`, {
        type: 'task',
        text: 'Ligar',
        due_at: '2020-01-01T12:00:00Z',
      });
    if (n === 4) await erase(id);
    if (n === 7) await merge((await duplicate(phone, { name: 'Maria' })).id, id);
  }
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const pipelineId = (await partner.owner.get<{ id: string }[]>('/pipelines')).data[0]?.id ?? '';
  return { seller, pipelineId };
});

const totals = async (query = '', api: HttpClient = partner.owner): Promise<readonly StageTotal[]> =>
  (await api.get<BoardTotals>(`/pipelines/${world.pipelineId}/board/totals?${query}`)).data.stages;
const board = async (query: string, api: HttpClient): Promise<Board> =>
  (await api.get<Board>(`/pipelines/${world.pipelineId}/board?limit=50&${query}`)).data;

const BOUNDS = {
  usual: new BoardService(undefined as never).totals,
  narrow: { few: 0, words: 0, rows: 0, checked: 1_000, deals: 1_000, all: 5_000 },
};
const setBounds = (bounds: BoardService['totals']) => (test.app.get(BoardService).totals = bounds);
afterEach(() => void setBounds(BOUNDS.usual));

const QUERIES = [
  '',
  'q=silva',
  'q=xyzw',
  'tag=vip',
  'origin=referral',
  'q=silva&tag=VIP',
  'responsible=none',
  'without_next_step=true',
];

it.each(QUERIES.flatMap((query) => Object.keys(BOUNDS).map((name) => [query, name] as const)))(
  'with "%s" and %s bounds, stages have the leads and the values of their cards, to a seller who sees own leads too',
  async (query, name) => {
    setBounds(BOUNDS[name as keyof typeof BOUNDS]);
    for (const api of [partner.owner, world.seller.api]) {
      const { stages } = await board(query, api);
      const shown = stages.map(({ id, cards }) => ({
        id,
        count: new Set(cards.map(({ lead }) => lead.id)).size,
        is_count_complete: true,
        value: cards.reduce((sum, { deal }) => sum + (deal.value ?? 0), 0),
      }));
      expect(await totals(query, api)).toEqual(shown);
    }
  },
);

it('counts more leads than a board does', async () => {
  const other = await test.partner();
  const [stages, pipelines] = [await other.stages(), (await other.owner.get<{ id: string }[]>('/pipelines')).data];
  const place = { accountId: other.accountId, pipelineId: pipelines[0]?.id ?? '', stageId: stages.Novo ?? '' };
  const sold = { phone: '11987651234', name: 'Zilda', deals: [{ stage_id: stages.Novo, value: 7 }] };
  await other.staff.post<OwnerLead>('/leads', sold);
  await addLeads(test, place, { count: 700, since: '2020-01-01' });
  const novo = async (path: string) =>
    (await other.owner.get<BoardTotals>(`/pipelines/${place.pipelineId}/${path}`)).data.stages.find(
      ({ id }) => id === stages.Novo,
    );
  expect(await novo('board')).toMatchObject({ count: 500, is_count_complete: false, value: null });
  expect(await novo('board/totals')).toEqual({ id: stages.Novo, count: 701, is_count_complete: true, value: 7 });
  expect(await novo('board/totals?responsible=none')).toMatchObject({ count: 701, is_count_complete: true, value: 7 });
});

it('says so where a stage has more deals than are read', async () => {
  for (const query of ['', 'origin=organic']) {
    const [exact] = await totals(query);
    setBounds({ ...BOUNDS.narrow, deals: 3, checked: 15 });
    const [first, , , last] = await totals(query);
    expect(first).toMatchObject({ is_count_complete: false, value: null });
    expect(first?.count).toBeLessThan(exact?.count ?? 0);
    expect(last).toMatchObject({ is_count_complete: true });
    setBounds(BOUNDS.usual);
  }
});

it('is nobody else’s, and refuses a filter as the board does', async () => {
  const other = await test.partner();
  for (const id of [world.pipelineId, RANDOM_ID, 'x']) {
    const answer = await other.owner.get(`/pipelines/${id}/board/totals`);
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
  }
  for (const [query, field] of [
    ['q=a', 'q'],
    ['limit=5', 'limit'],
    ['responsible=', 'responsible'],
  ]) {
    const answer = await partner.owner.get(`/pipelines/${world.pipelineId}/board/totals?${query}`);
    expect([answer.status, answer.fields]).toEqual([422, [field]]);
  }
});
