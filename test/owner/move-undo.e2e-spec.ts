import type { OwnerDeal } from '../../src/contract/deal';
import type { BulkResult, OwnerLead } from '../../src/contract/lead';
import type { MetricsRows } from '../../src/contract/metrics';
import { UNDO_MINUTES } from '../../src/contract/limits';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { automationCalls } from '../support/automation-calls';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { memberCalls } from '../support/member-calls';
import { race, tally } from '../support/race';
import { forEachTest } from '../support/setup';
import { until } from '../support/waiting';

/** Undoing the last move of a deal: its stay in the stage goes on as if it had never left. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone, staffLead, pair, merge, detail, exportOf, erase, move, count, wrongEntries } = leadCalls(
  test,
  partner,
);
const { addRule, runAfter } = automationCalls(test, partner, stage);
const { join } = memberCalls(test);

const PAST = '2026-03-02T12:00:00.000Z';
const enter = async (name: string, body: object = {}) => {
  const deals = [{ stage_id: stage[name], value: 500 }];
  const { data } = await partner.owner.post<OwnerLead>('/leads', { phone: nextPhone.mobile(), deals, ...body });
  return { lead: data, deal: data.deals[0] as OwnerDeal };
};
const put = (deal: OwnerDeal, name: string, body: object = {}, api = partner.owner) =>
  api.put<OwnerDeal>(`/deals/${deal.id}/stage`, { stage_id: stage[name], ...body });
const undo = (deal: OwnerDeal, name: string, api = partner.owner) => put(deal, name, { undo: true }, api);
const undoAll = async (leads: readonly { id: string }[], api = partner.owner) =>
  (await api.post<BulkResult>('/leads/bulk', { lead_ids: leads.map(({ id }) => id), undo: true })).data;
const dealOf = async (lead: { id: string }) => (await detail(lead.id)).deals[0] as OwnerDeal;
const closingOf = async ({ id }: OwnerDeal) =>
  (await partner.sql('select * from closings where account_id = $1 and deal_id = $2', id))[0];
const movesOf = async (lead: { id: string }) =>
  (await detail(lead.id)).stage_history.map(({ from_stage_id: from, to_stage_id: to }) =>
    [from, to].map((id) => Object.keys(stage).find((name) => stage[name] === id)),
  );

it('gives a sale its member, moment and value again, and the stage its day', async () => {
  const seller = await join(partner, 'seller');
  const { lead, deal } = await enter('Novo', { responsible_id: seller.id });
  await put(deal, 'Ganho', { closed_value: 400, closed_at: PAST });
  const [sold, closing] = [await dealOf(lead), await closingOf(deal)];
  await partner.owner.patch(`/leads/${lead.id}`, { responsible_id: null });
  await partner.owner.patch(`/deals/${deal.id}`, { value: 9 });
  await put(deal, 'Agendado');
  expect(await closingOf(deal)).toBeUndefined();
  const back = await undo(deal, 'Ganho');
  expect([back.status, back.data]).toEqual([200, { ...sold, value: 9 }]);
  expect(await closingOf(deal)).toEqual(closing);
  expect(await movesOf(lead)).toEqual([
    ['Novo', 'Ganho'],
    ['Ganho', 'Agendado'],
    ['Agendado', 'Ganho'],
  ]);
  expect(await wrongEntries()).toEqual([]);
});

it('gives a loss its reason and day again, from an open, a won and another lost stage', async () => {
  stage.Desistiu = (
    await partner.owner.post<{ id: string }>(`/pipelines/${(await enter('Novo')).deal.pipeline_id}/stages`, {
      name: 'Desistiu',
      is_lost: true,
    })
  ).data.id;
  for (const to of ['Novo', 'Ganho', 'Desistiu']) {
    const { lead, deal } = await enter('Agendado');
    await put(deal, 'Perdido', { reason: 'caro', closed_at: PAST });
    const lost = await dealOf(lead);
    await put(deal, to, to === 'Desistiu' ? { reason: 'sumiu' } : {});
    expect((await undo(deal, 'Perdido')).data).toEqual(lost);
    expect((await closingOf(deal))?.reason).toBe('caro');
    expect((await detail(lead.id)).stage_history.at(-1)?.reason).toBe('caro');
  }
});

it('of an undo is the move again, with what it had', async () => {
  const { lead, deal } = await enter('Novo');
  await put(deal, 'Ganho', { closed_value: 300, closed_at: PAST });
  await put(deal, 'Ganho', { closed_value: 250 });
  const sold = await dealOf(lead);
  expect((await undo(deal, 'Novo')).data).toEqual(deal);
  expect((await undo(deal, 'Ganho')).data).toEqual(sold);
  expect((await undo(deal, 'Novo')).data).toEqual(deal);
  expect(await movesOf(lead)).toHaveLength(4);
});

it('takes back the moves of partners and automations too', async () => {
  const { lead, deal } = await enter('Novo');
  await partner.owner.put(`/deals/${deal.id}/stage`, { stage_id: stage.Perdido, reason: 'caro' });
  const lost = await dealOf(lead);
  await move(lead.id, { stage_id: stage.Agendado });
  expect((await undo(deal, 'Perdido')).data).toEqual(lost);
  const other = await enter('Em contato');
  await addRule({ type: 'move', stage_id: stage.Perdido }, 1, 'Em contato');
  await runAfter(1.01);
  expect((await dealOf(other.lead)).stage_id).toBe(stage.Perdido);
  expect((await undo(other.deal, 'Em contato')).data).toEqual(other.deal);
});

it('goes on with the stay, in which a rule does not run a second time', async () => {
  const { lead, deal } = await enter('Novo');
  await addRule({ type: 'add_tag', tag: 'parado' }, 1, 'Novo');
  await runAfter(1.01);
  await partner.owner.patch(`/leads/${lead.id}`, { remove_tags: ['parado'] });
  await put(deal, 'Agendado');
  await undo(deal, 'Novo');
  await runAfter(2.02);
  expect((await detail(lead.id)).tags).toEqual([]);
  // A new stay begins with a move back.
  await put(deal, 'Agendado');
  await put(deal, 'Novo');
  await runAfter(3.03);
  expect((await detail(lead.id)).tags).toEqual(['parado']);
});

it('is refused for all but the last move, and after its time', async () => {
  const { lead, deal } = await enter('Novo');
  const refused = async (name: string, body: object = {}) => {
    const { status, error } = await put(deal, name, { undo: true, ...body });
    return [status, error.code];
  };
  const CONFLICT = [409, 'conflict'];
  expect(await refused('Novo')).toEqual(CONFLICT);
  await put(deal, 'Agendado');
  await put(deal, 'Em contato');
  for (const name of ['Novo', 'Em contato', 'Perdido']) expect(await refused(name)).toEqual(CONFLICT);
  expect(await refused('Agendado', { expected_stage_id: stage.Novo })).toEqual(CONFLICT);
  const older = (seconds: number) =>
    partner.sql(
      'update stage_moves set moved_at = moved_at - make_interval(secs => $3) where account_id = $1 and lead_id = $2',
      lead.id,
      seconds,
    );
  await older(UNDO_MINUTES * 60 - 20);
  expect((await undo(deal, 'Agendado')).status).toBe(200);
  await older(UNDO_MINUTES * 60 + 1);
  expect(await refused('Em contato')).toEqual(CONFLICT);
  expect((await undoAll([lead])).refused).toEqual([{ id: lead.id, code: 'conflict' }]);
  // Of an instance of the release before.
  await put(deal, 'Novo');
  await partner.sql('update stage_moves set left_stay = null where account_id = $1');
  expect(await refused('Agendado')).toEqual(CONFLICT);
  expect((await dealOf(lead)).stage_id).toBe(stage.Novo);
});

it('says what it cannot be combined with', async () => {
  const { deal } = await enter('Novo');
  await put(deal, 'Ganho');
  await put(deal, 'Perdido');
  const fields = async (name: string, body: object) => (await put(deal, name, { undo: true, ...body })).fields;
  const all = { closed_value: null, closed_at: PAST, reason: 'x' };
  expect(await fields('Ganho', all)).toEqual(['closed_value', 'closed_at', 'reason']);
  expect(await fields('Ganho', { closed_value: 1 })).toEqual(['closed_value']);
  for (const undo of [false, 'true', null]) expect((await put(deal, 'Ganho', { undo })).fields).toEqual(['undo']);
  expect((await put(deal, 'Ganho', { stage_id: RANDOM_ID, undo: true })).status).toBe(404);
});

it('ends a deal anew in a stage that is of another kind by then', async () => {
  const { lead, deal } = await enter('Novo');
  await put(deal, 'Ganho', { closed_value: 300, closed_at: PAST });
  await put(deal, 'Novo');
  await partner.owner.patch(`/stages/${stage.Ganho}`, { is_won: false, is_lost: true });
  const { data } = await undo(deal, 'Ganho');
  expect([data.closed_value, data.lost_reason, data.closed_at === PAST]).toEqual([null, null, false]);
  await put(deal, 'Novo');
  await partner.owner.patch(`/stages/${stage.Ganho}`, { is_lost: false });
  expect((await undo(deal, 'Ganho')).data.closed_at).toBeNull();
  await until(async () => (await closingOf(deal)) === undefined);
  expect((await dealOf(lead)).stage_id).toBe(stage.Ganho);
});

it('is made once, when two undo at the same time', async () => {
  for (let round = 0; round < shortOrLong(4, 10); round++) {
    const { lead, deal } = await enter('Novo');
    await put(deal, 'Ganho', { closed_value: 300, closed_at: PAST });
    const answers = await race(
      round,
      () => undo(deal, 'Novo'),
      () => undo(deal, 'Novo'),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 });
    expect(await movesOf(lead)).toHaveLength(2);
    expect(await dealOf(lead)).toEqual(deal);
  }
});

it('is for who may move the deal, and counts as their work', async () => {
  const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
  const { lead, deal } = await enter('Novo', { responsible_id: one.id });
  await move(lead.id, { stage_id: stage.Agendado });
  expect(await count('leads', 'contacted_at is not null')).toBe(0);
  await partner.owner.patch('/account', { sellers_see: 'own' });
  expect((await undo(deal, 'Novo', other.api)).status).toBe(404);
  expect((await undoAll([lead], other.api)).refused).toEqual([{ id: lead.id, code: 'not_found' }]);
  expect((await undo(deal, 'Novo', one.api)).status).toBe(200);
  expect(await count('leads', 'contacted_at is not null')).toBe(1);
  expect(await count('stage_moves', `moved_by = 'staff' and member_id = '${one.id}'`)).toBe(1);
});

it('of several leads takes back the last move of each', async () => {
  const [a, b, c] = [await enter('Ganho'), await enter('Novo'), await enter('Novo')];
  const several = await staffLead({ deals: [{ stage_id: stage.Novo }, { stage_id: stage.Novo }] });
  const [first, second] = several.deals as OwnerDeal[];
  await partner.owner.post('/leads/bulk', { lead_ids: [a.lead.id, b.lead.id], stage_id: stage.Agendado });
  await put(first as OwnerDeal, 'Agendado');
  await put(second as OwnerDeal, 'Perdido');
  const leads = [a.lead, b.lead, c.lead, several, { id: RANDOM_ID }];
  const refused = [
    { id: c.lead.id, code: 'conflict' },
    { id: RANDOM_ID, code: 'not_found' },
  ];
  expect(await undoAll(leads)).toEqual({ changed: 3, unchanged: 0, refused });
  expect([await dealOf(a.lead), await dealOf(b.lead)]).toEqual([a.deal, b.deal]);
  expect((await detail(several.id)).deals.map(({ stage_id }) => stage_id)).toEqual([stage.Agendado, stage.Novo]);
  expect(await wrongEntries()).toEqual([]);
});

it('of a deal is possible after a later move of another one of the lead', async () => {
  const lead = await staffLead({ deals: [{ stage_id: stage.Novo }, { stage_id: stage.Novo }] });
  const [first, second] = lead.deals as OwnerDeal[];
  await put(first as OwnerDeal, 'Agendado');
  await put(second as OwnerDeal, 'Em contato');
  expect((await undo(first as OwnerDeal, 'Novo')).data).toMatchObject(first as OwnerDeal);
});

it('of a lead passes over deals that ended with a merge', async () => {
  const [lead, twin] = await pair({}, { deals: [{ stage_id: stage.Novo }] });
  const [mine, theirs] = [lead.deals[0] as OwnerDeal, twin.deals[0] as OwnerDeal];
  await put(mine, 'Agendado');
  await put(theirs, 'Em contato');
  await partner.owner.post(`/leads/${twin.id}/merge`, { into: lead.id, close_deal_ids: [theirs.id] });
  expect(await undoAll([lead])).toMatchObject({ changed: 1 });
  expect((await dealOf(lead)).stage_id).toBe(stage.Novo);
});

it('leaves figures as if nobody had moved', async () => {
  const { deal } = await enter('Ganho');
  const figures = async () => (await partner.owner.get<MetricsRows>('/metrics/breakdown?by=member')).data;
  const before = await figures();
  await put(deal, 'Perdido', { reason: 'engano' });
  expect(await figures()).not.toEqual(before);
  await undo(deal, 'Ganho');
  expect(await figures()).toEqual(before);
});

it('goes with a merge; the reason that it keeps is exported, erased, and in no answer to partners', async () => {
  const [lead, twin] = await pair({}, { deals: [{ stage_id: stage.Novo }] });
  const theirs = twin.deals[0] as OwnerDeal;
  await put(theirs, 'Perdido', { reason: 'dito por engano' });
  await put(theirs, 'Perdido', { reason: 'achou caro' });
  const lost = (await detail(twin.id)).deals[0];
  await put(theirs, 'Novo');
  await merge(twin.id, lead.id);
  expect(JSON.stringify((await exportOf(lead.id)).data)).toContain('achou caro');
  for (const path of [`/leads/${lead.id}`, '/leads', '/leads?updated_since=2020-01-01T00:00:00Z'])
    expect((await partner.api.get(path)).text).not.toMatch(/achou caro|left_|engano/);
  expect((await undo(theirs, 'Perdido')).data).toEqual(lost);
  await put(theirs, 'Novo');
  await erase(lead.id);
  expect(await count('stage_moves', 'reason is not null or left_stay is not null')).toBe(0);
  expect(await count('stage_moves')).toBe(4);
});
