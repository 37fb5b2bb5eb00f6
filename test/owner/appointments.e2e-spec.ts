import type { AppointmentView, ListedAppointment, PlannedAppointment } from '../../src/contract/day/appointment';
import type { TimelineEntry } from '../../src/contract/timeline';
import { MINUTE_MS } from '../../src/contract/durations';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit } = leadCalls(test, partner);
const { join } = memberCalls(test);

const make = async (lead_id: string, starts_at: string) =>
  (await partner.owner.post<AppointmentView>('/appointments', { lead_id, starts_at, attended: false })).data;
const list = (query = '', api = partner.owner) => api.get<ListedAppointment[]>(`/appointments${query}`);
const without = ({ lead, ...appointment }: ListedAppointment): AppointmentView => (
  expect(lead.phone).toMatch(/^55/),
  appointment
);
const listed = async (query = '', api = partner.owner) => (await list(query, api)).data.map(without);

it('lists them by Brasília days, in the order of their beginning, page by page', async () => {
  const { id } = await submit();
  const moments = [
    '2026-03-03T02:59:59.999Z',
    '2026-03-02T03:00:00.000Z',
    '2026-03-03T03:00:00.000Z',
    '2026-03-02T02:59:59.999Z',
  ];
  const made = [];
  for (const moment of moments) made.push(await make(id, moment));
  const twin = await make(id, '2026-03-02T03:00:00.000Z');
  const [late, first, next, before] = made;
  expect(await listed('?from=2026-03-02&to=2026-03-02')).toEqual([first, twin, late]);
  expect(await listed('?to=2026-03-01')).toEqual([before]);
  expect(await listed('?from=2026-03-03')).toEqual([next]);
  const pages = await partner.owner.pages<ListedAppointment>('/appointments?limit=2');
  expect(pages.map((page) => page.map(without))).toEqual([[before, first], [twin, late], [next]]);
});

it('marks one as attended', async () => {
  const { id } = await submit();
  const made = await make(id, '2026-03-02T12:00:00Z');
  const { data } = await partner.owner.patch<AppointmentView>(`/appointments/${made.id}`, { attended: true });
  expect(data).toEqual({ ...made, attended: true });
  expect(await listed()).toEqual([data]);
});

it('answers 404 for what is another account’s, and shows nothing of it', async () => {
  const other = await test.partner();
  const { id: lead_id } = await submit();
  const { id } = await make(lead_id, '2026-03-02T12:00:00Z');
  const body = { lead_id, starts_at: '2026-03-02T12:00:00Z', attended: true };
  expect((await other.owner.post('/appointments', body)).status).toBe(404);
  expect((await other.owner.patch(`/appointments/${id}`, { attended: true })).status).toBe(404);
  expect((await other.owner.patch(`/appointments/${RANDOM_ID}`, { attended: true })).status).toBe(404);
  expect((await other.owner.get('/appointments')).data).toEqual([]);
});

it.each([
  ['?from=2026-02-30', 'from'],
  ['?to=ontem', 'to'],
  ['?limit=0', 'limit'],
  ['?cursor=x', 'cursor'],
])('names the bad parameter of %s', async (query, field) => {
  const refused = await list(query);
  expect([refused.status, refused.fields]).toEqual([422, [field]]);
});

it('has a text and a member, moves, and says whether the person came or not', async () => {
  const { id } = await submit({ name: 'Ana' });
  const member = await join(partner, 'seller');
  const body = { lead_id: id, starts_at: '2030-03-02T12:00:00Z', text: 'Avaliação', member_id: member.id };
  const { status, data: made } = await partner.owner.post<AppointmentView>('/appointments', body);
  expect([status, made]).toEqual([
    201,
    { id: made.id, ...body, starts_at: '2030-03-02T12:00:00.000Z', minutes: 30, attended: false, missed: false },
  ]);
  const change = (more: object) => partner.owner.patch<AppointmentView>(`/appointments/${made.id}`, more);
  expect((await change({ missed: true })).data).toEqual({ ...made, missed: true });
  expect((await change({ attended: true })).data).toEqual({ ...made, attended: true });
  const moved = { starts_at: '2030-03-03T12:00:00.000Z', text: null, member_id: null, attended: false };
  expect((await change(moved)).data).toEqual({ ...made, ...moved });
  expect((await list()).data.map(({ lead }) => lead.name)).toEqual(['Ana']);
  for (const [bad, fields] of [
    [{ attended: true, missed: true }, ['missed']],
    [{ text: 'x'.repeat(201) }, ['text']],
    [{ member_id: RANDOM_ID }, ['member_id']],
    [{ starts_at: 'ontem' }, ['starts_at']],
    [{}, ['body']],
  ] as const) {
    const refused = await change(bad);
    expect([bad, refused.status, refused.fields]).toEqual([bad, 422, fields]);
  }
  const gone = () => partner.owner.delete(`/appointments/${made.id}`);
  expect([(await gone()).status, (await gone()).status, (await change({ missed: true })).status]).toEqual([
    204, 404, 404,
  ]);
});

