import { ApiFailure } from './api';
import { type Action, useAction } from './use-action';

/** Action on shared data, which reloads afterwards and after a concurrent change. */
export function useChange(refresh: () => Promise<unknown>): Action {
  const action = useAction();
  const run = (work: () => Promise<unknown>): Promise<boolean> =>
    action.run(async () => {
      try {
        await work();
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'conflict') await refresh();
        throw error;
      }
      await refresh();
    });
  return { ...action, run };
}
