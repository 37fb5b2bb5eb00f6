import { DAY_MS } from '../../src/contract/durations';
import type { Board, BoardCard, BoardStage } from '../../src/contract/board';
import { MAX_BOARD_COUNT } from '../../src/contract/limits';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { automationCalls } from '../support/automation-calls';
import { leadCalls } from '../support/lead-calls';
import type { Pipeline } from '../support/pipelines';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, staffLead, pair, merge, erase, move, detail } = leadCalls(test, partner);
const { addRule, runAfter } = automationCalls(test, partner, stage);

const pipelineId = async (owner = partner.owner) => (await owner.get<{ id: string }[]>('/pipelines')).data[0]?.id ?? '';
const ask = async (query = '', owner = partner.owner) =>
  owner.get<Board>(`/pipelines/${await pipelineId(owner)}/board${query}`);
const column = async (name: string, query = ''): Promise<BoardStage> => {
  const found = (await ask(query)).data.stages.find((one) => one.name === name);
  if (!found) throw new Error(`no stage ${name}`);
  return found;
};
const leadsIn = async (name: string) => (await column(name)).cards.map(({ lead }) => lead.id);
const cardOf = async (leadId: string, name = 'Novo'): Promise<BoardCard | undefined> =>
  (await column(name)).cards.find(({ lead }) => lead.id === leadId);

it('shows every stage in order, with count, value and cards, the last changed first', async () => {
  const [one, two, three] = [
    await submit({ name: 'Ana', tags: ['VIP'], deal: { value: 10.5 } }),
    await submit({ deal: { value: 4 } }),
    await submit(),
  ];
  await move(two.id, { stage_id: stage.Agendado });
  await partner.api.patch(`/leads/${one.id}`, { name: 'Ana Maria' });
  const { data } = await ask();
  const { data: pipelines } = await partner.owner.get<{ stages: { id: string; name: string }[] }[]>('/pipelines');
  expect(data.stages.map(({ id, name }) => [id, name])).toEqual(pipelines[0]?.stages.map(({ id, name }) => [id, name]));
  const [novo] = data.stages;
  expect(novo).toMatchObject({ is_entry: true, order: 1, count: 2, is_count_complete: true, value: 10.5 });
  expect(novo?.cards.map(({ lead }) => lead.id)).toEqual([one.id, three.id]);
  const { id, name, phone, tags, deals, updated_at } = await detail(one.id);
  expect(novo?.cards[0]).toEqual({
    deal: deals[0],
    lead: { id, name, phone, tags, origin: one.origin, responsible: null },
    updated_at,
    returned_at: null,
    next_contact: null,
    next_automation: null,
  });
  expect(await column('Agendado')).toMatchObject({ count: 1, value: 4, next_cursor: null });
  expect(await column('Em contato')).toMatchObject({ count: 0, value: 0, cards: [], next_cursor: null });
});

it('shows a thousand leads at most: five in each of 200 stages', async () => {
  const stages = times(200, (n) => ({ name: `${n}`, is_entry: n === 0 }));
  const { id } = (await partner.owner.post<Pipeline>('/pipelines', { name: 'Longo', stages })).data;
  for (let lead = 0; lead < 6; lead++) await submit({ deal: { pipeline_id: id } });
  const [first] = (await partner.owner.get<Board>(`/pipelines/${id}/board?limit=50`)).data.stages;
  expect([first?.cards.length, first?.count, first?.next_cursor]).toEqual([5, 6, expect.any(String)]);
});

it('has a card for each deal of a lead in the stage', async () => {
  const deals = [{ stage_id: stage.Novo, value: 1 }, { stage_id: stage.Novo, value: 2 }, { stage_id: stage.Agendado }];
  const lead = await staffLead({ deals });
  expect(await column('Novo')).toMatchObject({ count: 1, value: 3 });
  expect((await column('Novo')).cards.map(({ deal }) => deal.value)).toEqual([1, 2]);
  expect(await leadsIn('Agendado')).toEqual([lead.id]);
});

it('gives each card of a column once on pages of any size, and the others their own cursors', async () => {
  const leads = [];
  for (let n = 0; n < 7; n++) leads.unshift((await submit()).id);
  await move((await submit()).id, { stage_id: stage.Agendado });
  expect((await ask('?limit=1')).data.stages.filter(({ next_cursor }) => next_cursor !== null)).toHaveLength(1);
  for (const limit of [1, 3, 7]) {
    let { cards, next_cursor } = await column('Novo', `?limit=${limit}`);
    const seen = [...cards];
    while (next_cursor) {
      const query = `?limit=${limit}&stage_id=${stage.Novo}&cursor=${next_cursor}`;
      const { stages } = (await ask(query)).data;
      expect(stages.map(({ id }) => id)).toEqual([stage.Novo]);
      expect(stages[0]?.count).toBe(7);
      ({ cards, next_cursor } = await column('Novo', query));
      seen.push(...cards);
    }
    expect(seen.map(({ lead }) => lead.id)).toEqual(leads);
  }
});

