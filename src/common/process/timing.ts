import { setTimeout as sleep } from 'node:timers/promises';

/** Returns what `work` returns, or undefined after `ms` milliseconds; the work goes on. */
export function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  return Promise.race([work, sleep(ms, undefined, { signal: over.signal })]).finally(() => over.abort());
}

/**
 * Returns a function that loads at most once in `everyMs` milliseconds, and never twice at the same time; its callers share the latest
 * answer.
 */
export function cachedFor<T>(everyMs: number, load: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly answer: Promise<T> } | undefined;
  let isLoading = false;
  return () => {
    const now = performance.now();
    if (latest && (isLoading || now - latest.at < everyMs)) return latest.answer;
    isLoading = true;
    latest = { at: now, answer: load().finally(() => (isLoading = false)) };
    return latest.answer;
  };
}
