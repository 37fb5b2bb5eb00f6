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
/** A long turn of the work is long each time; a collection of garbage, or a compilation, falls into one of them. */
const TRIES = 3;
const AT_ONCE = 60;
const ACCOUNTS = 10;
/** Milliseconds of an attack, and of the neighbour's calls without one: at first, and after each attack. */
const [ATTACK_MS, FIRST_QUIET_MS, QUIET_MS] = [5_000, 30_000, 2_000];
/** Milliseconds for what an attack leaves behind. */
const SETTLE_MS = 500;
/** Limit of the neighbour's 99th percentile, as a multiple of the quiet one. */
const MOST_TIMES = 3;
const FILL_PATIENCE_MS = 3_600_000;

const NAMED = LARGEST_CALLS.map((call) => [nameOf(call), call] as const);

const full = forAllTests(() => FullTarget.start());

describe('alone', () => {
  const seen: object[] = [];
  beforeAll(() => full.callersOf(1), FILL_PATIENCE_MS);
  afterAll(() => console.table(seen));

  it.each(NAMED)('%s', async (name, call) => {
    const [caller] = await full.callersOf(1);
    const held: Held[] = [];
    const once = async () => {
      await heldOf(full.service);
      const answer = await caller?.call(call);
      held.push(await heldOf(full.service));
      return { status: answer?.status, bytes: answer?.bytes ?? 0 };
    };
    const { status, bytes, databaseMs, longestMs } = await full.databaseTimeOf(once);
    const workMs = (): number => Math.min(...held.map((one) => one.workMs));
    while (!call.isOnce && held.length < TRIES && workMs() >= MOST_HELD_MS) await once();
    seen.push({
      name,
      status,
      kB: Math.round(bytes / 1_024),
      heldMs: held.at(-1)?.heldMs,
      workMs: workMs(),
      databaseMs,
      longestMs,
    });
    expect(status).toBe(call.status);
    expect(bytes).toBeLessThanOrEqual(call.most ?? Infinity);
    expect(workMs()).toBeLessThan(MOST_HELD_MS);
    // An answer in pieces takes many statements. Each of them is bounded.
    expect(call.share || call.isLongChange ? longestMs : databaseMs).toBeLessThan(call.databaseMs ?? MOST_DATABASE_MS);
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
    const statuses = await attack(attackers, call);
    const taken = await neighbour.taken();
    await rest(QUIET_MS);
    const rows = KINDS.map((kind) => {
      const [ms, quietMs] = [p99Of(taken, kind), p99Of(quiet, kind)];
      return [kind, { ms: Math.round(ms), times: Math.round((10 * ms) / quietMs) / 10 }] as const;
    });
    const failed = taken.filter(({ status }) => ![200, 201].includes(status)).map((one) => `${one.name} ${one.status}`);
    const times = Object.fromEntries(rows.map(([kind, { ms, times: ratio }]) => [kind, `${ms} ms, ${ratio}×`]));
    seen.push({ name, statuses: counted(statuses), failed: counted(failed), ...times });
    expect(failed).toEqual([]);
    expect(statuses.filter((status) => status === 0 || status >= 500)).toEqual([]);
    expect(rows.filter(([kind, { times: ratio }]) => kind !== 'readiness' && !(ratio <= MOST_TIMES))).toEqual([]);
  });
});

/** Keeps so many calls of each account running for a while. Returns their statuses. */
async function attack(attackers: readonly FullCaller[], call: LargestCall): Promise<number[]> {
  const end = performance.now() + ATTACK_MS;
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