it('has nobody who was erased or merged', async () => {
  const erased = await submit({ deal: { value: 5 } });
  const [kept, merged] = await pair({}, { deals: [{ stage_id: stage.Agendado, value: 7 }] });
  await merge(merged.id, kept.id);
  await erase(erased.id);
  const ids = (await ask()).data.stages.flatMap(({ cards }) => cards.map(({ lead }) => lead.id));
  expect([...new Set(ids)]).toEqual([kept.id]);
  expect(await column('Novo')).toMatchObject({ count: 1, value: 0 });
});

it('counts up to a bound, and says so', async () => {
  const fill = (count: number) =>
    partner.sql(
      `insert into list_entries (account_id, list_id, updated_at, lead_id)
       select $1, $2, now(), gen_random_uuid() from generate_series(1, $3::int)`,
      stage.Novo,
      count,
    );
  await fill(MAX_BOARD_COUNT);
  expect(await column('Novo')).toMatchObject({ count: MAX_BOARD_COUNT, is_count_complete: true, value: 0 });
  await fill(1);
  expect(await column('Novo')).toMatchObject({ count: MAX_BOARD_COUNT, is_count_complete: false, value: null });
  await partner.sql('delete from list_entries where account_id = $1');
});

describe('the next automation', () => {
  it('is what the runner does next, and when', async () => {
    const tag = (await addRule({ type: 'add_tag', tag: 'parado' }, 2)).data;
    const goal = (await addRule({ type: 'move', stage_id: stage.Agendado }, 3)).data;
    const { id } = await submit();
    const first = (await cardOf(id))?.next_automation;
    expect(first).toMatchObject({ automation_id: tag.id, action: { type: 'add_tag', tag: 'parado' } });
    const due = (Date.parse(first?.at ?? '') - Date.now()) / DAY_MS;
    await runAfter(due - 0.001);
    expect((await cardOf(id))?.lead.tags).toEqual([]);
    await runAfter(due + 0.001);
    expect((await cardOf(id))?.lead.tags).toEqual(['parado']);
    const next = (await cardOf(id))?.next_automation;
    expect(next).toMatchObject({ automation_id: goal.id, action: { type: 'move', stage_id: stage.Agendado } });
    expect(Date.parse(next?.at ?? '') - Date.parse(first?.at ?? '')).toBe(DAY_MS);
    await runAfter(due + 1.001);
    expect(await leadsIn('Agendado')).toEqual([id]);
    expect((await cardOf(id, 'Agendado'))?.next_automation).toBeNull();
  });

  it('counts from the last touch of the lead', async () => {
    await addRule({ type: 'notify' }, 2);
    const { id } = await submit();
    const atOf = async () => Date.parse((await cardOf(id))?.next_automation?.at ?? '');
    const before = await atOf();
    await partner.api.patch(`/leads/${id}`, { name: 'Ana' });
    expect(await atOf()).toBeGreaterThan(before);
  });

  it('is a move only when nothing else is due with it, also where both are overdue', async () => {
    await addRule({ type: 'move', stage_id: stage.Agendado }, 1);
    const notice = (await addRule({ type: 'notify' }, 2)).data;
    const { id } = await submit();
    expect((await cardOf(id))?.next_automation?.action.type).toBe('move');
    const old = new Date(Date.now() - 5 * DAY_MS);
    await partner.sql('update deals set entered_stage_at = $3 where account_id = $1 and lead_id = $2', id, old);
    await partner.sql('update leads set touched_at = $3 where account_id = $1 and id = $2', id, old);
    expect((await cardOf(id))?.next_automation?.automation_id).toBe(notice.id);
  });

  it('is never a move to a stage that has become a won one', async () => {
    await addRule({ type: 'move', stage_id: stage.Agendado });
    const { id } = await submit();
    await partner.owner.patch(`/stages/${stage.Agendado}`, { is_won: true });
    expect((await cardOf(id))?.next_automation).toBeNull();
  });
});

it('is nobody else’s', async () => {
  await submit();
  const other = await test.partner();
  expect((await ask('', other.owner)).data.stages.flatMap(({ cards }) => cards)).toEqual([]);
  for (const id of [await pipelineId(), RANDOM_ID, 'x']) {
    const answer = await other.owner.get(`/pipelines/${id}/board`);
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
  }
});

it('refuses what it cannot mean, and names the field', async () => {
  const other = await test.partner();
  for (let n = 0; n < 2; n++) await submit();
  const cursor = (await column('Novo', '?limit=1')).next_cursor ?? '';
  const refused: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    [`cursor=${cursor}`, 'cursor'],
    [`stage_id=${stage.Agendado}&cursor=${cursor}`, 'cursor'],
    [`stage_id=${stage.Novo}&cursor=x`, 'cursor'],
    [`stage_id=${(await other.stages()).Novo}`, 'stage_id'],
    ['stage_id=x', 'stage_id'],
    ['stage_id=', 'stage_id'],
    ['colour=red', 'colour'],
  ];
  for (const [query, field] of refused) {
    const answer = await ask(`?${query}`);
    expect([query, answer.status, answer.fields]).toEqual([query, 422, [field]]);
  }
});
