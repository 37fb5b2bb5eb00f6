import { randomUUID } from 'node:crypto';
import { notify } from '../../src/accounts/notifications';
import type { SessionView } from '../../src/contract/session';
import { DAY_MS } from '../../src/contract/durations';
import { Database } from '../../src/database/database';
import { EventStreams } from '../../src/events/event-streams';
import { assignLeads, setResponsible } from '../../src/leads/record/assignments.queries';
import { HandOverJob } from '../../src/members/hand-over.job';
import { appForAllTests } from '../support/app';
import { type EventStream, eventStreams } from '../support/event-stream';
import { leadCalls } from '../support/lead-calls';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { forAllTests } from '../support/setup';
import { until } from '../support/waiting';

/** What streams tell sellers who see their own and unassigned leads only, at the instance that writes and at another one. */

const one = appForAllTests({});
const other = appForAllTests({});
const listeners = async () =>
  (
    await one.sql(
      `select 1 from pg_stat_activity where application_name = 'entrada events' and datname = current_database()`,
    )
  ).length;
const before = forAllTests(async () => ({ listeners: await listeners() }));
const partner = forAllTests(() => one.partner());
const { submit, duplicate, merge, nextPhone } = leadCalls(one, partner);
const { join } = memberCalls(one);
const openStream = eventStreams();
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const TEAM = ['ana', 'bia', 'caio', 'manager'] as const;

const team = forAllTests(async () => {
  // No beat ends a stream here.
  for (const { app } of [one, other]) app.get(EventStreams).beatMs = DAY_MS;
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const members = [];
  for (const name of TEAM) members.push(await join(partner, name === 'manager' ? name : 'seller', name));
  return Object.fromEntries(members.map((member) => [member.name, member])) as Record<(typeof TEAM)[number], SignedIn>;
});

/** The streams of the team, at both instances. */
const open = forAllTests(async () => {
  const streams: EventStream[][] = [];
  for (const name of TEAM) {
    streams.push([
      await openStream(one.url, bearer(team[name].token)),
      await openStream(other.url, bearer(team[name].token)),
    ]);
  }
  await until(async () => (await listeners()) >= before.listeners + 2);
  return { streams };
});

/** The end of a step: a lead that everybody sees, whose appointments are the last kind of event. */
const marked = forAllTests(async () => submit({ phone: nextPhone.mobile() }));

async function endStep(): Promise<void> {
  const body = { lead_id: marked.id, starts_at: '2030-03-02T12:00:00Z' };
  const { id } = (await partner.owner.post<{ id: string }>('/appointments', body)).data;
  for (const stream of open.streams.flat()) await stream.heard('appointment', id);
}

const kindsOf = (events: readonly string[] = []) => [...new Set(events.map((event) => event.split(' ')[0]))];

/** What the team is told of the work: Ana, Bia, Caio, and the manager. */
async function told(work: () => Promise<unknown>, isFew = true): Promise<string[][]> {
  await endStep();
  const from = open.streams.map((streams) => streams.map(({ events }) => events.length));
  await work();
  await endStep();
  return open.streams.map((streams, member) => {
    const [atOne, atOther] = streams.map(({ events }, place) => toldBy(events.slice(from[member]?.[place])));
    // The other instance may collect the messages of two moments: what is many there is not so here.
    if (isFew) expect(atOther).toEqual(atOne);
    else expect(new Set(kindsOf(atOther))).toEqual(new Set(kindsOf(atOne)));
    return atOne ?? [];
  });
}

/** Each event once, as its kind and id; the events that end a step are left out. */
const toldBy = (events: EventStream['events']): string[] =>
  [...new Set(events.map(({ name, id }) => `${name} ${id ?? 'many'}`))]
    .filter((event) => event !== `lead ${marked.id}`)
    .slice(0, -1)
    .sort();

const assign = async (leadId: string, member: { id: string } | null, api = partner.owner) =>
  expect((await api.patch(`/leads/${leadId}`, { responsible_id: member?.id ?? null })).status).toBe(200);
const rename = (leadId: string) => partner.owner.patch(`/leads/${leadId}`, { name: `Ana ${randomUUID()}` });
const newLead = async (member: SignedIn | null) => {
  const lead = await submit();
  if (member) await assign(lead.id, member);
  return lead;
};

