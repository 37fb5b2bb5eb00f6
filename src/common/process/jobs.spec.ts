import { register } from 'prom-client';
import { type Batches, Job, roundRobin, runsOf } from './jobs';
import { log } from './log';

const ends: (() => void)[] = [];

@Job('jobs_spec', { everyMs: 1_000 })
class TestJob {
  run(): Promise<void> {
    return new Promise<void>((resolve) => ends.push(resolve));
  }
}

it('a job runs once at a time; a stop waits for the run', async () => {
  const job = runsOf(new TestJob());
  const runs = [job.begin(), job.begin()];
  expect(ends).toHaveLength(1);
  let hasStopped = false;
  const stop = job.stop().then(() => (hasStopped = true));
  await Promise.resolve();
  expect([job.isStopping, hasStopped]).toEqual([true, false]);
  ends[0]?.();
  await Promise.all([...runs, stop]);
  void job.begin();
  expect(ends).toHaveLength(2);
  ends[1]?.();
});

@Job('nightly_spec', { cron: '30 3 * * *', afterStartMs: 1_000 })
class NightlyTestJob {
  run(): Promise<void> {
    return Promise.reject(new Error('no answer'));
  }
}

it('says how often a job runs, and when it last did, also in vain', async () => {
  jest.useFakeTimers({ now: 5_000_000 });
  await runsOf(new NightlyTestJob()).begin();
  jest.useRealTimers();
  const text = await register.metrics();
  for (const [name, seconds] of [
    ['jobs_spec', 1],
    ['nightly_spec', 86_400],
  ]) {
    expect(text).toContain(`job_interval_seconds{name="${name}"} ${seconds}\n`);
  }
  expect(text).toContain('job_last_round_timestamp_seconds{name="nightly_spec"} 5000\n');
});

interface Row {
  readonly accountId: string;
  readonly id: string;
  readonly batches: number;
}

const row = (accountId: string, id: string, batches: number): Row => ({ accountId, id, batches });

/** Runs the loop over these pages. `did` has each batch, and `-` for each row that was found to have no more work. */
function runOver(
  find: (did: readonly string[]) => Iterable<readonly Row[]>,
  settings: { everyMs?: number; endRound?(): void } = {},
) {
  const did: string[] = [];
  const stop = { ...settings, isStopping: false };
  async function* work({ accountId, id, batches }: Row): Batches {
    await Promise.resolve();
    for (let n = 1; n <= batches; n++) {
      did.push(`${accountId}${id}${n}`);
      yield;
    }
    did.push(`${accountId}${id}-`);
  }
  const given = { find: () => find(did), work, failure: 'failed' };
  const run = (changes: Partial<Parameters<typeof roundRobin<Row>>[1]> = {}) =>
    roundRobin<Row>(stop, { ...given, idsOf: ({ id }) => ({ id }), ...changes });
  return { did, stop, run, work };
}

const error = jest.spyOn(log, 'error').mockImplementation();
/** No time passes, so a run that may search again does so after each turn. */
beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => jest.clearAllMocks());

it('does one batch of an account, then one of the next', async () => {
  const { did, run } = runOver(() => [[row('a', '', 3), row('b', '', 1)], [row('c', '', 2)]]);
  expect(await run()).toBe(0);
  expect(did).toEqual(['a1', 'b1', 'c1', 'a2', 'b-', 'c2', 'a3', 'c-', 'a-']);
});

it('gives an account with many rows one turn in a round, and works on them in order', async () => {
  const { did, run } = runOver(() => [[row('a', 'x', 2), row('a', 'y', 1), row('a', 'z', 1), row('b', 'x', 3)]]);
  await run();
  expect(did).toEqual(['ax1', 'bx1', 'ax2', 'bx2', 'ax-', 'ay1', 'bx3', 'ay-', 'az1', 'bx-', 'az-']);
});

it('passes rows without work at once, and does not look at them again', async () => {
  const { did, run } = runOver(() => [[row('a', 'x', 0), row('a', 'y', 1), row('b', 'x', 0), row('c', 'x', 2)]]);
  await run();
  expect(did).toEqual(['ax-', 'ay1', 'bx-', 'cx1', 'ay-', 'cx2', 'cx-']);
});

