import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../../src/contract/health';
import { PATIENCE_MS } from './patience';

/** Asks an instance once. */
export async function readiness(url: string): Promise<{ status: number; data: Health }> {
  const answer = await fetch(`${url}/health/ready`);
  return { status: answer.status, data: ((await answer.json()) as { data: Health }).data };
}

/**
 * Asks an instance until its database was up so often, or three times as often not; returns how often it was up. An answer is kept for
 * a second. On a busy machine a late one counts as down; without a connection all of them do.
 */
export async function timesUp(url: string, enough: number): Promise<number> {
  const seen: boolean[] = [];
  const count = (isUp: boolean): number => seen.filter((one) => one === isUp).length;
  while (count(true) < enough && count(false) < 3 * enough) {
    await sleep(1_100);
    seen.push(['up', 'slow'].includes((await readiness(url)).data.database));
  }
  return count(true);
}

/**
 * Waits until the readiness of an instance says `expected`, with the status that belongs to it; fails with its last answer. One answer
 * proves nothing: a change takes a moment to be seen, and on a busy machine an answer of the database may be late, which counts as down.
 */
export async function untilReadinessSays(url: string, expected: Partial<Health>): Promise<void> {
  const isSo = ({ data }: { data: Health }): boolean =>
    Object.entries(expected).every(([name, value]) => data[name as keyof Health] === value);
  const end = performance.now() + PATIENCE_MS;
  let last = await readiness(url);
  while (!isSo(last) && performance.now() < end) {
    await sleep(100);
    last = await readiness(url);
  }
  expect(last).toEqual({ status: last.data.ready ? 200 : 503, data: expect.objectContaining(expected) as unknown });
}
