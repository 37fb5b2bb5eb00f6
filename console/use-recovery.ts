import { useEffect, useRef } from 'preact/hooks';
import type { ApiFailure } from './api';
import { SECOND_MS } from '../src/contract/durations';

/** Milliseconds before the first attempt, which double up to the longest. */
const FIRST_MS = SECOND_MS;
const LONGEST_MS = 30 * SECOND_MS;

/** Whether a connection, or the service, was lost and may be back soon. */
export const isPassing = (failure: ApiFailure | undefined): boolean =>
  failure !== undefined &&
  (failure.waitMs > 0 || ['unreachable', 'unavailable', 'internal_error'].includes(failure.code));

/**
 * Reads again what a lost connection kept away: when the browser is online or the page is visible again, and after growing pauses. `read`
 * must not extend the session, because nobody asked for it.
 */
export function useRecovery(isLost: boolean, read: () => Promise<unknown>): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!isLost) return undefined;
    let pause = FIRST_MS;
    let timer: number;
    const wait = (): void => {
      // Consoles that were cut off together come back apart.
      timer = window.setTimeout(again, pause * (0.75 + Math.random() / 2));
      pause = Math.min(2 * pause, LONGEST_MS);
    };
    function again(): void {
      clearTimeout(timer);
      wait();
      if (!document.hidden) void latest.current();
    }
    wait();
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isLost]);
}
