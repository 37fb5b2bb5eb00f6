import { setTimeout as sleep } from 'node:timers/promises';

export const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

export function tally(values: readonly (string | number | boolean)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

/**
 * Varies the gap between the calls by round. In the first two rounds one ends before the other begins: both orders are always tested.
 */
export async function race<A, B>(round: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  if (round === 0) return [await one(), await other()];
  if (round === 1) {
    const last = await other();
    return [await one(), last];
  }
  const started = one();
  await sleep(round % 5);
  return Promise.all([started, other()]);
}

/** Makes `count` calls, `atOnce` at a time (30 exceeds the service's connections). Returns the answers in order. */
export async function crowd<T>(count: number, call: (index: number) => Promise<T>, atOnce = 30): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) answers[index] = await call(index);
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return answers;
}
