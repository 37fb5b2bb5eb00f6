import type { ActivityView } from '../../src/contract/day/activity';
import { DAY_MS } from '../../src/contract/durations';
import type { OwnerLead } from '../../src/contract/lead';
import type { Today } from '../../src/contract/day/today';
import { DayListsService } from '../../src/leads/reading/day-lists.service';
import { appForAllTests } from '../support/app';
import { addLeads } from '../support/many-leads';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, staffLead, erase, move } = leadCalls(test, partner);
const { join } = memberCalls(test);

const today = async (query = '', api = partner.owner) => (await api.get<Today>(`/today${query}`)).data;
const idsIn = ({ leads }: { leads: readonly { id: string }[] }): string[] => leads.map(({ id }) => id);
const add = async (lead: { id: string }, body: object) =>
  (await partner.owner.post<ActivityView>(`/leads/${lead.id}/activities`, body)).data;
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
const task = (lead: { id: string }, ms: number, text = 'Ligar') =>
  add(lead, { type: 'task', text, due_at: fromNow(ms) });
const old = (days: number, body: object = {}) =>
  staffLead({ created_at: fromNow(-days * DAY_MS), deals: [{ stage_id: stage.Novo }], ...body });
/** Pages of two leads of a list. */
const pages = async (list: string, api = partner.owner, query = '') =>
  (await api.pages<OwnerLead>(`/leads?today=${list}&limit=2${query}`)).flat().map(({ id }) => id);

it('shows as new what came by itself and nobody has touched, oldest first', async () => {
  const [first, second, third, fourth] = [await submit(), await submit(), await submit(), await submit()];
  await staffLead();
  const chat = { phone: '11 98888-7777', channel: 'chat' };
  await partner.staff.post('/conversations', chat);
  await move(second.id, { stage_id: stage.Agendado });
  const found = await today();
  expect(idsIn(found.new)).toEqual([first, second, third, fourth].map(({ id }) => id));
  expect(found.new).toMatchObject({ count: 4, is_count_complete: true });
  // A person takes care of three of them, each in another way.
  const { data: visit } = await partner.owner.post<ActivityView>(`/leads/${first.id}/activities`, { type: 'visit' });
  await partner.owner.put(`/deals/${third.deals[0]?.id}/stage`, { stage_id: stage['Em contato'] });
  await partner.owner.post('/appointments', { lead_id: fourth.id, starts_at: fromNow(DAY_MS) });
  expect(idsIn((await today()).new)).toEqual([second.id]);
  await partner.owner.delete(`/activities/${visit.id}`);
  expect(idsIn((await today()).new)).toEqual([first.id, second.id]);
  expect(await pages('new')).toEqual([first.id, second.id]);
  await erase(first.id);
  expect(idsIn((await today()).new)).toEqual([second.id]);
});

it('leaves out what is older than thirty days', async () => {
  const [fresh, stale] = [await submit(), await submit()];
  const moved = (days: number): string => {
    const hex = Math.round(Date.now() - days * DAY_MS)
      .toString(16)
      .padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
  };
  const rename = (from: string, to: string) =>
    partner.sql(
      `with d as (delete from deals where account_id = $1 and lead_id = $2),
            e as (update list_entries set lead_id = $3 where account_id = $1 and lead_id = $2 and list_id = $1),
            o as (delete from list_entries where account_id = $1 and lead_id = $2 and list_id <> $1)
       update leads set id = $3 where account_id = $1 and id = $2`,
      from,
      to,
    );
  const [inside, outside] = [moved(29.9), moved(30.1)];
  await rename(fresh.id, inside);
  await rename(stale.id, outside);
  expect(idsIn((await today()).new)).toEqual([inside]);
});

it('shows leads with open tasks until the end of today, overdue first, each once with all of them', async () => {
  const [a, b, c, d] = [await submit(), await submit(), await submit(), await submit()];
  const late = await task(b, -3 * DAY_MS, 'atrasada');
  const first = await task(a, -DAY_MS);
  const second = await task(a, -1_000, 'outra');
  await task(c, 2 * DAY_MS);
  const done = await task(d, -DAY_MS);
  await partner.owner.patch(`/activities/${done.id}`, { done: true });
  const { due } = await today();
  expect(due).toMatchObject({ count: 2, is_count_complete: true });
  expect(due.leads.map(({ id, tasks }) => [id, tasks.map((one) => one.id)])).toEqual([
    [b.id, [late.id]],
    [a.id, [first.id, second.id]],
  ]);
  expect(await pages('due')).toEqual([b.id, a.id]);
  const [page] = (await partner.owner.get<Today['due']['leads']>('/leads?today=due')).data;
  expect(page?.tasks).toEqual([late]);
});

