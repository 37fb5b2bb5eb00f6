import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app';

const WAITING = `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;

/** Waits until `isDone`, or until a session waits for a lock of the transaction that `test.sql` is in. */
export async function waitsOrEnds(test: TestApp, isDone: () => boolean): Promise<'waits' | 'ends'> {
  for (;;) {
    if (isDone()) return 'ends';
    if ((await test.sql(WAITING)).length > 0) return 'waits';
    await sleep(5);
  }
}
