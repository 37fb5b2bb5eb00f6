import { register } from 'prom-client';
import type { Permission } from '../../src/contract/key';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { patientCallers } from '../support/patient-callers';
import { forEachTest } from '../support/setup';
import { waitingSessions } from '../support/waiting';
import { watchTraffic } from '../support/traffic';
import { leadCalls } from '../support/lead-calls';
import { crowd, tally, times } from '../support/race';

patientCallers();
const test = appForAllTests({ LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '30' });
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, post, count } = leadCalls(test, partner);

it('parallel first contacts of one person in mixed spellings: one lead, one deal, one 201', async () => {
  const phone = nextPhone.mobile();
  const national = phone.slice(2);
  const old = national.slice(0, 2) + national.slice(3);
  const spellings = [phone, `+${phone}`, national, old, `0${old}`, `55${old}`];
  const answers = await Promise.all(
    times(12, (i) => post({ phone: spellings[i % 6], name: `n${i}`, tags: ['a', `t${i % 7}`] })),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 11, 201: 1 });
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect([await count('leads'), await count('deals'), await count('conversations')]).toEqual([1, 1, 1]);
  expect(await count('submissions')).toBe(12);
});

it('parallel first leads of a conversation from another channel: one lead, one deal', async () => {
  const phone = nextPhone.mobile();
  await partner.staff.post('/conversations', { phone, channel: 'chat' });
  const answers = await Promise.all(times(10, (i) => post({ phone, tags: [`t${i % 5}`] })));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 10 });
  expect([await count('leads'), await count('deals'), await count('conversations')]).toEqual([1, 1, 1]);
});

it('one new phone from a chat, the back office and a site at once: one conversation, whichever makes it', async () => {
  for (const phone of times(2, () => nextPhone.mobile())) {
    const answers = await Promise.all([
      ...times(3, () => partner.staff.post('/conversations', { phone, channel: 'chat' })),
      ...times(3, () => partner.staff.post('/leads', { phone, name: 'Ana', tags: ['a'] })),
      ...times(3, () => post({ phone, tags: ['a'] })),
    ]);
    const [chats, staff, site] = [answers.slice(0, 3), answers.slice(3, 6), answers.slice(6)];
    expect(tally(chats.map(({ status }) => (status === 201 ? 200 : status)))).toEqual({ 200: 3 });
    expect(staff.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(staff.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(site.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
  }
  expect([await count('conversations'), await count('leads'), await count('deals')]).toEqual([2, 2, 2]);
});

it('parallel replays of one external_id: one created, the others duplicates', async () => {
  const phone = nextPhone.mobile();
  const answers = await Promise.all(times(10, () => post({ phone, external_id: 'same', notes: 'uma vez' })));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 9, 201: 1 });
  expect(tally(answers.map(({ data }) => data.duplicate))).toEqual({ true: 9, false: 1 });
  const [lead] = await partner.sql<{ notes: string }>('select notes from leads where account_id = $1');
  expect(lead?.notes.split('\n')).toHaveLength(1);
  expect(await count('submissions')).toBe(1);
});

it('a submission that arrives while its first copy is being committed is a replay, not a conflict', async () => {
  const phone = nextPhone.mobile();
  const answers = await queued(2, () => post({ phone, external_id: 'twice' }));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 201: 1 });
  expect(tally(answers.map(({ data }) => data.duplicate))).toEqual({ true: 1, false: 1 });
});

/** Sends `count` submissions at once. None of them continues before all wait for a lock. */
async function queued<T>(count: number, send: () => Promise<T>): Promise<T[]> {
  await test.sql('begin');
  await test.sql('lock table daily_submissions in exclusive mode');
  const answers = Promise.all(times(count, send));
  while ((await waitingSessions(test)) < count);
  await test.sql('commit');
  return answers;
}

