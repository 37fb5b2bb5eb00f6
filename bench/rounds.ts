import type { Bench, Slot, Work } from './bench';
import type { GoalId } from './goals';
import type { Measure, PartResult } from './result';
import { median, randomFrom, ratios, shuffled } from './statistics';

/** Largest factor between rounds of a yardstick. Beyond it, the figures describe the machine and not the service. */
const MAX_WOBBLE = 1.4;

/** The machine was too busy for a measurement. */
export class Wobble extends Error {}

/** Throws when a yardstick varies too much between its rounds; `detail` is for the message. */
export function refuseNoise(yardstick: string, rounds: readonly number[], detail: string): void {
  const found = Math.max(...rounds) / Math.min(...rounds);
  if (found <= MAX_WOBBLE) return;
  throw new Wobble(`${yardstick} varied by ${found.toFixed(2)}x, more than ${MAX_WOBBLE}x is noise (${detail})`);
}

/** Slots of each contender, by round. */
export type Rounds = Readonly<Record<string, readonly Slot[]>>;

const VALUES = { rate: (slot: Slot) => slot.rate, p50: (slot: Slot) => slot.p50, cpu: (slot: Slot) => total(slot) };

/** A ratio of two contenders. It compares requests per second, unless `by` names another value. */
export interface Ratio {
  readonly goal: GoalId;
  readonly what?: string;
  readonly above: string;
  readonly below: string;
  readonly by?: keyof typeof VALUES;
}

/** Measures contenders in turn and compares each with its yardstick. */
export async function compare(
  bench: Pick<Bench, 'isQuick' | 'slot'>,
  contenders: Readonly<Record<string, Work>>,
  wanted: readonly Ratio[],
): Promise<PartResult & { readonly slots: Readonly<Record<string, Slot>> }> {
  const rounds = await interleave(bench, contenders);
  for (const yardstick of new Set(wanted.map(({ below }) => below))) check(rounds, yardstick);
  const slots = Object.entries(rounds).map(([name, all]) => [name, medianOf(all)] as const);
  return { measures: wanted.map((one) => measureOf(rounds, one)), slots: Object.fromEntries(slots) };
}

export function measureOf(rounds: Rounds, { goal, what, above, below, by = 'rate' }: Ratio): Measure {
  const of = (name: string): number[] => (rounds[name] ?? []).map(VALUES[by]);
  return { goal, what, value: ratios(of(above), of(below)) };
}

/** Throws when the yardstick's own speed varies too much. */
export function check(rounds: Rounds, yardstick: string): void {
  const rates = (name: string): number[] => (rounds[name] ?? []).map(({ rate }) => rate);
  const all = Object.keys(rounds).map((name) => `${name} ${rates(name).map(Math.round).join(' ')}`);
  refuseNoise(yardstick, rates(yardstick), all.join('; '));
}

const total = (slot: Slot): number => slot.nodeCpu + slot.databaseCpu + slot.redisCpu;

/** Returns the number of rounds, and the seconds of a slot and of a warm-up. */
export const plan = ({ isQuick }: Pick<Bench, 'isQuick'>) => ({
  rounds: 5,
  seconds: isQuick ? 0.6 : 3,
  warmUp: isQuick ? 1 : 15,
});

/** Number of pieces of a slot. Pieces of all contenders take turns, so that other load affects them equally. */
const PIECES = 5;

/** Warms up every contender, then gives each a slot in every round, each round in a new random order. */
async function interleave(bench: Pick<Bench, 'isQuick' | 'slot'>, contenders: Readonly<Record<string, Work>>) {
  const { rounds, seconds, warmUp } = plan(bench);
  const random = randomFrom(Date.now());
  const works = Object.entries(contenders);
  const slots: Record<string, Slot[]> = Object.fromEntries(works.map(([name]) => [name, []]));
  for (const [, work] of works) await bench.slot({ seconds: warmUp, ...work });
  for (let round = 0; round < rounds; round++) {
    const pieces: Record<string, Slot[]> = Object.fromEntries(works.map(([name]) => [name, []]));
    for (let piece = 0; piece < PIECES; piece++) {
      for (const [name, work] of shuffled(works, random))
        pieces[name]?.push(await bench.slot({ seconds: seconds / PIECES, ...work }));
    }
    for (const [name] of works) slots[name]?.push(joined(pieces[name] ?? []));
  }
  return slots;
}

/** Joins the pieces of one slot. Its latencies are the medians over the pieces. */
export function joined(pieces: readonly Slot[]): Slot {
  const sum = (value: (slot: Slot) => number): number => pieces.reduce((all, slot) => all + value(slot), 0);
  const requests = sum((slot) => slot.requests);
  const mean = (value: (slot: Slot) => number): number => sum((slot) => value(slot) * slot.requests) / requests;
  return {
    ...medianOf(pieces),
    requests,
    rate: requests / sum((slot) => slot.requests / slot.rate),
    nodeCpu: mean((slot) => slot.nodeCpu),
    databaseCpu: mean((slot) => slot.databaseCpu),
    redisCpu: mean((slot) => slot.redisCpu),
    wal: mean((slot) => slot.wal),
  };
}

const medianOf = (slots: readonly Slot[]): Slot => {
  const names = Object.keys(slots[0] ?? {}) as (keyof Slot)[];
  return Object.fromEntries(names.map((name) => [name, median(slots.map((slot) => slot[name]))])) as unknown as Slot;
};
