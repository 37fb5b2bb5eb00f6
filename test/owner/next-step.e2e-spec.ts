import { DAY_MS } from '../../src/contract/durations';
import type { Board } from '../../src/contract/board';
import type { ListedLead, Today } from '../../src/contract/day/today';
import type { LeadDetail } from '../../src/contract/lead';
import { DayListsService } from '../../src/leads/reading/day-lists.service';
import { appForAllTests } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { staffLead, move, erase } = leadCalls(test, partner);
const { join } = memberCalls(test);

const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const task = async (leadId: string, days: number) =>
  (
    await partner.owner.post<{ id: string; due_at: string }>(`/leads/${leadId}/activities`, {
      type: 'task',
      text: 'Ligar',
      due_at: at(days),
    })
  ).data;
const meet = async (leadId: string, days: number) =>
  (await partner.owner.post<{ id: string }>('/appointments', { lead_id: leadId, starts_at: at(days) })).data;
const open = (name = 'Novo') => staffLead({ deals: [{ stage_id: stage[name] }] });

const listed = async (query = '', api: HttpClient = partner.owner): Promise<string[]> =>
  (await api.get<ListedLead[]>(`/leads?without_next_step=true${query}`)).data.map(({ id }) => id);
const counted = async (query = '', api: HttpClient = partner.owner) =>
  (await api.get<Today>(`/today${query}`)).data.without_next_step;
const boardPath = async () =>
  `/pipelines/${(await partner.owner.get<{ id: string }[]>('/pipelines')).data[0]?.id}/board`;
const onBoard = async (): Promise<string[]> =>
  (await partner.owner.get<Board>(`${await boardPath()}?without_next_step=true`)).data.stages.flatMap(({ cards }) =>
    cards.map(({ lead }) => lead.id),
  );

it('a lead without a next step has a deal in progress, and nothing planned: in the list, on the board and in the count', async () => {
  const [none, planned, late, met, past, won, lost] = [
    await open(),
    await open(),
    await open(),
    await open(),
    await open('Agendado'),
    await open('Ganho'),
    await open('Perdido'),
  ];
  const dealless = await staffLead({ deals: [] });
  await task(planned.id, 3);
  const overdue = await task(late.id, -3);
  await meet(met.id, 1);
  await meet(past.id, -2);
  await erase((await open()).id);
  const wanted = [past.id, none.id];
  expect(await listed()).toEqual(wanted);
  expect((await onBoard()).toSorted()).toEqual(wanted.toSorted());
  expect(await counted()).toEqual({ count: 2, is_count_complete: true });
  for (const { id } of [won, lost, dealless]) expect(wanted).not.toContain(id);
  await partner.owner.patch(`/activities/${overdue.id}`, { done: true });
  expect(await listed()).toEqual([past.id, late.id, none.id]);
  await move(none.id, { stage_id: stage.Perdido });
  expect(await counted()).toEqual({ count: 2, is_count_complete: true });
});

it('a lead and a card show the next step', async () => {
  const { id } = await open();
  const steps = async () => [
    (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data.next_contact,
    (await partner.owner.get<Board>(await boardPath())).data.stages[0]?.cards[0]?.next_contact,
  ];
  expect(await steps()).toEqual([null, null]);
  const { due_at } = await task(id, 2);
  expect(await steps()).toEqual([due_at, due_at]);
});

it.each([1_000, 0])('the count is of the leads that a member sees, where %i leads are few', async (few) => {
  test.app.get(DayListsService).few = few;
  const seller = await join(partner, 'seller', 'Beto');
  const [own, colleague] = [await open(), await open()];
  await open();
  const other = await join(partner, 'seller', 'Ana');
  await partner.owner.patch(`/leads/${own.id}`, { responsible_id: seller.id });
  await partner.owner.patch(`/leads/${colleague.id}`, { responsible_id: other.id });
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const count = async (query: string, api = seller.api) => (await counted(query, api)).count;
  expect(await count('', partner.owner)).toBe(3);
  expect(await count('')).toBe(2);
  expect(await count('?responsible=me')).toBe(1);
  expect(await count('?responsible=none')).toBe(1);
  expect(await count(`?responsible=${other.id}`)).toBe(0);
  expect(await listed('&responsible=me', seller.api)).toEqual([own.id]);
  test.app.get(DayListsService).few = 1_000;
});

it('the filter has one value', async () => {
  for (const path of ['/leads', await boardPath(), `${await boardPath()}/totals`]) {
    const answer = await partner.owner.get(`${path}?without_next_step=no`);
    expect([answer.status, answer.fields]).toEqual([422, ['without_next_step']]);
  }
});
