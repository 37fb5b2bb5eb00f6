import { DAY_MS } from '../../src/contract/durations';
import { randomUUID } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from 'prom-client';
import { EventStreams, MAX_STREAMS } from '../../src/events/event-streams';
import { AutomationsJob } from '../../src/automations/automations.job';
import type { Health } from '../../src/contract/health';
import type { LeadView } from '../../src/contract/lead';
import { Database } from '../../src/database/database';
import { ImportsJob } from '../../src/imports/imports.job';
import { notify } from '../../src/accounts/tell-owner';
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

/** Longer than changes are collected. */
const SOON_MS = 400;

/** A notice that could be written. */
const notice = () => notify(partner.accountId, 'automation.notice', randomUUID(), 'Olá');

/** A console of the account, with an owner's session; what has changed before is told. */
const consoleOf = async ({ accountId }: Pick<Partner, 'accountId'>) => {
  await sleep(SOON_MS);
  return openStream(test.url, { Authorization: `Bearer ${(await begin({ id: accountId })).token}` });
};

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

describe('what a console hears', () => {
  it('a lead that a partner sends, and its deal', async () => {
    const stream = await consoleOf(partner);
    const lead = await submit();
    await stream.heard('lead', lead.id);
    await stream.heard('deal', lead.deals[0]?.id);
    expect(stream.events).toHaveLength(2);
  });

  it('a lead that a partner changes, one that the owner changes, and one that staff enter', async () => {
    const [one, other] = [await submit(), await submit()];
    const stream = await consoleOf(partner);
    await partner.api.patch(`/leads/${one.id}`, { name: 'Ana' });
    await stream.heard('lead', one.id);
    await partner.owner.patch(`/leads/${other.id}`, { name: 'Bia' });
    await stream.heard('lead', other.id);
    const entered = await partner.owner.post<LeadView>('/leads', { phone: nextPhone.mobile() });
    await stream.heard('lead', entered.data.id);
  });

  it('a move, by a partner and by the owner', async () => {
    const stage = await partner.stages();
    const lead = await submit();
    const deal = lead.deals[0]?.id;
    const stream = await consoleOf(partner);
    await move(lead.id, { stage_id: stage['Em contato'] });
    await stream.heard('deal', deal);
    const again = await consoleOf(partner);
    await partner.owner.put(`/deals/${deal}/stage`, { stage_id: stage.Agendado });
    await again.heard('deal', deal);
    await again.heard('lead', lead.id);
  });

  it('what the owner changes in bulk', async () => {
    const lead = await submit();
    const stream = await consoleOf(partner);
    await partner.owner.post('/leads/bulk', { lead_ids: [lead.id], add_tags: ['vip'] });
    await stream.heard('lead', lead.id);
  });

  it('a merge: both leads, and that deals have moved', async () => {
    const [one, other] = await pair();
    const stream = await consoleOf(partner);
    await merge(other.id, one.id);
    await stream.heard('lead', one.id);
    await stream.heard('lead', other.id);
    await stream.heard('deal');
  });

  it('an erasure', async () => {
    const lead = await submit();
    const stream = await consoleOf(partner);
    await erase(lead.id);
    await stream.heard('lead', lead.id);
  });

  it('an import', async () => {
    const stream = await consoleOf(partner);
    const phone = nextPhone.mobile();
    await partner.owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `phone\r\n${phone}`);
    await test.app.get(ImportsJob).run();
    const [lead] = (await partner.owner.get<LeadView[]>(`/leads?phone=${phone}`)).data;
    await stream.heard('lead', lead?.id);
  });

  it('an automation, and the notice that it writes', async () => {
    const stage = await partner.stages();
    const deal = { stage_id: stage['Em contato'] };
    for (const action of [{ type: 'notify' }, { type: 'add_tag', tag: 'parado' }]) {
      await partner.owner.post(`/stages/${stage['Em contato']}/automations`, { idle_days: 1, action });
    }
    const lead = await submit({ deal });
    const stream = await consoleOf(partner);
    await test.app.get(AutomationsJob).run(new Date(Date.now() + 2 * DAY_MS));
    await stream.heard('lead', lead.id);
    await stream.heard('notification');
  });

  it('a notice, and that it was read', async () => {
    const stream = await consoleOf(partner);
    await partner.withKey('leads:read');
    await stream.heard('notification');
    const [notice] = (await partner.owner.get<{ id: string }[]>('/notifications?limit=1')).data;
    await stream.heard('notification', notice?.id);
    const other = await consoleOf(partner);
    await partner.owner.post('/notifications/read');
    await other.heard('notification');
  });

  it('many changes at once, as one event without an id', async () => {
    const stream = await consoleOf(partner);
    const database = test.app.get(Database);
    await database.transaction(async (tx) => {
      for (let n = 0; n < 60; n++) await tx.send(notice());
    });
    await stream.heard('notification');
    expect(stream.events).toEqual([{ name: 'notification', id: undefined }]);
  });
});