it('shows the appointments of this day of Brasília by hour: the next one of each lead', async () => {
  const day = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  const at = (time: string, lead: { id: string }, more: object = {}) =>
    partner.owner.post('/appointments', { lead_id: lead.id, starts_at: `${day}T${time}-03:00`, ...more });
  const [a, b, c] = [await submit(), await submit(), await submit()];
  await at('00:00:00', a, { attended: true });
  await at('18:30:00', a, { text: 'retorno' });
  await at('09:15:00', b);
  await at('23:59:59', c, { missed: true });
  await partner.owner.post('/appointments', { lead_id: c.id, starts_at: fromNow(2 * DAY_MS) });
  const { appointments } = await today();
  expect(appointments.leads.map(({ id, appointment }) => [id, appointment.text, appointment.missed])).toEqual([
    [b.id, null, false],
    [a.id, 'retorno', false],
    [c.id, null, true],
  ]);
});

it('shows deals as idle that are neither won nor lost, and with which nobody did anything, longest first', async () => {
  const [nine, twelve, eight, six] = [await old(9), await old(12), await old(8), await old(6)];
  await old(20, { deals: [{ stage_id: stage.Ganho }] });
  await old(20, { deals: [{ stage_id: stage.Perdido }] });
  const twice = await old(15, { deals: [{ stage_id: stage.Novo }, { stage_id: stage.Agendado }] });
  const { idle } = await today();
  expect(idle.count).toBe(4);
  expect(idsIn(idle)).toEqual([twice.id, twelve.id, nine.id, eight.id]);
  expect(idle.leads[1]?.idle_since).toBe(twelve.created_at);
  expect(await pages('idle')).toEqual(idsIn(idle));
  // A key or an automation is no person.
  await move(twelve.id, { stage_id: stage['Em contato'] });
  await add(nine, { type: 'call', at: fromNow(-2 * DAY_MS) });
  expect(idsIn((await today()).idle)).toEqual([twice.id, twelve.id, eight.id]);
  await partner.owner.patch('/account', { idle_days: 5 });
  expect(idsIn((await today()).idle)).toEqual([twice.id, twelve.id, eight.id, six.id]);
});

it.each([1_000, 0])('shows each member theirs, also where they have more than %i leads', async (few) => {
  test.app.get(DayListsService).few = few;
  const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
  const give = (lead: { id: string }, to: { id: string }) =>
    partner.owner.patch(`/leads/${lead.id}`, { responsible_id: to.id });
  const leads = [await submit(), await submit(), await submit()] as const;
  const idle = [await old(9), await old(10), await old(11)] as const;
  for (const [mine, theirs] of [leads, idle]) {
    await give(mine, one);
    await give(theirs, other);
  }
  for (const lead of leads) await task(lead, -DAY_MS);
  for (const lead of leads)
    await partner.sql('update leads set contacted_at = null where account_id = $1 and id = $2', lead.id);
  const seen = async (query: string, api = partner.owner) => {
    const { new: fresh, due, idle: still } = await today(query, api);
    return [idsIn(fresh), idsIn(due), idsIn(still)];
  };
  const [mine, theirs, nobodys] = [0, 1, 2].map((n) => [[leads[n]?.id], [leads[n]?.id], [idle[n]?.id]]);
  expect(await seen(`?responsible=${one.id}`)).toEqual(mine);
  expect(await seen('?responsible=me', other.api)).toEqual(theirs);
  expect(await seen('?responsible=none')).toEqual(nobodys);
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const both = (list: readonly { id: string }[]) => [list[0]?.id, list[2]?.id];
  expect(await seen('', one.api)).toEqual([both(leads), both(leads), both(idle).toReversed()]);
  expect(await seen(`?responsible=${other.id}`, one.api)).toEqual([[], [], []]);
  expect(await pages('new', one.api)).toEqual(both(leads));
  expect(await pages('idle', one.api, '&responsible=me')).toEqual([idle[0].id]);
  test.app.get(DayListsService).few = 1_000;
});

