import { type ChildProcess, spawn } from 'node:child_process';
import { appForAllTests } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { phones } from '../support/phones';
import { crowd, times } from '../support/race';
import { forEachTest } from '../support/setup';

/** Bursts within the published limits get no 5xx. Calls wait their turn, even when other processes use the processors. */

/**
 * Number of processes that only count, for five minutes at most. `BUSY=2 npm run test:long -- bursts` runs the full size next to
 * two of them. The suite runs a quarter of it once: its machine may be busy, and a wait of 8 seconds is a 429.
 */
const BUSY = Number(process.env.BUSY ?? 0);
const SHARE = BUSY > 0 ? 1 : 4;
const ROUNDS = BUSY > 0 ? [1, 2, 3] : [1];
const [MANY, MIXED] = [300 / SHARE, 1_000 / SHARE];
const [CONNECTIONS, MIXED_CONNECTIONS] = [64 / SHARE, 256 / SHARE];
const COUNT = 'const end = Date.now() + 300_000; while (Date.now() < end);';
const nextPhone = phones();
const busy: ChildProcess[] = [];
// Prints the cause of a 500.
const test = appForAllTests({ LOG_LEVEL: 'error' });
const partner = forEachTest(() => test.partner());
/** As many keys as an account may have, because each has its own limit per minute. */
let keys: HttpClient[];

beforeAll(async () => {
  busy.push(...times(BUSY, () => spawn(process.execPath, ['-e', COUNT], { stdio: 'ignore' })));
});
beforeEach(async () => {
  keys = [partner.api, ...(await Promise.all(times(4, () => partner.withKey())))];
});
afterAll(() => busy.forEach((child) => child.kill('SIGKILL')));

const keyOf = (index: number): HttpClient => keys[index % keys.length] as HttpClient;
const post = (index: number, body: object) => keyOf(index).post<{ id: string }>('/leads', body);

function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it.each(ROUNDS)(
  `${MANY} submissions to one account over ${CONNECTIONS} connections, round %i: each is accepted`,
  async () => {
    const answers = await crowd(
      MANY,
      (index) => post(index, { phone: nextPhone.mobile(), tags: ['a', 'b'] }),
      CONNECTIONS,
    );
    expect(tally(answers)).toEqual({ 201: MANY });
  },
);

it(`${MANY} submissions to one account at once: each is accepted`, async () => {
  const answers = await crowd(MANY, (index) => post(index, { phone: nextPhone.mobile(), tags: ['a', 'b'] }), MANY);
  expect(tally(answers)).toEqual({ 201: MANY });
});

it(`${MANY} submissions of one known phone over ${CONNECTIONS} connections: each is accepted`, async () => {
  const phone = nextPhone.mobile();
  await post(0, { phone });
  const answers = await crowd(MANY, (index) => post(index, { phone, tags: [`t${index % 20}`] }), CONNECTIONS);
  expect(tally(answers)).toEqual({ 200: MANY });
});

describe.each(ROUNDS)('64 submissions at once, round %i,', (round) => {
  it('of one new phone: one makes its lead, 63 find it', async () => {
    const phone = nextPhone.mobile();
    const answers = await crowd(64, (index) => post(index, { phone }), 64);
    expect(tally(answers)).toEqual({ 200: 63, 201: 1 });
  });

  it('of one new external_id: one makes its lead, 63 are replays', async () => {
    const body = { phone: nextPhone.mobile(), external_id: `same-${round}` };
    const answers = await crowd(64, (index) => post(index, body), 64);
    expect(tally(answers)).toEqual({ 200: 63, 201: 1 });
  });

  it('of one new external_id with as many phones: one makes its lead, 63 are conflicts', async () => {
    const body = () => ({ phone: nextPhone.mobile(), external_id: `other-${round}` });
    const answers = await crowd(64, (index) => post(index, body()), 64);
    expect(tally(answers)).toEqual({ 201: 1, 409: 63 });
  });
});

it.each(ROUNDS)(`${MIXED} mixed calls over ${MIXED_CONNECTIONS} connections, round %i: each is answered`, async () => {
  const stage = await partner.stages();
  const stages = [stage.Novo, stage['Em contato'], stage.Agendado];
  const leads = await crowd(20, async (index) => {
    const phone = nextPhone.mobile();
    return { id: (await post(index, { phone })).data.id, phone };
  });
  const kinds: ((
    api: HttpClient,
    lead: { id: string; phone: string },
    index: number,
  ) => Promise<{ status: number }>)[] = [
    (api) => api.post('/leads', { phone: nextPhone.mobile(), tags: ['a'] }),
    (api, { phone }) => api.post('/leads', { phone, notes: 'n' }),
    (api, { id }, index) => api.patch(`/leads/${id}`, { name: `Ana ${index}` }),
    (api, { id }, index) => api.post(`/leads/${id}/stage`, { stage_id: stages[index % stages.length] }),
    (api, { id }) => api.get(`/leads/${id}`),
    (api) => api.get('/leads?limit=20'),
    (api, { phone }) => api.post('/leads/lookup', { phone }),
    (api) => api.get('/metrics'),
    (api) => api.get('/pipelines'),
  ];
  const answers = await crowd(
    MIXED,
    (index) => {
      const lead = leads[Math.floor(index / kinds.length) % leads.length] as (typeof leads)[number];
      return (kinds[index % kinds.length] as (typeof kinds)[number])(keyOf(index), lead, index);
    },
    MIXED_CONNECTIONS,
  );
  expect(Object.keys(tally(answers))).toEqual(['200', '201']);
});
