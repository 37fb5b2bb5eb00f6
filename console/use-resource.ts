import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiFailure, call, readUnattended } from './api';

/** What a page reads: loading, loaded, or failed. */
export interface Resource<Data> {
  readonly data: Data | undefined;
  readonly failure: ApiFailure | undefined;
  readonly reload: () => Promise<void>;
  /** Reads it again because it has changed, not because somebody asked; what is shown stays when that fails. */
  readonly refresh: () => Promise<void>;
}

/** Reads a route, and again when the path changes. The old data stays until the new answer comes. */
export function useResource<Data>(path: string): Resource<Data> {
  const [state, setState] = useState<{ data?: Data; failure?: ApiFailure }>({});
  const latest = useRef(0);
  const reload = useCallback(async () => {
    const turn = ++latest.current;
    const settle = (settled: { data?: Data; failure?: ApiFailure }): void => {
      if (turn === latest.current) setState(settled);
    };
    await call<Data>('GET', path).then(
      ({ data }) => settle({ data }),
      (failure: ApiFailure) => settle({ failure }),
    );
  }, [path]);
  const refresh = useCallback(async () => {
    const turn = latest.current;
    await readUnattended<Data>(path).then(
      ({ data }) => turn === latest.current && setState({ data }),
      () => undefined,
    );
  }, [path]);
  useEffect(() => {
    void reload();
    return () => void latest.current++;
  }, [reload]);
  return { data: state.data, failure: state.failure, reload, refresh };
}
