import { useState } from 'preact/hooks';
import { ApiFailure } from './api';

/** State of an action of a button or form: whether it is running, and its failure. */
export interface Action {
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  /** Runs the work; resolves to true on success. A second click during a run does nothing. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run };
}