it('tells of a change of one’s own lead and of nobody’s, and of what is deleted with it its lead, since the row is gone', async () => {
  const [own, free, ofBia] = [await newLead(team.ana), await newLead(null), await newLead(team.bia)];
  const made = async (path: string, body: object) => (await partner.owner.post<{ id: string }>(path, body)).data.id;
  const withCall = await newLead(team.ana);
  const call = await made(`/leads/${withCall.id}/activities`, { type: 'call' });
  const withMeeting = await newLead(team.ana);
  const meeting = await made('/appointments', { lead_id: withMeeting.id, starts_at: '2030-03-02T12:00:00Z' });
  const deal = ofBia.deals[0]?.id;
  const stage = (await partner.stages())['Em contato'];
  const answers = await told(async () => {
    await rename(own.id);
    await rename(free.id);
    await partner.owner.put(`/deals/${deal}/stage`, { stage_id: stage });
    await partner.owner.delete(`/activities/${call}`);
    await partner.owner.delete(`/appointments/${meeting}`);
  });
  const ofAna = [own, withCall, withMeeting].map(({ id }) => `lead ${id}`);
  const ofFree = `lead ${free.id}`;
  const moved = [`lead ${ofBia.id}`, `deal ${deal}`];
  expect(answers).toEqual([
    [...ofAna, ofFree].sort(),
    [...moved, ofFree].sort(),
    [ofFree],
    [...ofAna, ofFree, ...moved, `activity ${call}`, `appointment ${meeting}`].sort(),
  ]);
});

it('tells of a lead that changes hands who loses it, who gets it, and nobody else', async () => {
  const [handed, taken] = [await newLead(team.ana), await newLead(null)];
  const [ofHanded, ofTaken] = [`lead ${handed.id}`, `lead ${taken.id}`];
  const both = [ofHanded, ofTaken].sort();
  const change = () =>
    told(async () => {
      await assign(handed.id, team.bia);
      await assign(taken.id, team.ana, team.ana.api);
    });
  expect(await change()).toEqual([both, both, [ofTaken], both]);
  const renameBoth = async () => {
    await rename(handed.id);
    await rename(taken.id);
  };
  expect(await told(renameBoth)).toEqual([[ofTaken], [ofHanded], [], both]);
  expect(await told(() => assign(handed.id, null))).toEqual([[ofHanded], [ofHanded], [ofHanded], [ofHanded]]);
});

it('tells of a merge of one’s lead into a colleague’s: the lead that is gone, and the one that stays', async () => {
  const lead = await newLead(team.ana);
  const stays = await duplicate(lead.phone);
  await assign(stays.id, team.bia);
  const [gone, kept] = [`lead ${lead.id}`, `lead ${stays.id}`];
  expect(await told(() => merge(lead.id, stays.id))).toEqual([[gone], [kept], [], [gone, kept].sort()]);
});

