import { setTimeout as sleep } from 'node:timers/promises';
import type { Meters } from './meters';

/** Milliseconds for what is due at the end: the rules are looked at every five minutes. */
const PATIENCE = 6 * 60_000;

/** Waits until nothing is due; returns what still is when the patience ends. */
export async function drained(meters: Pick<Meters, 'waiting'>): Promise<Record<string, number>> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { held: _, ...waiting } = await meters.waiting();
    const left = Object.fromEntries(Object.entries(waiting).map(([job, { waiting: due }]) => [job, due]));
    const isDone = Object.values(left).every((due) => due === 0);
    if (isDone || performance.now() > end) return left;
    await sleep(1_000);
  }
}
