import { DAY_MS } from '../../src/contract/durations';
import { randomUUID } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from 'prom-client';
import { EventStreams, MAX_STREAMS } from '../../src/events/event-streams';
import { SessionsService } from '../../src/auth/sessions/sessions.service';
import { AutomationsJob } from '../../src/automations/automations.job';
import type { Health } from '../../src/contract/health';
import type { LeadView } from '../../src/contract/lead';
import { Database } from '../../src/database/database';
import { ImportsJob } from '../../src/imports/imports.job';
import { notify } from '../../src/accounts/notifications';
import { appForAllTests, OPERATOR_TOKEN, type Partner } from '../support/app';
import { eventStreams } from '../support/event-stream';
import { leadCalls } from '../support/lead-calls';
import { HttpClient } from '../support/http-client';
import { ownerCalls } from '../support/owner-calls';
import { forAllTests } from '../support/setup';
import { until } from '../support/waiting';

const test = appForAllTests({});
const partner = forAllTests(() => test.partner());
const { submit, move, pair, merge, erase, nextPhone } = leadCalls(test, partner);
const { begin } = ownerCalls(test);
const openStream = eventStreams();

/** A notice that could be written. */
const notice = (from = partner) => notify(from.accountId, 'automation.notice', randomUUID(), 'Olá');

/** A console of the account, with an owner's session. */
const consoleOf = async ({ accountId }: Pick<Partner, 'accountId'>) =>
  openStream(test.url, { Authorization: `Bearer ${(await begin({ id: accountId })).token}` });

it('a stream says that it is one, that nobody may keep, change or hold it back, and when to come back', async () => {
  const { response, text } = await consoleOf(partner);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(response.headers).not.toHaveProperty('content-encoding');
  expect(text).toMatch(/^(retry: 5000\n\n)?$/);
});

it('a console, and the operator who names the account, hear of every kind of change', async () => {
  const stage = await partner.stages();
  const rule = { idle_days: 1, action: { type: 'add_tag', tag: 'parado' } };
  await partner.owner.post(`/stages/${stage['Em contato']}/automations`, rule);
  const idle = await submit({ deal: { stage_id: stage['Em contato'] } });
  const leads = [];
  for (let n = 0; n < 5; n++) leads.push(await submit());
  const [byPartner, byOwner, movedByPartner, movedByOwner, inBulk] = leads;
  const [merged, kept] = await pair();
  const erased = await submit();
  const last = await submit();
  const before = await consoleOf(partner);
  await partner.owner.patch(`/leads/${last.id}`, { name: 'Fim' });
  await before.heard('lead', last.id);
  const streams = [
    await consoleOf(partner),
    await openStream(test.url, { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId }),
  ];

  const submitted = await submit();
  const entered = (await partner.owner.post<LeadView>('/leads', { phone: nextPhone.mobile() })).data;
  await partner.api.patch(`/leads/${byPartner?.id}`, { name: 'Ana' });
  await partner.owner.patch(`/leads/${byOwner?.id}`, { name: 'Bia' });
  await move(movedByPartner?.id ?? '', { stage_id: stage['Em contato'] });
  const moved = movedByOwner?.deals[0]?.id;
  await partner.owner.put(`/deals/${moved}/stage`, { stage_id: stage.Agendado });
  await partner.owner.post('/leads/bulk', { lead_ids: [inBulk?.id], add_tags: ['vip'] });
  const phone = nextPhone.mobile();
  await partner.owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `phone\r\n${phone}`);
  await test.app.get(ImportsJob).run();
  const [imported] = (await partner.owner.get<LeadView[]>(`/leads?phone=${phone}`)).data;
  await test.app.get(AutomationsJob).run(new Date(Date.now() + 2 * DAY_MS));
  await partner.withKey('leads:read');
  const [told] = (await partner.owner.get<{ id: string }[]>('/notifications?limit=1')).data;

  for (const stream of streams) {
    for (const lead of [submitted, entered, ...leads, imported, idle]) await stream.heard('lead', lead?.id);
    for (const id of [submitted.deals[0]?.id, movedByPartner?.deals[0]?.id, moved]) await stream.heard('deal', id);
    await stream.heard('notification', told?.id);
    expect(stream.events.filter(({ id }) => id === submitted.id)).toHaveLength(1);
  }
  // Of what belongs to a lead that goes, its lead tells.
  await merge(merged.id, kept.id);
  for (const stream of streams) for (const { id } of [merged, kept]) await stream.heard('lead', id);
  await erase(erased.id);
  for (const stream of streams) await stream.heard('lead', erased.id);
});

it('a console hears that notices were read', async () => {
  const other = await test.partner();
  const stream = await consoleOf(other);
  await other.owner.post('/notifications/read');
  await until(() => stream.events.some(({ name, id }) => name === 'notification' && id === undefined));
});

