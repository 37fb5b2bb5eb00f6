import type { Bench, Slot, Work } from './bench';
import { median, randomFrom, ratios, shuffled, type Spread, spread, wobble } from './statistics';

/** A yardstick whose own rounds differ by more than this says more about the machine than about the service. */
const MAX_WOBBLE = 1.4;

/** The machine was too busy to measure on. */
export class Wobble extends Error {}

/** Throws when a yardstick varies too much between its rounds; `detail` is for the message. */
export function refuseNoise(yardstick: string, rounds: readonly number[], detail: string): void {
  const found = wobble(rounds);
  if (found <= MAX_WOBBLE) return;
  throw new Wobble(`${yardstick} varied by ${found.toFixed(2)}x, more than ${MAX_WOBBLE}x is noise (${detail})`);
}

/** The slots of each contender, one for each round, in order. */
export class Rounds {
  constructor(private readonly slots: ReadonlyMap<string, readonly Slot[]>) {}

  of(name: string): readonly Slot[] {
    const slots = this.slots.get(name);
    if (!slots) throw new Error(`no contender ${name}`);
    return slots;
  }

  get names(): string[] {
    return [...this.slots.keys()];
  }

  values(name: string, value: (slot: Slot) => number): number[] {
    return this.of(name).map(value);
  }

  /** Requests per second of one, divided by those of the other. */
  speed(above: string, below: string): Spread {
    return ratios(this.rates(above), this.rates(below));
  }

  /** CPU per request, of Node, PostgreSQL and Redis together. */
  cpu(above: string, below: string): Spread {
    return ratios(this.values(above, total), this.values(below, total));
  }

  spread(name: string, value: (slot: Slot) => number): Spread {
    return spread(this.values(name, value));
  }

  /** Throws when the yardstick's own speed varies too much. */
  check(yardstick: string): void {
    const shown = this.names.map((name) => `${name} ${this.rates(name).map(Math.round).join(' ')}`);
    refuseNoise(yardstick, this.rates(yardstick), shown.join('; '));
  }

  private rates(name: string): number[] {
    return this.values(name, (slot) => slot.rate);
  }
}

const total = (slot: Slot): number => slot.nodeCpu + slot.databaseCpu + slot.redisCpu;

/** How long everything takes. */
export const plan = ({ isQuick }: Pick<Bench, 'isQuick'>) => ({
  rounds: 5,
  seconds: isQuick ? 0.6 : 3,
  warmUp: isQuick ? 1 : 15,
});

/** A contender's slot is cut into pieces that take turns with those of the others, so that other load affects all of them equally. */
const PIECES = 5;

/** Warms up every contender, then gives each a slot in every round, each round in a new random order. */
export async function interleave(
  bench: Pick<Bench, 'isQuick' | 'slot'>,
  contenders: Readonly<Record<string, Work>>,
): Promise<Rounds> {
  const { rounds, seconds, warmUp } = plan(bench);
  const random = randomFrom(Date.now());
  const names = Object.keys(contenders);
  const run = (name: string, duration: number): Promise<Slot> =>
    bench.slot({ seconds: duration, ...(contenders[name] as Work) });
  for (const name of names) await run(name, warmUp);
  const slots = new Map<string, Slot[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const pieces = new Map<string, Slot[]>(names.map((name) => [name, []]));
    for (let piece = 0; piece < PIECES; piece++) {
      for (const name of shuffled(names, random)) pieces.get(name)?.push(await run(name, seconds / PIECES));
    }
    for (const name of names) slots.get(name)?.push(joined(pieces.get(name) ?? []));
  }
  return new Rounds(slots);
}

/** The pieces of one slot as a whole; its latencies are the medians of theirs. */
export function joined(pieces: readonly Slot[]): Slot {
  const sum = (value: (slot: Slot) => number): number => pieces.reduce((total, slot) => total + value(slot), 0);
  const requests = sum((slot) => slot.requests);
  const mean = (value: (slot: Slot) => number): number => sum((slot) => value(slot) * slot.requests) / requests;
  return {
    requests,
    rate: requests / sum((slot) => slot.requests / slot.rate),
    p50: median(pieces.map((slot) => slot.p50)),
    p99: median(pieces.map((slot) => slot.p99)),
    nodeCpu: mean((slot) => slot.nodeCpu),
    databaseCpu: mean((slot) => slot.databaseCpu),
    redisCpu: mean((slot) => slot.redisCpu),
    wal: mean((slot) => slot.wal),
  };
}
