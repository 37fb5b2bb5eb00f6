import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityView } from '../../src/contract/day/activity';
import type { Board } from '../../src/contract/board';
import { DAY_MS } from '../../src/contract/durations';
import type { PersonExport } from '../../src/contract/person';
import type { Today } from '../../src/contract/day/today';
import { EventStreams } from '../../src/events/event-streams';
import { DeliveriesJob } from '../../src/sources/deliveries.job';
import { appForAllTests } from '../support/app';
import { type EventStream, eventStreams } from '../support/event-stream';
import { heldCalls } from '../support/held-calls';
import { shortOrLong } from '../support/long';
import { memberCalls } from '../support/member-calls';
import { ownerCalls } from '../support/owner-calls';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { until } from '../support/waiting';

/** A person who writes again is seen: in the list of the day, on the board, and as it happens. */

const test = appForAllTests({});
const otherInstance = appForAllTests({});
const partner = forEachTest(() => test.partner());
const writer = forEachTest(() => partner.withKey('leads:write'));
const stage = forEachTest(() => partner.stages());
const { submit, duplicate, conflicting, apply, erase, detail } = heldCalls(test, partner, writer);
const { join } = memberCalls(test);
const { begin } = ownerCalls(test);
const openStream = eventStreams();

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const returned = async () => (await partner.owner.get<Today>('/today')).data.returned;
const ids = async (): Promise<string[]> => (await returned()).leads.map(({ id }) => id);
const add = async (leadId: string, body: object = { type: 'call' }) =>
  (await partner.owner.post<ActivityView>(`/leads/${leadId}/activities`, body)).data;
const spoken = async (body: object = {}) => {
  const lead = await submit(body);
  await add(lead.id);
  return lead;
};

it('shows what was sent last, in whatever stage, until the next thing that is done', async () => {
  const lead = await submit({ name: 'Ana', email: 'ana@example.com' });
  await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Perdido, reason: 'Preço' });
  const campaign = 'ç'.repeat(201);
  const { phone } = lead;
  await partner.api.post('/leads', { phone, name: 'Ana Lima', notes: 'Oi' });
  const before = await detail(lead.id);
  const answer = await writer.post('/leads', {
    phone,
    name: 'Ana Maria',
    email: 'maria@example.com',
    attribution: { utm_campaign: campaign },
  });
  expect(answer.status).toBe(202);
  const [listed] = (await returned()).leads;
  expect(listed).toMatchObject({
    id: lead.id,
    name: 'Ana',
    sent: { name: 'Ana Maria', email: 'maria@example.com', notes: null, campaign: 'ç'.repeat(200), cut: true },
  });
  expect((listed?.returned_at ?? '') > before.updated_at).toBe(true);
  expect((await partner.owner.get<Today['returned']['leads']>('/leads?today=returned')).data).toEqual([listed]);
  const pipeline = lead.deals[0]?.pipeline_id;
  const cards = async () =>
    (await partner.owner.get<Board>(`/pipelines/${pipeline}/board`)).data.stages.flatMap((one) => one.cards);
  expect((await cards()).map((card) => card.returned_at)).toEqual([listed?.returned_at]);
  await partner.owner.patch(`/leads/${lead.id}`, { name: 'Outra' });
  expect(await ids()).toEqual([lead.id]);
  await add(lead.id);
  expect([await ids(), (await cards()).map((card) => card.returned_at)]).toEqual([[], [null]]);
});

it('an activity that is dated before the submission does not answer it, and one in the future is now', async () => {
  const { id, phone } = await submit();
  const first = await add(id, { type: 'call', at: ago(DAY_MS) });
  // By the submission that made the lead: with what it had.
  expect(await ids()).toEqual([id]);
  expect((await returned()).leads[0]).toMatchObject({ sent: { name: null, notes: null } });
  await partner.owner.delete(`/activities/${first.id}`);
  expect(await ids()).toEqual([]);
  const ahead = await add(id, { type: 'visit', at: ago(-200_000) });
  expect(Date.parse(ahead.at)).toBeLessThanOrEqual(Date.now());
  await partner.api.post('/leads', { phone });
  expect(await ids()).toEqual([id]);
});

it('a deal of a lead that people made is something done, and stays so after a merge', async () => {
  const { id, phone } = await submit();
  await add(id, { type: 'call', at: ago(DAY_MS) });
  await partner.owner.post(`/leads/${(await duplicate(phone)).id}/merge`, { into: id });
  expect(await ids()).toEqual([id]);
  const other = await duplicate(phone, { deals: [{ stage_id: stage['Em contato'] }] });
  await partner.owner.post(`/leads/${other.id}/merge`, { into: id });
  expect(await ids()).toEqual([]);
});

it('what nobody did anything with for thirty days comes back with the next submission', async () => {
  const [young, old] = [await submit(), await submit()];
  await partner.sql(
    `update leads set created_at = created_at - interval '30 days' where account_id = $1 and id = $2`,
    old.id,
  );
  for (const { phone } of [young, old]) await partner.api.post('/leads', { phone });
  expect(await ids()).toEqual([old.id]);
  // A young one is left to the list of new leads until its days are over.
  await partner.sql(`update returns set listed_from = listed_from - interval '30 days' where account_id = $1`);
  expect(await ids()).toEqual([young.id, old.id]);
});