it('lasts 30 minutes, or as many as are sent, from 5 to 1,440', async () => {
  const { id } = await submit();
  const body = { lead_id: id, starts_at: '2030-03-02T12:00:00Z' };
  const { data: made } = await partner.owner.post<AppointmentView>('/appointments', { ...body, minutes: 1_440 });
  const { data: usual } = await partner.owner.post<AppointmentView>('/appointments', body);
  expect([made.minutes, usual.minutes]).toEqual([1_440, 30]);
  const change = (more: object) => partner.owner.patch<AppointmentView>(`/appointments/${made.id}`, more);
  expect((await change({ minutes: 5 })).data).toEqual({ ...made, minutes: 5 });
  expect((await change({ text: 'Visita' })).data.minutes).toBe(5);
  for (const minutes of [4, 1_441, 7.5, '30', null]) {
    const answers = [await change({ minutes }), await partner.owner.post('/appointments', { ...body, minutes })];
    expect([minutes, ...answers.map(({ status, fields }) => [status, fields])]).toEqual([
      minutes,
      ...answers.map(() => [422, ['minutes']]),
    ]);
  }
  const { data } = await partner.owner.get<TimelineEntry[]>(`/leads/${id}/timeline`);
  expect(data.flatMap(({ appointment }) => appointment?.minutes ?? []).sort()).toEqual([30, 5]);
});

describe('warns of another one of the member at that time', () => {
  const at = (minutes: number) => new Date(Date.UTC(2030, 2, 2, 12) + minutes * MINUTE_MS).toISOString();
  const plan = async (lead: { id: string }, more: object) =>
    JSON.parse((await partner.owner.post('/appointments', { lead_id: lead.id, ...more })).text) as PlannedAppointment;
  const codes = ({ warnings = [] }: PlannedAppointment) => warnings.map(({ code, field }) => `${code} ${field}`);
  const OVERLAP = ['overlap starts_at'];

  it.each([
    ['ends as the other begins', -60, 60, false],
    ['ends a minute into the other', -59, 60, true],
    ['begins with it', 0, 5, true],
    ['is within it', 20, 15, true],
    ['covers it', -600, 1_440, true],
    ['begins in its last minute', 59, 60, true],
    ['begins as it ends', 60, 60, false],
    ['begins a day before, and ends as it begins', -1_440, 1_440, false],
    ['is over long before it', -45, 30, false],
  ] as const)('when the one %s', async (_, start, minutes, isWarned) => {
    const one = await join(partner, 'seller');
    const [mine, theirs] = [await submit(), await submit()];
    const [long, other] = [
      { starts_at: at(0), minutes: 60, member_id: one.id },
      { starts_at: at(start), minutes, member_id: one.id },
    ];
    expect(codes(await plan(mine, long))).toEqual([]);
    const made = await plan(theirs, other);
    expect(codes(made)).toEqual(isWarned ? OVERLAP : []);
    // The other way round, and by a change.
    await partner.owner.delete(`/appointments/${made.data.id}`);
    const [first] = await listed();
    await partner.owner.patch(`/appointments/${first?.id}`, { starts_at: other.starts_at, minutes });
    const { data } = await plan(theirs, { ...long, starts_at: at(10_000) });
    const { text } = await partner.owner.patch(`/appointments/${data.id}`, { starts_at: at(0) });
    expect(codes(JSON.parse(text) as PlannedAppointment)).toEqual(isWarned ? OVERLAP : []);
    expect((await listed()).length).toBe(2);
  });

  it('by the appointment, else by the lead, with both hours; of nobody else, and not of one that was missed', async () => {
    const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
    const [mine, theirs] = [await submit(), await submit()];
    await partner.owner.patch(`/leads/${mine.id}`, { responsible_id: one.id });
    const first = await plan(mine, { starts_at: at(0), minutes: 90 });
    const { warnings } = await plan(theirs, { starts_at: at(80), member_id: one.id });
    expect(warnings?.map(({ message }) => message)).toEqual([
      'Há outro agendamento da mesma pessoa das 09:00 às 10:30.',
    ]);
    expect(codes(await plan(theirs, { starts_at: at(10), member_id: other.id }))).toEqual([]);
    expect(codes(await plan(theirs, { starts_at: at(10) }))).toEqual([]);
    await partner.owner.patch(`/appointments/${first.data.id}`, { missed: true });
    expect(codes(await plan(theirs, { starts_at: at(30), member_id: one.id }))).toEqual([]);
  });

  it('at least once, of two that are made at the same moment', async () => {
    const one = await join(partner, 'seller');
    for (const round of times(8, (n) => n)) {
      const leads = [await submit(), await submit()] as const;
      const body = { starts_at: at(round * 10_000), minutes: 60, member_id: one.id };
      const made = await race(
        round,
        () => plan(leads[0], body),
        () => plan(leads[1], body),
      );
      expect(made.flatMap(codes)).toContain('overlap starts_at');
    }
  });

  it('among any number of others, and of the last 2,000 that name nobody', async () => {
    const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
    const [mine, theirs, next] = [await submit(), await submit(), await submit()];
    await partner.owner.patch(`/leads/${mine.id}`, { responsible_id: one.id });
    const add = (lead: { id: string }, starts: string, count: number, member: string | null) =>
      partner.sql(
        `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at, member_id)
         select $1, gen_random_uuid(), $2, $3::timestamptz, false, now(), $5::uuid from generate_series(1, $4::int)`,
        ...[lead.id, starts, count, member],
      );
    const isWarned = async (day: number) =>
      codes(await plan(next, { starts_at: `2030-03-0${day}T12:10:00Z`, member_id: one.id })).length > 0;
    for (const day of [2, 4]) await add(theirs, `2030-03-0${day}T12:00Z`, 2_100, other.id);
    await add(theirs, '2030-03-02T12:00Z', 1, one.id);
    expect([await isWarned(2), await isWarned(4)]).toEqual([true, false]);
    for (const day of [6, 8]) await add(mine, `2030-03-0${day}T12:00Z`, 1, null);
    await add(theirs, '2030-03-06T12:01Z', 1_999, null);
    await add(theirs, '2030-03-08T12:01Z', 2_000, null);
    expect([await isWarned(6), await isWarned(8)]).toEqual([true, false]);
  });
});