describe('what a console does not hear', () => {
  it('anything of another account', async () => {
    const other = await test.partner();
    const [own, foreign] = [await consoleOf(partner), await consoleOf(other)];
    const lead = await submit();
    await own.heard('lead', lead.id);
    await sleep(SOON_MS);
    expect(foreign.events).toEqual([]);
  });

  it('anything that was rolled back', async () => {
    const stream = await consoleOf(partner);
    const database = test.app.get(Database);
    const failure = new Error('no');
    const failed = database.transaction(async (tx) => {
      await tx.send(notice());
      throw failure;
    });
    await expect(failed).rejects.toBe(failure);
    const unacceptable = notify(partner.accountId, 'automation.notice', 'not-an-id', 'Olá');
    await expect(database.transaction((tx) => tx.commit([notice(), unacceptable]))).rejects.toThrow();
    await sleep(SOON_MS);
    expect(stream.events).toEqual([]);
  });
});

it('the operator follows the account that it names', async () => {
  const stream = await openStream(test.url, {
    Authorization: `Bearer ${OPERATOR_TOKEN}`,
    'X-Account-Id': partner.accountId,
  });
  const lead = await submit();
  await stream.heard('lead', lead.id);
});

it('HEAD ends at once', async () => {
  const { token } = await begin({ id: partner.accountId });
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${test.url}/admin/v1/events`, { method: 'HEAD', headers });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

it('of more than 20 streams of an account the oldest end, and come back late', async () => {
  const other = await test.partner();
  const { token } = await begin({ id: other.accountId });
  const headers = { Authorization: `Bearer ${token}` };
  const streams = [];
  for (let n = 0; n < 22; n++) streams.push(await openStream(test.url, headers));
  for (const oldest of streams.slice(0, 2)) await oldest.ended();
  expect(streams[0]?.text).toContain('retry: 60000');
  expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true, ...Array<boolean>(20).fill(false)]);
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
    const old = new Date(Date.now() - 10 * 60_000);
    await partner.sql('update sessions set last_used_at = $2 where account_id = $1', old);
    const lastUse = async () =>
      (await partner.sql<{ at: Date }>('select max(last_used_at) as at from sessions where account_id = $1'))[0]?.at;
    await openStream(test.url, headers);
    await fetch(`${test.url}/admin/v1/account`, { headers: { ...headers, 'X-Unattended': 'true' } });
    await sleep(SOON_MS);
    expect(await lastUse()).toEqual(old);
    await fetch(`${test.url}/admin/v1/account`, { headers });
    await until(async () => Number(await lastUse()) > Number(old));
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
  for (let told = 0; told < 500; told++) {
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
  await until(() => {
    test.app.get(EventStreams).publish(accountId, `: ${'x'.repeat(30_000)}\n\n`);
    return (unread?.writableLength ?? 0) > 0;
  });
  await Promise.all(Array.from({ length: 2 * MAX_STREAMS }, () => openStream(test.url, headers)));
  await until(() => responses().filter((response) => !response.destroyed).length === MAX_STREAMS);
  // Streams of other tests are among these.
  const counted = await register.getSingleMetric('event_streams')?.get();
  expect(counted?.values[0]?.value).toBeGreaterThanOrEqual(MAX_STREAMS);
  expect([unread?.destroyed, responses().length]).toEqual([true, 1 + 2 * MAX_STREAMS]);
});
