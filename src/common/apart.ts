import { describeError, log } from './log';

/**
 * Work as a callback of an emitter or a timer, where nothing catches what it throws, and the process would end: the failure is one line
 * of the log, which says what has failed.
 */
export function apart<Args extends unknown[]>(failure: string, work: (...args: Args) => unknown) {
  const report = (error: unknown): void => log.error(describeError(error), failure);
  return (...args: Args): void => {
    try {
      const done = work(...args);
      if (done instanceof Promise) done.catch(report);
    } catch (error) {
      report(error);
    }
  };
}
