import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { notify } from '../../src/accounts/tell-owner';
import type { SessionView } from '../../src/contract/session';
import { DAY_MS } from '../../src/contract/durations';
import { Database } from '../../src/database/database';
import { EventStreams } from '../../src/events/event-streams';
import { appForAllTests, appStarter, OPERATOR_TOKEN, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { type EventStream, eventStreams } from '../support/event-stream';
import { leadCalls } from '../support/lead-calls';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { forEachTest } from '../support/setup';
import { watchTraffic } from '../support/traffic';
import { until } from '../support/waiting';

/** What streams tell sellers who see their own and unassigned leads only, at the instance that writes and at another one. */

let database: string;
const one = appForAllTests(async () => ({ DATABASE_URL: (database = await privateDatabase('events_members')) }));
const start = appStarter();
const partner = forEachTest(() => one.partner());
const { submit, move, duplicate, merge } = leadCalls(one, partner);
const { join } = memberCalls(one);
const openStream = eventStreams();
let other: TestApp;

/** Longer than changes are collected, here and at the other instance. */
const SOON_MS = 600;
/** Changes that are further apart are published apart. */
const APART_MS = 250;

const listeners = () =>
  one.sql(`select 1 from pg_stat_activity where application_name = 'entrada events' and datname = current_database()`);

beforeAll(async () => {
  other = await start({ DATABASE_URL: database });
  // No beat ends a stream here.
  for (const { app } of [one, other]) app.get(EventStreams).beatMs = DAY_MS;
  const { accountId } = await one.partner();
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': accountId };
  for (const { url } of [one, other]) await openStream(url, headers);
  await until(async () => (await listeners()).length === 2);
});

const assign = async (leadId: string, member: { id: string } | null, api = partner.owner) => {
  expect((await api.patch(`/leads/${leadId}`, { responsible_id: member?.id ?? null })).status).toBe(200);
};
const rename = (leadId: string) => partner.owner.patch(`/leads/${leadId}`, { name: `Ana ${randomUUID()}` });
const write = (type: 'submission.held' | 'api_key.revoked' | 'automation.notice', leadId: string | null = null) =>
  one.app.get(Database).transaction((tx) => tx.send(notify(partner.accountId, type, randomUUID(), 'Olá', leadId)));
const newLead = async (member: SignedIn | null) => {
  const lead = await submit();
  if (member) await assign(lead.id, member);
  return lead;
};

/** What a stream has told since `from`, each once, as its kind and id. */
const toldBy = ({ events }: EventStream, from: number) => [
  ...new Set(events.slice(from).map(({ name, id }) => `${name} ${id ?? 'many'}`)),
];

describe.each([
  ['that writes', () => one.url],
  ['that receives', () => other.url],
])('at the instance %s', (_, url) => {
  const team = forEachTest(async () => {
    await partner.owner.patch('/account', { sellers_see: 'own' });
    const [ana, bia, caio] = [
      await join(partner, 'seller', 'Ana'),
      await join(partner, 'seller', 'Bia'),
      await join(partner, 'seller', 'Caio'),
    ];
    return { ana, bia, caio, manager: await join(partner, 'manager', 'Davi') };
  });
  const streamOf = ({ token }: { token: string }) => openStream(url(), { Authorization: `Bearer ${token}` });

  /** What the team is told of the work: Ana, Bia, Caio, and the manager. */
  const told = async (work: () => Promise<unknown>): Promise<string[][]> => {
    await sleep(SOON_MS);
    const streams = [];
    for (const member of [team.ana, team.bia, team.caio, team.manager]) streams.push(await streamOf(member));
    await work();
    await sleep(APART_MS);
    const last = await newLead(null);
    for (const stream of streams) await stream.heard('deal', last.deals[0]?.id);
    return streams.map((stream) =>
      toldBy(stream, 0).filter((one) => !one.includes(last.id) && !one.includes(last.deals[0]?.id ?? '')),
    );
  };

  it('a change of a lead: of one’s own, of a colleague’s, of nobody’s', async () => {
    const [own, free] = [await newLead(team.ana), await newLead(null)];
    const [ofOwn, ofFree] = [`lead ${own.id}`, `lead ${free.id}`];
    expect(await told(() => rename(own.id))).toEqual([[ofOwn], [], [], [ofOwn]]);
    expect(await told(() => rename(free.id))).toEqual([[ofFree], [ofFree], [ofFree], [ofFree]]);
  });

  it('a lead that is handed on: who loses it, who gets it, and nobody else', async () => {
    const { id } = await newLead(team.ana);
    const event = [`lead ${id}`];
    expect(await told(() => assign(id, team.bia))).toEqual([event, event, [], event]);
    expect(await told(() => rename(id))).toEqual([[], event, [], event]);
    expect(await told(() => assign(id, null))).toEqual([event, event, event, event]);
  });

  it('an unassigned lead that somebody takes: everybody, a last time', async () => {
    const { id } = await newLead(null);
    const event = [`lead ${id}`];
    expect(await told(() => assign(id, team.ana, team.ana.api))).toEqual([event, event, event, event]);
    expect(await told(() => rename(id))).toEqual([event, [], [], event]);
  });

  it('a deal that moves, with its lead', async () => {
    const lead = await newLead(team.bia);
    const stage = (await partner.stages())['Em contato'];
    const events = [`lead ${lead.id}`, `deal ${lead.deals[0]?.id}`];
    expect(await told(() => move(lead.id, { stage_id: stage }))).toEqual([[], events, [], events]);
  });

  it('an activity or appointment of one’s lead that is deleted: its lead, since the row is gone', async () => {
    const { id } = await newLead(team.ana);
    const made = async (path: string, body: object) => (await partner.owner.post<{ id: string }>(path, body)).data.id;
    const call = await made(`/leads/${id}/activities`, { type: 'call' });
    const meeting = await made('/appointments', { lead_id: id, starts_at: '2030-03-02T12:00:00Z' });
    for (const [kind, gone, path] of [
      ['activity', call, 'activities'],
      ['appointment', meeting, 'appointments'],
    ] as const)
      expect(await told(() => partner.owner.delete(`/${path}/${gone}`))).toEqual([
        [`lead ${id}`],
        [],
        [],
        [`lead ${id}`, `${kind} ${gone}`],
      ]);
  });

  it('a merge of one’s lead into a colleague’s: the lead that is gone, and the one that stays', async () => {
    const lead = await newLead(team.ana);
    const stays = await duplicate(lead.phone);
    await assign(stays.id, team.bia);
    const [gone, many] = [`lead ${lead.id}`, ['deal many', 'notification many', 'activity many', 'appointment many']];
    const whole = [gone, `lead ${stays.id}`, ...many];
    expect(await told(() => merge(lead.id, stays.id))).toEqual([
      [gone, ...many],
      [`lead ${stays.id}`, ...many],
      many,
      whole,
    ]);
  });

  it('an entry of the list of notifications: of one’s lead, of a held submission, of a key', async () => {
    const { id } = await newLead(team.caio);
    const counts = async (...given: Parameters<typeof write>) =>
      (await told(() => write(...given))).map((events) => events.length);
    expect(await counts('automation.notice', id)).toEqual([0, 0, 1, 1]);
    expect(await counts('submission.held')).toEqual([0, 0, 0, 1]);
    expect(await counts('api_key.revoked')).toEqual([0, 0, 0, 0]);
  });

  it('a role or a setting that changes, to an open stream: that it reads everything again, then what is seen now', async () => {
    const { id } = await newLead(team.ana);
    await sleep(SOON_MS);
    const [lowered, other] = [await streamOf(team.manager), await streamOf(team.bia)];
    await partner.owner.patch(`/members/${team.manager.id}`, { role: 'seller' });
    await lowered.heard('reset');
    await rename(id);
    await sleep(SOON_MS);
    const asked = 'notification many';
    expect([toldBy(lowered, 0), toldBy(other, 0)]).toEqual([['reset many', asked], [asked]]);
    await partner.owner.patch('/account', { sellers_see: 'all' });
    for (const stream of [lowered, other]) await stream.heard('reset');
    await rename(id);
    for (const stream of [lowered, other]) await stream.heard('lead', id);
    expect(toldBy(other, 0)).toEqual([asked, 'reset many', `lead ${id}`]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['was deactivated', () => partner.owner.patch(`/members/${team.ana.id}`, { active: false })],
    [
      'has no session any more',
      async () => {
        const sessions = (await partner.owner.get<SessionView[]>('/sessions')).data;
        const own = sessions.find(({ member }) => member.id === team.ana.id);
        expect((await partner.owner.delete(`/sessions/${own?.id}`)).status).toBe(204);
      },
    ],
    [
      'is of an account with another owner now',
      () =>
        one.operator.put(`/accounts/${partner.accountId}/owner`, {
          name: 'Nova',
          email: `${randomUUID()}@example.com`,
        }),
    ],
  ])('nothing to a member who %s: the stream ends, before anything else happens', async (_name, end) => {
    await newLead(team.ana);
    await sleep(SOON_MS);
    const stream = await streamOf(team.ana);
    await end();
    await stream.ended();
    expect(stream.events).toEqual([]);
  });
});

describe('look-ups', () => {
  const lookUps = async (work: () => Promise<unknown>): Promise<number> => {
    await sleep(SOON_MS);
    const { statements } = await watchTraffic(async () => {
      await work();
      await sleep(SOON_MS);
    });
    return statements.filter(({ text }) => text.startsWith(`select 'lead' as kind`)).length;
  };
  const follow = (token: string) => openStream(one.url, { Authorization: `Bearer ${token}` });

  it('are one for all streams of a member, and none in an account where everybody sees all leads', async () => {
    const [seller, manager] = [await join(partner, 'seller'), await join(partner, 'manager')];
    const { id } = await newLead(seller);
    const streams = [];
    for (const { token } of [seller, seller, seller, manager]) streams.push(await follow(token));
    expect(await lookUps(() => rename(id))).toBe(0);
    await partner.owner.patch('/account', { sellers_see: 'own' });
    expect(await lookUps(() => rename(id))).toBe(1);
    for (const stream of streams) await stream.heard('lead', id);
  });
});
