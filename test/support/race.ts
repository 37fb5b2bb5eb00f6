import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Starts both calls at nearly the same moment, a little apart by a time that differs from round to round. In the first two
 * rounds one is awaited before the other begins, so that either order is seen whatever the machine does.
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
