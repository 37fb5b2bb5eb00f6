import type { Steps } from '../../src/common/in-slices';

/** Runs all steps without a pause and returns their result. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Counts the places where others may run. */
export function pausesOf(steps: Steps<unknown>): number {
  let pauses = 0;
  while (!steps.next().done) pauses++;
  return pauses;
}
