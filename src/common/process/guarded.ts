import { describeError, log } from './log';

/** Wraps a callback of an emitter or timer, whose exception would end the process, and logs `failure` instead. */
export function guarded<Args extends unknown[]>(failure: string, work: (...args: Args) => unknown) {
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
