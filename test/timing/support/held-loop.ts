import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../../fault/support/instance';
import { signal, until } from '../../fault/support/processes';
import type { Target } from './target';

/** A process of the service that tells for how long its loop was held. */
export const withHeldLoop = (target: Target): Promise<Instance> =>
  target.further('held-loop', resolve('test/timing/held-loop.cjs'));

/** What one turn of the service's loop took at most since the last time that this was asked, in milliseconds. */
export interface Held {
  readonly heldMs: number;
  /** Processor time: as `heldMs`, but without waits for other processes of a busy machine. */
  readonly workMs: number;
}

/** Asks it. */
export async function heldOf(service: Instance): Promise<Held> {
  const told = (): string[] => service.log.match(/^held .*$/gm) ?? [];
  // What came before is measured only when the loop has had a turn.
  await sleep(50);
  const before = told().length;
  signal(service.pid, 'SIGUSR2');
  await until('the times of the loop', 10_000, () => Promise.resolve(told().length > before));
  const [, heldMs, , workMs] = (told().at(-1) ?? '').split(' ').map(Number);
  return { heldMs: Math.round(heldMs ?? NaN), workMs: Math.round(workMs ?? NaN) };
}