describe('whatever is done to the leads of one seller, another one is told of nothing, not even of its kind', () => {
  const HIDDEN = 60;
  /** Leads of Bia, each with an activity, an appointment and a deal. */
  const ofBia = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push((await newLead(team.bia)).id);
    for (const lead_id of ids.slice(0, 2)) {
      await partner.owner.post(`/leads/${lead_id}/activities`, { type: 'call' });
      await partner.owner.post('/appointments', { lead_id, starts_at: '2030-03-02T12:00:00Z' });
    }
    return ids;
  };
  const bulk = async (body: object) => expect((await partner.owner.post('/leads/bulk', body)).status).toBe(200);
  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    [
      'tags of many',
      async () => {
        const ids = await ofBia(HIDDEN);
        return () => bulk({ lead_ids: ids, add_tags: ['x'] });
      },
    ],
    [
      'moves of many',
      async () => {
        const ids = await ofBia(HIDDEN);
        const { Agendado } = await partner.stages();
        return () => bulk({ lead_ids: ids, stage_id: Agendado });
      },
    ],
    [
      'an erasure of many',
      async () => {
        const ids = await ofBia(HIDDEN);
        return () => bulk({ lead_ids: ids, erase: true });
      },
    ],
    [
      'an erasure',
      async () => {
        const [id = ''] = await ofBia(1);
        return () => partner.owner.post(`/leads/${id}/erase`);
      },
    ],
    [
      'a merge',
      async () => {
        const lead = await newLead(team.bia);
        const stays = await duplicate(lead.phone);
        await assign(stays.id, team.bia);
        await one.app
          .get(Database)
          .transaction('', (tx) =>
            tx.send(notify(partner.accountId, 'automation.notice', randomUUID(), 'Olá', lead.id)),
          );
        return () => merge(lead.id, stays.id);
      },
    ],
    [
      'a corrected phone',
      async () => {
        const [id = ''] = await ofBia(1);
        return () => partner.owner.patch(`/leads/${id}`, { phone: nextPhone.mobile() });
      },
    ],
  ])('%s', async (_, prepare) => {
    const work = await prepare();
    const [ana, bia, caio, manager] = await told(work, false);
    expect([ana, caio]).toEqual([[], []]);
    expect(kindsOf(bia)).toContain('lead');
    expect(kindsOf(manager)).toContain('lead');
  });

  it('a hand-over to somebody else', async () => {
    const leaving = await join(partner, 'seller', 'dora');
    const ids = await ofBia(HIDDEN);
    for (const id of ids) await assign(id, leaving);
    const [ana, bia, caio, manager] = await told(async () => {
      const body = { active: false, hand_over_to: team.bia.id };
      expect((await partner.owner.patch(`/members/${leaving.id}`, body)).status).toBe(200);
      await one.app.get(HandOverJob).run();
    }, false);
    expect([ana, caio].map((events) => events?.filter((event) => event !== 'notification many'))).toEqual([[], []]);
    for (const events of [bia, manager]) expect(kindsOf(events)).toContain('lead');
  });

  it('of many leads of somebody else and one of one’s own: that many have changed', async () => {
    const ids = await ofBia(HIDDEN);
    const own = await newLead(team.ana);
    const database = one.app.get(Database);
    const [ana, bia, caio] = await told(() =>
      database.transaction(partner.accountId, (tx) =>
        tx.commit([
          assignLeads(partner.accountId, [...ids, own.id], {
            from: team.bia.id,
            to: team.bia.id,
            by: 'staff',
            at: new Date(),
          }),
          setResponsible(partner.accountId, own.id, team.ana.id),
        ]),
      ),
    );
    expect([ana, bia, caio]).toEqual([['lead many'], ['lead many'], []]);
  });
});

it('tells of an entry of the list of notifications to who sees it: of one’s lead, of a held submission, of a key', async () => {
  const { id } = await newLead(team.caio);
  const write = (type: 'submission.held' | 'api_key.revoked' | 'automation.notice', leadId: string | null = null) =>
    one.app
      .get(Database)
      .transaction('', (tx) => tx.send(notify(partner.accountId, type, randomUUID(), 'Olá', leadId)));
  const answers = await told(async () => {
    await write('automation.notice', id);
    await write('submission.held');
    await write('api_key.revoked');
  });
  expect(answers.map((events) => events.length)).toEqual([0, 0, 1, 2]);
});

it('a role or a setting that changes, to an open stream: that it reads everything again, then what is seen now', async () => {
  const { id } = await newLead(team.ana);
  const lowered = await join(partner, 'manager');
  await endStep();
  const stream = await openStream(other.url, bearer(lowered.token));
  const ofBia = open.streams[1]?.[1] as EventStream;
  await partner.owner.patch(`/members/${lowered.id}`, { role: 'seller' });
  await stream.heard('reset');
  expect((await told(() => rename(id)))[1]).toEqual([]);
  expect(stream.events).not.toContainEqual({ name: 'lead', id });
  expect(ofBia.events).not.toContainEqual({ name: 'reset', id: undefined });
  await partner.owner.patch('/account', { sellers_see: 'all' });
  for (const each of [stream, ofBia]) await each.heard('reset');
  await rename(id);
  for (const each of [stream, ofBia]) await each.heard('lead', id);
  await partner.owner.patch('/account', { sellers_see: 'own' });
});

it.each<[string, (member: SignedIn) => Promise<unknown>]>([
  ['was deactivated', ({ id }) => partner.owner.patch(`/members/${id}`, { active: false })],
  [
    'has no session any more',
    async ({ id }) => {
      const sessions = (await partner.owner.get<SessionView[]>('/sessions')).data;
      const own = sessions.find(({ member }) => member.id === id);
      expect((await partner.owner.delete(`/sessions/${own?.id}`)).status).toBe(204);
    },
  ],
])('nothing to a member who %s: the streams end, before anything else happens', async (_name, end) => {
  const member = await join(partner, 'seller');
  await endStep();
  const streams = [await openStream(one.url, bearer(member.token)), await openStream(other.url, bearer(member.token))];
  await end(member);
  for (const stream of streams) {
    await stream.ended();
    expect(stream.events).toEqual([]);
  }
});