it('searches again while there is work: a new row is next, and one with work is not begun twice', async () => {
  const isThere = (did: readonly string[]) => did.includes('a2') && !did.includes('b-');
  const { did, run } = runOver(
    (before) => [[...(before.includes('a5') ? [] : [row('a', '', 5)]), ...(isThere(before) ? [row('b', '', 1)] : [])]],
    { everyMs: 0 },
  );
  await run();
  expect(did).toEqual(['a1', 'a2', 'b1', 'a3', 'b-', 'a4', 'a5', 'a-']);
});

it.each([
  ['each search', { everyMs: 0 }, 4],
  ['no search of a run that searches once', {}, 0],
])('ends a round after %s', async (_, settings, rounds) => {
  const endRound = jest.fn();
  await runOver((did) => [did.length === 0 ? [row('a', '', 3)] : []], { ...settings, endRound }).run();
  expect(endRound).toHaveBeenCalledTimes(rounds);
});

it('searches once, however long that takes, when it is not to search again', async () => {
  const find = jest.fn(() => [[row('a', '', 20)]]);
  await runOver(find).run();
  expect(find).toHaveBeenCalledTimes(1);
});

it('ends after ten minutes when it may search again, in the midst of a search too', async () => {
  const now = jest.spyOn(performance, 'now').mockImplementation(() => 60_000 * now.mock.calls.length);
  const { did, run } = runOver(() => [Array.from({ length: 50 }, (_, n) => row(`${n}`, '', 1))], { everyMs: 1_000 });
  await run();
  expect(did.length).toBeGreaterThan(0);
  expect(did.length).toBeLessThan(15);
});

it('searches at most every so many milliseconds', async () => {
  const find = jest.fn(() => [[row('a', '', 20)]]);
  await runOver(find, { everyMs: 60_000 }).run();
  expect(find).toHaveBeenCalledTimes(1);
});

it('logs a row that fails, counts it, and continues with the others, the next one of its account in the next round', async () => {
  const { did, run, work } = runOver(() => [[row('a', 'x', 9), row('a', 'y', 1), row('b', 'x', 2)]]);
  const failed = await run({
    work: async function* (one): Batches {
      if (one.batches < 9) return yield* work(one);
      await Promise.reject(new TypeError('of x'));
      yield;
    },
  });
  expect([failed, did]).toEqual([1, ['bx1', 'ay1', 'bx2', 'ay-', 'bx-']]);
  expect(error.mock.calls).toEqual([[expect.objectContaining({ account_id: 'a', id: 'x' }), 'failed']]);
});

it('adds the failures that rows return', async () => {
  const { run } = runOver(() => [[row('a', '', 2), row('b', '', 3)]]);
  const work = async function* ({ batches }: Row): Batches {
    yield Promise.resolve();
    return batches;
  };
  expect([await run({ work }), error.mock.calls]).toEqual([5, []]);
});

it('ends after the batch that has begun when the service stops', async () => {
  const { did, run, stop, work } = runOver(() => [[row('a', '', 1), row('b', '', 2)], [row('c', '', 1)]]);
  await run({
    work: async function* (one): Batches {
      for await (const _ of work(one)) {
        stop.isStopping = one.accountId === 'b';
        yield;
      }
    },
  });
  expect(did).toEqual(['a1', 'b1']);
});

describe('a search that fails', () => {
  function* failing(...pages: Row[][]): Generator<Row[]> {
    yield* pages;
    throw new Error('no answer');
  }

  it('fails the run at its end, after the work that was found', async () => {
    const { did, run } = runOver(() => failing([row('a', '', 2)]));
    await expect(run()).rejects.toThrow('no answer');
    expect(did).toEqual(['a1', 'a2', 'a-']);
  });

  it('does not when a later one of the run finds all', async () => {
    const { did, run } = runOver((before) => (before.length > 0 ? [] : failing([row('a', '', 2)])), { everyMs: 0 });
    expect(await run()).toBe(0);
    expect(did).toEqual(['a1', 'a2', 'a-']);
  });
});