it('has room for 500 of a lead', async () => {
  const { id } = await submit();
  await partner.sql(
    `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at)
     select $1, gen_random_uuid(), $2, now(), false, now() from generate_series(1, 499)`,
    id,
  );
  const body = { lead_id: id, starts_at: '2030-03-02T12:00:00Z' };
  const answers = await Promise.all([1, 2, 3].map(() => partner.owner.post('/appointments', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

it('does not list or warn of the appointment of an erased person, which nobody can change', async () => {
  const one = await join(partner, 'seller');
  const [gone, next] = [await submit(), await submit()];
  const at = { starts_at: '2030-03-02T12:00:00Z', member_id: one.id };
  await partner.owner.post('/appointments', { lead_id: gone.id, ...at });
  await partner.owner.post(`/leads/${gone.id}/erase`);
  expect((await partner.owner.post('/appointments', { lead_id: next.id, ...at })).body.warnings).toBeUndefined();
  const page = await list('?limit=1');
  expect([...page.data, ...(await list(`?cursor=${page.body.next_cursor}`)).data].map((one) => one.lead_id)).toEqual([
    next.id,
  ]);
});

it('lists what a member has: by the appointment, else by the lead', async () => {
  const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
  const [mine, nobodys] = [await submit(), await submit()];
  await partner.owner.patch(`/leads/${mine.id}`, { responsible_id: one.id });
  const made = [];
  for (const [lead, member_id] of [
    [mine, null],
    [mine, other.id],
    [nobodys, null],
    [nobodys, one.id],
  ] as const) {
    const body = { lead_id: lead.id, starts_at: '2030-03-02T12:00:00Z', member_id };
    made.push((await partner.owner.post<AppointmentView>('/appointments', body)).data);
  }
  const [a, b, c, d] = made;
  expect(await listed('?responsible=me', one.api)).toEqual([a, d]);
  expect(await listed(`?responsible=${other.id}`)).toEqual([b]);
  expect(await listed('?responsible=none')).toEqual([c]);
  await partner.owner.patch('/account', { sellers_see: 'own' });
  expect(await listed('', other.api)).toEqual([c, d]);
});
