import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LargestCall, MOST_DATABASE_MS, nameOf } from '../support/largest-call';
import { LARGEST_CALLS } from '../support/largest-calls';
import { forAllTests } from '../support/setup';
import { type FullCaller, FullTarget } from './support/full-target';
import { type Held, heldOf } from './support/held-loop';
import { KINDS, Neighbour, p99Of, type Taken } from './support/neighbour';

/** Limit of the milliseconds for which a call holds the loop. */
const MOST_HELD_MS = 40;
/** What is long is long each time; a collection of garbage, a compilation or a job falls into one of them. */
const TRIES = 3;
const AT_ONCE = 60;
const ACCOUNTS = 10;
/** Milliseconds of an attack, and of a further one where the first one is beyond the limit. */
const [ATTACK_MS, FURTHER_MS] = [5_000, 15_000];
/** Milliseconds of the neighbour's calls without one: at first, and after each attack. */
const [FIRST_QUIET_MS, QUIET_MS] = [30_000, 2_000];
/** Milliseconds for what an attack leaves behind. */
const SETTLE_MS = 500;
/** Limit of the neighbour's 99th percentile, as a multiple of the quiet one. */
const MOST_TIMES = 3;
const FILL_PATIENCE_MS = 3_600_000;

/** One call: milliseconds of the loop, and of PostgreSQL with the jobs of that time. */
interface Once extends Held {
  readonly status: number | undefined;
  readonly bytes: number;
  readonly databaseMs: number;
  readonly longestMs: number;
}

const NAMED = LARGEST_CALLS.map((call) => [nameOf(call), call] as const);

const full = forAllTests(() => FullTarget.start());

describe('alone', () => {
  const seen: object[] = [];
  beforeAll(() => full.callersOf(1), FILL_PATIENCE_MS);
  afterAll(() => console.table(seen));

  it.each(NAMED)('%s', async (name, call) => {
    const [caller] = await full.callersOf(1);
    const tries: Once[] = [];
    const once = async () => {
      await heldOf(full.service);
      const answer = await caller?.call(call);
      return { status: answer?.status, bytes: answer?.bytes ?? 0, ...(await heldOf(full.service)) };
    };
    const least = (value: (one: Once) => number): number => Math.min(...tries.map(value));
    const workMs = (): number => least((one) => one.workMs);
    const databaseMs = (): number =>
      least((one) => (call.isInParts || call.isLongChange ? one.longestMs : one.databaseMs));
    const mostDatabaseMs = call.databaseMs ?? MOST_DATABASE_MS;
    do tries.push(await full.databaseTimeOf(once));
    while (!call.isOnce && tries.length < TRIES && (workMs() >= MOST_HELD_MS || databaseMs() >= mostDatabaseMs));
    const [first] = tries;
    seen.push({ name, ...first, workMs: workMs(), databaseMs: databaseMs() });
    expect(first?.status).toBe(call.status);
    expect(first?.bytes).toBeLessThanOrEqual(call.most ?? Infinity);
    expect(workMs()).toBeLessThan(MOST_HELD_MS);
    expect(databaseMs()).toBeLessThan(mostDatabaseMs);
  });
});

describe.each([1, ACCOUNTS])(`${AT_ONCE} at once by each of %i accounts`, (count) => {
  const seen: object[] = [];
  const quiet: Taken[] = [];
  const neighbour = forAllTests(async () => Neighbour.start(full.service.url, await full.target.account()));

  beforeAll(async () => {
    // The first account has lost what the calls before have ended.
    attackers = (await full.callersOf(count + 1)).slice(1);
    // Callers are on machines of their own.
    setPriority(10);
    await rest(FIRST_QUIET_MS);
  }, FILL_PATIENCE_MS);
  afterAll(() => console.table(seen));

  let attackers: FullCaller[] = [];
  const rest = async (ms: number): Promise<void> => {
    await sleep(SETTLE_MS);
    await neighbour.taken();
    await sleep(ms);
    quiet.push(...(await neighbour.taken()));
  };

  it.each(NAMED)('%s', async (name, call) => {
    const statuses: number[] = [];
    const taken: Taken[] = [];
    const attackFor = async (ms: number): Promise<void> => {
      statuses.push(...(await attack(attackers, call, ms)));
      taken.push(...(await neighbour.taken()));
      await rest(QUIET_MS);
    };
    await attackFor(ATTACK_MS);
    // The 99th percentile of few calls is the longest one.
    if (tooLong(taken, quiet).length > 0) await attackFor(FURTHER_MS);
    const failed = taken.filter(({ status }) => ![200, 201].includes(status)).map((one) => `${one.name} ${one.status}`);
    const times = KINDS.map((kind) => {
      return [kind, `${Math.round(p99Of(taken, kind))} ms, ${timesOf(taken, quiet, kind)}×`] as const;
    });
    seen.push({ name, statuses: counted(statuses), failed: counted(failed), ...Object.fromEntries(times) });
    expect(failed).toEqual([]);
    expect(statuses.filter((status) => status === 0 || status >= 500)).toEqual([]);
    expect(tooLong(taken, quiet)).toEqual([]);
  });
});

/** The 99th percentile as a multiple of the quiet one. */
const timesOf = (taken: readonly Taken[], quiet: readonly Taken[], kind: string): number =>
  Math.round((10 * p99Of(taken, kind)) / p99Of(quiet, kind)) / 10;

const tooLong = (taken: readonly Taken[], quiet: readonly Taken[]): string[] =>
  KINDS.filter((kind) => kind !== 'readiness' && !(timesOf(taken, quiet, kind) <= MOST_TIMES));

/** Keeps so many calls of each account running for a while. Returns their statuses. */
async function attack(attackers: readonly FullCaller[], call: LargestCall, ms: number): Promise<number[]> {
  const end = performance.now() + ms;
  const statuses: number[] = [];
  const one = async (attacker: FullCaller): Promise<void> => {
    do statuses.push((await attacker.call(call)).status);
    while (performance.now() < end);
  };
  await Promise.all(attackers.flatMap((attacker) => Array.from({ length: AT_ONCE }, () => one(attacker))));
  return statuses;
}

/** Counts equal values: `200: 58, 429: 2`. */
const counted = (values: readonly (number | string)[]): string =>
  [...new Set(values)]
    .sort()
    .map((value) => `${value}: ${values.filter((one) => one === value).length}`)
    .join(', ');