it('is idle only since there is a deal, whatever was done with the lead before', async () => {
  const known = await old(40, { deals: [] });
  await add(known, { type: 'call', at: fromNow(-20 * DAY_MS) });
  const fresh = await staffLead({ phone: known.phone, allow_duplicate: true, deals: [{ stage_id: stage.Novo }] });
  await partner.owner.post(`/leads/${known.id}/merge`, { into: fresh.id });
  const called = await old(40, { deals: [] });
  const { id } = await add(called, { type: 'call', at: fromNow(-20 * DAY_MS) });
  await partner.owner.post(`/leads/${called.id}/deals`, { stage_id: stage.Novo });
  await partner.owner.patch(`/activities/${id}`, { text: 'Pediu retorno.' });
  expect((await today()).idle).toMatchObject({ count: 0, leads: [] });
});

/** A task of yesterday for each of the first leads of the account, so many times. */
const tasks = (leads: number, times: number) =>
  partner.sql(
    `insert into activities (account_id, id, lead_id, type, text, at, due_at)
     select $1, gen_random_uuid(), l.id, 'task', 'x', now(), now() - interval '1 day'
     from (select f.id from leads f where f.account_id = $1 order by f.id limit $2::int) l, generate_series(1, $3::int)`,
    leads,
    times,
  );

it('counts leads up to five hundred, also where each has many tasks, and shows twenty', async () => {
  const [deal] = (await old(9)).deals;
  const place = { accountId: partner.accountId, pipelineId: deal?.pipeline_id ?? '', stageId: deal?.stage_id ?? '' };
  await addLeads(test, place, { count: 500, since: '2026-01-01' });
  await tasks(300, 3);
  const few = await today();
  expect([few.due.count, few.due.is_count_complete, few.due.leads.length]).toEqual([300, true, 20]);
  expect([few.due.leads[0]?.tasks.length, new Set(idsIn(few.due)).size]).toEqual([3, 20]);
  await partner.sql('delete from activities where account_id = $1');
  await tasks(500, 1);
  await tasks(1, 1);
  const whole = await today();
  expect([whole.due.count, whole.due.is_count_complete]).toEqual([500, true]);
  await tasks(501, 1);
  const { due, idle } = await today();
  expect([due.count, due.is_count_complete, due.leads.length]).toEqual([500, false, 20]);
  expect([idle.count, idle.is_count_complete, idle.leads.length]).toEqual([500, false, 20]);
});

it('shows the first three tasks of a lead, and how many are due', async () => {
  const lead = await submit();
  const first = await task(lead, -3 * DAY_MS);
  const second = await task(lead, -2 * DAY_MS, 'é'.repeat(200));
  const third = await task(lead, -1.5 * DAY_MS, '😀'.repeat(201));
  await task(lead, 2 * DAY_MS);
  await tasks(1, 30);
  const cut = { ...third, text: '😀'.repeat(200), cut: true };
  const [listed] = (await partner.owner.get<Today['due']['leads']>('/leads?today=due')).data;
  for (const found of [(await today()).due.leads[0], listed]) {
    expect([found?.tasks_count, found?.tasks]).toEqual([33, [first, second, cut]]);
  }
  expect((await partner.owner.get<ActivityView>(`/activities/${third.id}`)).data).toEqual(third);
});

it('shows a member each lead once, and all of them, where one has very many tasks', async () => {
  const member = await join(partner, 'seller');
  const [busy, calm] = [await submit(), await submit()];
  for (const { id } of [busy, calm]) await partner.owner.patch(`/leads/${id}`, { responsible_id: member.id });
  await partner.sql(
    `insert into activities (account_id, id, lead_id, type, text, at, due_at)
     select $1, gen_random_uuid(), $2, 'task', 'x', now(), now() - interval '2 days' from generate_series(1, 2100)`,
    busy.id,
  );
  await task(calm, -DAY_MS);
  const { due } = await today('?responsible=me', member.api);
  expect([due.count, due.is_count_complete]).toEqual([2, true]);
  expect(await pages('due', member.api, '&responsible=me')).toEqual([busy.id, calm.id]);
});

it.each([
  ['/today?responsible=', ['responsible']],
  ['/today?other=1', ['other']],
  ['/today?responsible=me', ['responsible']],
  ['/leads?today=all', ['today']],
  ['/leads?today=new&q=ana', ['today']],
  ['/leads?today=new&from=2026-01-01', ['today']],
  ['/leads?today=new&cursor=x', ['cursor']],
])('names what is wrong with %s', async (path, fields) => {
  const refused = await partner.owner.get(path);
  expect([refused.status, refused.fields]).toEqual([422, fields]);
});
