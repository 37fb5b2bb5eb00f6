import { ApiFailure } from './api';
import { type Action, useAction } from './use-action';

/** A change of something that several people may change: it is read anew afterwards, and also when somebody else was faster. */
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
