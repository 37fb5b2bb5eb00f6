import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../../fault/support/instance';
import { signal, until } from '../../fault/support/processes';
import type { Target } from './target';

/** Starts a process of the service that reports how long its loop was held. */
export const withHeldLoop = (target: Target): Promise<Instance> =>
  target.further('held-loop', resolve('test/timing/held-loop.cjs'));

/** Longest turn of the service's loop since the last report, in milliseconds. */
export interface Held {
  readonly heldMs: number;
  /** Processor time, which excludes waits for other processes of a busy machine. */
  readonly workMs: number;
}

/** Requests a report and waits for it. */
export async function heldOf(service: Instance): Promise<Held> {
  const told = (): string[] => service.log.match(/^held .*$/gm) ?? [];
  // Earlier work is measured only after another turn of the loop.
  await sleep(50);
  const before = told().length;
  signal(service.pid, 'SIGUSR2');
  await until('the times of the loop', 10_000, () => Promise.resolve(told().length > before));
  const [, heldMs, , workMs] = (told().at(-1) ?? '').split(' ').map(Number);
  return { heldMs: Math.round(heldMs ?? NaN), workMs: Math.round(workMs ?? NaN) };
}
