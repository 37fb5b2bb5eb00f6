import { useState } from 'preact/hooks';
import { ApiFailure } from './api';

/** Something that a button or form does: whether it is running, and why it was refused. */
export interface Action {
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  /** Does it; true when it went well. One at a time: a second click does nothing. */
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