it('a held submission counts with the moment at which it was sent, and says nothing about another phone', async () => {
  const { held, lead } = await conflicting({ notes: 'Segredo', name: 'Bia' });
  const other = await spoken();
  await sleep(5);
  expect((await apply(held.id, other.id)).status).toBe(200);
  expect(await ids()).toEqual([]);
  const late = await conflicting({ notes: 'Oi', name: 'Caio' });
  await add(late.lead.id, { type: 'call', at: ago(DAY_MS) });
  await apply(late.held.id, late.lead.id);
  expect(await returned()).toMatchObject({
    leads: [{ id: late.lead.id, returned_at: late.held.created_at, sent: { name: 'Caio', notes: 'Oi' } }],
  });
  const rows = await partner.sql<{ sent: string }>('select sent::text from returns where account_id = $1');
  expect(rows.map(({ sent }) => sent).join()).not.toMatch(/Segredo|Bia/);
  expect(lead.id).not.toBe(other.id);
});

it('a delivery that waited counts with the moment at which it came', async () => {
  const { data: source } = await partner.owner.post<{ address: string }>('/sources', { kind: 'webhook', name: 'site' });
  const [early, late] = [await spoken(), await submit()];
  await add(late.id, { type: 'call', at: ago(DAY_MS) });
  const change = (licence_active: boolean) => test.operator.patch(`/accounts/${partner.accountId}`, { licence_active });
  await change(false);
  for (const { phone } of [early, late]) {
    const body = JSON.stringify({ telefone: phone, mensagem: 'Voltei' });
    const headers = { 'Content-Type': 'application/json' };
    expect(
      (await fetch(new URL(new URL(source.address).pathname, test.url), { method: 'POST', headers, body })).status,
    ).toBe(200);
  }
  await change(true);
  await add(early.id);
  await test.app.get(DeliveriesJob).run();
  expect((await detail(early.id)).notes).toContain('Voltei');
  expect(await returned()).toMatchObject({ count: 1, leads: [{ id: late.id, sent: { notes: 'Voltei' } }] });
});

it('is exported with the person, and gone with them', async () => {
  const lead = await spoken();
  await partner.api.post('/leads', { phone: lead.phone, notes: 'De novo' });
  const exported = (await partner.owner.get<PersonExport>(`/leads/${lead.id}/export`)).data;
  const { returned_at } = (await returned()).leads[0] ?? {};
  const sent = { name: null, email: null, notes: 'De novo', campaign: null };
  expect(exported.returns).toEqual([{ lead_id: lead.id, returned_at, sent }]);
  await erase(lead.id);
  expect([await ids(), await partner.sql('select 1 from returns where account_id = $1')]).toEqual([[], []]);
});

it('a submission and an activity at once leave the list as their moments say', async () => {
  for (const round of times(shortOrLong(30, 300), (n) => n)) {
    const { id, phone } = await spoken();
    const [, call] = await race(
      round,
      () => partner.api.post('/leads', { phone, notes: `De novo ${round}` }),
      () => add(id),
    );
    const [row] = await partner.sql<{ isLater: boolean }>(
      `select returned_at > $2::timestamptz as "isLater" from returns where account_id = $1 and lead_id = $3`,
      call.at,
      id,
    );
    expect([(await ids()).includes(id), row?.isLater]).toEqual([row?.isLater, row?.isLater]);
    if (round < 2) expect(row?.isLater).toBe(round === 1);
  }
});

it('an event says which lead came back, at each instance, to those who see it', async () => {
  for (const { app } of [test, otherInstance]) app.get(EventStreams).beatMs = DAY_MS;
  const seller = await join(partner, 'seller');
  const other = await join(partner, 'seller');
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const lead = await spoken();
  await partner.owner.patch(`/leads/${lead.id}`, { responsible_id: seller.id });
  const free = await submit();
  const owner = await begin({ id: partner.accountId });
  const tokens = [owner.token, seller.token, other.token];
  const streams: EventStream[] = [];
  for (const token of tokens)
    for (const { url } of [test, otherInstance])
      streams.push(await openStream(url, { Authorization: `Bearer ${token}` }));
  await until(async () => {
    await partner.owner.patch(`/leads/${free.id}`, { name: `Ana ${Date.now()}` });
    await sleep(250);
    return streams.every(({ events }) => events.some(({ id }) => id === free.id));
  });
  await partner.api.post('/leads', { phone: lead.phone });
  await partner.staff.post('/conversations', { phone: free.phone, channel: 'chat' });
  const fresh = await submit();
  for (const stream of streams) await stream.heard('lead', fresh.id);
  const told = streams.map(({ events }) => [...new Set(events.filter((one) => one.returned).map(({ id }) => id))]);
  expect(told).toEqual([...[1, 2, 3, 4].map(() => [lead.id, free.id]), ...[5, 6].map(() => [free.id])]);
});