describe('three submissions of one phone at once', () => {
  const count = 3;
  const retries = async (): Promise<string> => register.getSingleMetricAsString('db_tx_retries_total');

  /** Counts the statements that begin or end a transaction, or wait for a lock. */
  async function sent(body: object, ...permissions: Permission[]): Promise<Record<string, number>> {
    const api = await partner.withKey('leads:write', ...permissions);
    const before = await retries();
    const { statements } = await watchTraffic(() => queued(count, () => api.post('/leads', body)));
    expect(await retries()).toEqual(before);
    const watched = ['begin', 'commit', 'rollback', 'make_conversation', 'lock_phone', 'meet_submission'];
    const names = statements.map(({ name = '' }) => name.replace(/_\d+$/, ''));
    return tally(names.filter((name) => watched.includes(name)));
  }

  it.each<[string, Permission[], boolean]>([
    ['a key that may not read', [], false],
    ['a key that may not read, with one external_id', [], true],
    ['a key that may read', ['leads:read'], false],
  ])('wait for each other alike, the phone known or new: %s', async (_, permissions, isReplay) => {
    const [known, unknown] = [nextPhone.mobile(), nextPhone.mobile()];
    await post({ phone: known });
    const ofNew = await sent({ phone: unknown, ...(isReplay && { external_id: 'a' }) }, ...permissions);
    expect(ofNew).toMatchObject({ begin: count, commit: count, lock_phone: count });
    expect(await sent({ phone: known, ...(isReplay && { external_id: 'b' }) }, ...permissions)).toEqual(ofNew);
  });
});

it('one external_id with two phones at once: one 201, one 409, and nothing of the loser', async () => {
  for (let round = 0; round < 3; round++) {
    const body = () => ({ phone: nextPhone.mobile(), external_id: `round-${round}` });
    const answers = await Promise.all([post(body()), post(body())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
  expect([await count('leads'), await count('conversations'), await count('submissions')]).toEqual([3, 3, 3]);
});

it('new tags in opposite orders, in posts that meet in the middle: no deadlock, and each is made once', async () => {
  const before = await deadlocks();
  const names = ['a', 'b', 'c', 'd', 'e'];
  const orders = [names, [...names].reverse()];
  // Each post waits at the tag in the middle, and holds its earlier tags.
  await test.sql('begin');
  await partner.sql('insert into tags values ($1, gen_random_uuid(), $2, $2)', names[2]);
  const posts = times(4, (n) => post({ phone: nextPhone.mobile(), tags: orders[n % 2] }));
  while ((await waitingSessions(test)) < posts.length);
  await test.sql('rollback');
  expect(tally((await Promise.all(posts)).map(({ status }) => status))).toEqual({ 201: posts.length });
  expect(await count('tags')).toBe(names.length);
  expect(await deadlocks()).toBe(before);
});

it('parallel notes on one lead: every accepted one is kept, the record never passes 2,000 characters', async () => {
  const phone = nextPhone.mobile();
  await post({ phone });
  const answers = await Promise.all(times(24, (i) => post({ phone, notes: `token-${i}-${'x'.repeat(80)}` })));
  const [lead] = await partner.sql<{ notes: string }>('select notes from leads where account_id = $1');
  const kept = answers.filter(({ body }) => body.warnings === undefined);
  expect(lead?.notes.split('\n')).toHaveLength(kept.length);
  expect(kept.length).toBeGreaterThan(10);
  expect(lead?.notes.length).toBeLessThanOrEqual(2000);
});

describe('the daily quota', () => {
  it('accepts exactly the limit when more come at once, and counts the answers 2xx', async () => {
    const answers = await crowd(36, () => post({}));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 30, 429: 6 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error.code).toBe('rate_limited');
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400).toBe(true);
    expect([await count('leads'), await count('submissions'), await count('conversations')]).toEqual([30, 30, 30]);
  });

  it('does not count replays and refusals; when it is used up, a reader still gets its replay', async () => {
    const phone = nextPhone.mobile();
    await post({ phone, external_id: 'kept' });
    await Promise.all(times(5, () => post({ phone, external_id: 'kept' })));
    await post({ phone: 'x' });
    await post({ phone: nextPhone.mobile(), external_id: 'kept' });
    const rest = await crowd(29, () => post({ phone }));
    expect(tally(rest.map(({ status }) => status))).toEqual({ 200: 29 });
    expect((await post({ phone })).status).toBe(429);
    expect((await post({ phone, external_id: 'kept' })).data.duplicate).toBe(true);
    const writeOnly = await partner.withKey('leads:write');
    expect((await writeOnly.post('/leads', { phone, external_id: 'kept' })).status).toBe(429);
    expect((await post({ phone: 'x' })).status).toBe(422);
  });

  it('ends at midnight in Brasília', async () => {
    await post({});
    const [row] = await partner.sql<{ today: boolean }>(
      `select day = (now() at time zone 'America/Sao_Paulo')::date as today from daily_submissions where account_id = $1`,
    );
    expect(row?.today).toBe(true);
    await partner.sql('update daily_submissions set day = day - 1, used = allowed where account_id = $1');
    expect((await post({})).status).toBe(201);
  });
});