it('a console hears nothing of another account, nor what was rolled back', async () => {
  const other = await test.partner();
  const [own, foreign] = [await consoleOf(partner), await consoleOf(other)];
  const database = test.app.get(Database);
  const failure = new Error('no');
  const rolledBack = notice(other);
  const failed = database.transaction('', async (tx) => {
    await tx.send(rolledBack);
    throw failure;
  });
  await expect(failed).rejects.toBe(failure);
  const unacceptable = notify(other.accountId, 'automation.notice', 'not-an-id', 'Olá');
  await expect(database.transaction('', (tx) => tx.commit([rolledBack, unacceptable]))).rejects.toThrow();
  const lead = await submit();
  await own.heard('lead', lead.id);
  const last = await submit({}, other.api);
  await foreign.heard('lead', last.id);
  expect(foreign.events.map(({ id }) => id)).not.toContain(lead.id);
  expect(foreign.events.map(({ id }) => id)).not.toContain(rolledBack.changes?.[0]?.id);
});

it('HEAD ends at once', async () => {
  const { token } = await begin({ id: partner.accountId });
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${test.url}/admin/v1/events`, { method: 'HEAD', headers });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

it('of more than 20 streams of an account the oldest end, and come back late', async () => {
  const { accountId } = await test.partner();
  const streams = [];
  for (let n = 0; n < MAX_STREAMS + 2; n++) streams.push(await consoleOf({ accountId }));
  for (const oldest of streams.slice(0, 2)) await oldest.ended();
  expect(streams[0]?.text).toContain('retry: 60000');
  expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true, ...Array<boolean>(MAX_STREAMS).fill(false)]);
});

describe('with a quick beat', () => {
  const streams = () => test.app.get(EventStreams);
  beforeAll(() => void (streams().beatMs = 100));
  afterAll(() => void (streams().beatMs = 20_000));

  it('comment lines keep the connection open', async () => {
    const stream = await consoleOf(partner);
    await until(() => stream.text.includes(':\n\n:\n\n'));
    expect(stream.hasEnded).toBe(false);
  });

  it('the stream of a session that ends, ends', async () => {
    const session = await begin({ id: partner.accountId });
    const headers = { Authorization: `Bearer ${session.token}` };
    const stream = await openStream(test.url, headers);
    await fetch(`${test.url}/admin/v1/sessions/current`, { method: 'DELETE', headers });
    await stream.ended();
  });

  it('a stream is no use of its session, nor is a call that says that nobody asked for it', async () => {
    const session = await begin({ id: partner.accountId });
    const headers = { Authorization: `Bearer ${session.token}` };
    const used = jest.spyOn(test.app.get(SessionsService), 'recordUse');
    const stream = await openStream(test.url, headers);
    await until(() => stream.text.includes(':\n\n'));
    await fetch(`${test.url}/admin/v1/account`, { headers: { ...headers, 'X-Unattended': 'true' } });
    expect(used).not.toHaveBeenCalled();
    await fetch(`${test.url}/admin/v1/account`, { headers });
    expect(used).toHaveBeenCalledTimes(1);
    used.mockRestore();
  });

  it('consoles of an instance that does not hear the others are told to reload', async () => {
    const stream = await consoleOf(partner);
    const readiness = async () => (await new HttpClient(test.url, '').get<Health>('/health/ready')).data;
    expect(await readiness()).toMatchObject({ events: 'up' });
    streams().isCutOff = true;
    await stream.heard('reset');
    expect(await readiness()).toMatchObject({ events: 'cut_off' });
    streams().isCutOff = false;
  });
});

it('a reader who does not read is cut off before it fills the memory', async () => {
  const other = await test.partner();
  const stream = await consoleOf(other);
  stream.response.pause();
  const text = `: ${'x'.repeat(60_000)}\n\n`;
  for (let told = 0; told < 500 && test.app.get(EventStreams).isFollowed(other.accountId); told++) {
    test.app.get(EventStreams).publish(other.accountId, text);
    await sleep(1);
  }
  stream.response.resume();
  await until(() => stream.hasEnded || stream.text.length >= 500 * text.length);
  expect(stream.text.length).toBeLessThan(250 * text.length);
});

it('an account has at most twenty streams, though the oldest one reads nothing, not even its end', async () => {
  const { accountId } = await test.partner();
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': accountId };
  const written = jest.spyOn(ServerResponse.prototype, 'write');
  /** What the account's streams are written to, oldest first. */
  const responses = (): ServerResponse[] => {
    const ofAccount = (written.mock.contexts as ServerResponse[]).filter(
      ({ req }) => req.headers['x-account-id'] === accountId,
    );
    return [...new Set(ofAccount)];
  };
  const oldest = await openStream(test.url, headers);
  oldest.response.pause();
  const [unread] = responses();
  // More than the buffers of a connection take, and less than that for which it is cut off by itself.
  while ((unread?.writableLength ?? 1) === 0) {
    test.app.get(EventStreams).publish(accountId, `: ${'x'.repeat(30_000)}\n\n`);
    await sleep(2);
  }
  await Promise.all(Array.from({ length: MAX_STREAMS + 2 }, () => openStream(test.url, headers)));
  await until(() => responses().filter((response) => !response.destroyed).length === MAX_STREAMS);
  // Streams of other tests are among these.
  const counted = await register.getSingleMetric('event_streams')?.get();
  expect(counted?.values[0]?.value).toBeGreaterThanOrEqual(MAX_STREAMS);
  expect([unread?.destroyed, responses().length]).toEqual([true, MAX_STREAMS + 3]);
});
