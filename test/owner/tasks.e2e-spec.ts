import type { ActivityView, ListedTask } from '../../src/contract/day/activity';
import { DAY_MS } from '../../src/contract/durations';
import { brasiliaDay } from '../../src/common/brasilia-time';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit } = leadCalls(test, partner);
const { join } = memberCalls(test);

/** A Brasília day around today. */
const day = (days: number): string => brasiliaDay(new Date(Date.now() + days * DAY_MS));
const task = async (lead_id: string, due_at: string, text = 'Ligar') =>
  (await partner.owner.post<ActivityView>(`/leads/${lead_id}/activities`, { type: 'task', text, due_at })).data;
const list = (query = '', api = partner.owner) => api.get<ListedTask[]>(`/tasks${query}`);
const ids = async (query = '', api = partner.owner) => (await list(query, api)).data.map(({ id }) => id);

it('lists open tasks by Brasília days, in the order in which they are due, page by page', async () => {
  const { id } = await submit({ name: 'Ana' });
  const [from, to] = [day(2), day(3)];
  const moments = [
    `${to}T23:59:59.999-03:00`,
    `${from}T00:00:00-03:00`,
    `${day(4)}T00:00:00-03:00`,
    `${day(1)}T23:59:59.999-03:00`,
  ];
  const made = [];
  for (const moment of moments) made.push((await task(id, moment)).id);
  const twin = (await task(id, `${from}T00:00:00-03:00`)).id;
  const [late, first, next, before] = made;
  expect(await ids(`?from=${from}&to=${to}`)).toEqual([first, twin, late]);
  expect(await ids(`?to=${day(1)}`)).toEqual([before]);
  expect(await ids(`?from=${day(4)}`)).toEqual([next]);
  const pages = await partner.owner.pages<ListedTask>('/tasks?limit=2');
  expect(pages.map((page) => page.map((one) => one.id))).toEqual([[before, first], [twin, late], [next]]);
});

it('has the task and its lead, and a long text cut', async () => {
  const { id, phone } = await submit({ name: 'Ana' });
  const made = await task(id, `${day(1)}T09:00:00-03:00`);
  const lead = { name: 'Ana', phone, responsible_id: null };
  expect((await list()).data).toEqual([{ ...made, lead }]);
  await task(id, `${day(2)}T09:00:00-03:00`, 'x'.repeat(300));
  expect((await list(`?from=${day(2)}`)).data).toMatchObject([{ text: 'x'.repeat(200), cut: true, lead }]);
});

it('has none that is done, no other activity, and none of an erased person', async () => {
  const [lead, gone] = [await submit(), await submit()];
  const [open, done] = [
    await task(lead.id, `${day(1)}T09:00:00-03:00`),
    await task(lead.id, `${day(1)}T09:00:00-03:00`),
  ];
  await task(gone.id, `${day(1)}T09:00:00-03:00`);
  await partner.owner.post(`/leads/${lead.id}/activities`, { type: 'call', reached: true });
  await partner.owner.patch(`/activities/${done.id}`, { done: true });
  await partner.owner.post(`/leads/${gone.id}/erase`);
  expect(await ids()).toEqual([open.id]);
  await partner.owner.patch(`/activities/${done.id}`, { done: false });
  expect((await ids()).sort()).toEqual([open.id, done.id].sort());
});

it('are of who looks after the lead, and only those of leads that the caller sees', async () => {
  const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
  const [mine, theirs, nobodys] = [await submit(), await submit(), await submit()];
  await partner.owner.patch(`/leads/${mine.id}`, { responsible_id: one.id });
  await partner.owner.patch(`/leads/${theirs.id}`, { responsible_id: other.id });
  const [a, b, c] = [
    (await task(mine.id, `${day(1)}T09:00:00-03:00`)).id,
    (await task(theirs.id, `${day(1)}T10:00:00-03:00`)).id,
    (await task(nobodys.id, `${day(1)}T11:00:00-03:00`)).id,
  ];
  expect(await ids('', one.api)).toEqual([a, b, c]);
  expect(await ids('?responsible=me', one.api)).toEqual([a]);
  expect(await ids(`?responsible=${other.id}`)).toEqual([b]);
  expect(await ids('?responsible=none')).toEqual([c]);
  await partner.owner.patch('/account', { sellers_see: 'own' });
  expect(await ids('', one.api)).toEqual([a, c]);
  expect(await ids(`?responsible=${other.id}`, one.api)).toEqual([]);
});

it('a page among many of others is bounded, and goes on', async () => {
  const one = await join(partner, 'seller');
  const [mine, theirs] = [await submit(), await submit()];
  await partner.owner.patch(`/leads/${mine.id}`, { responsible_id: one.id });
  await partner.sql(
    `insert into activities (account_id, id, lead_id, type, text, at, due_at)
     select $1, gen_random_uuid(), $2, 'task', 'Ligar', now(), now() from generate_series(1, 1500)`,
    theirs.id,
  );
  const { id } = await task(mine.id, `${day(1)}T09:00:00-03:00`);
  const [first, second, ...others] = await partner.owner.pages<ListedTask>(`/tasks?responsible=${one.id}`);
  expect([first, second?.map((found) => found.id), others]).toEqual([[], [id], []]);
});

it.each([
  ['?from=2026-02-30', 'from'],
  ['?to=ontem', 'to'],
  ['?limit=0', 'limit'],
  ['?cursor=x', 'cursor'],
  ['?responsible=', 'responsible'],
])('names the bad parameter of %s', async (query, field) => {
  const refused = await list(query);
  expect([refused.status, refused.fields]).toEqual([422, [field]]);
});

it('takes no cursor of the appointments', async () => {
  const { id } = await submit();
  for (const starts_at of ['2030-03-02T12:00:00Z', '2030-03-03T12:00:00Z'])
    await partner.owner.post('/appointments', { lead_id: id, starts_at });
  const { body } = await partner.owner.get('/appointments?limit=1');
  expect((await list(`?cursor=${String(body.next_cursor)}`)).fields).toEqual(['cursor']);
});
