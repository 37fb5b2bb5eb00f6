import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../src/contract/document/route-text';
import { MAX_PAGE_SIZE } from '../src/contract/limits';
import { type ApiFailure, call, readUnattended } from './api';
import { isPassing, useRecovery } from './use-recovery';

export interface Resource<Data> {
  readonly data: Data | undefined;
  readonly failure: ApiFailure | undefined;
  readonly reload: () => Promise<void>;
  /** Reloads after a change, unattended; old data stays on failure, unless it no longer exists for the person. */
  readonly refresh: () => Promise<void>;
}

type Get = <Data>(path: string) => Promise<Answer<Data>>;

/** Reads the data of a path; must be a stable function. */
type Reading<Data> = (path: string, get: Get) => Promise<Data>;

const attended: Get = (path) => call('GET', path);

const oneAnswer = async <Data>(path: string, get: Get): Promise<Data> => (await get<Data>(path)).data;

/** Loads a route, again when the path changes; no path loads nothing. Old data stays until the new answer comes. */
export function useResource<Data>(path: string | undefined, read: Reading<Data> = oneAnswer): Resource<Data> {
  const [state, setState] = useState<{ data?: Data; failure?: ApiFailure }>({});
  const latest = useRef(0);
  const hasFailed = useRef(false);
  hasFailed.current = state.failure !== undefined;
  const reload = useCallback(async () => {
    if (path === undefined) return;
    const request = ++latest.current;
    const settle = (settled: { data?: Data; failure?: ApiFailure }): void => {
      if (request === latest.current) setState(settled);
    };
    await read(path, attended).then(
      (data) => settle({ data }),
      (failure: ApiFailure) => settle({ failure }),
    );
  }, [path, read]);
  const refresh = useCallback(async () => {
    if (path === undefined) return;
    const request = latest.current;
    const settle = (settled: { data?: Data; failure?: ApiFailure }): void => {
      if (request === latest.current) setState(settled);
    };
    await read(path, readUnattended).then(
      (data) => settle({ data }),
      // A lead that a colleague took over is no longer shown. A shown failure is replaced by the latest one.
      (failure: ApiFailure) => (failure.code === 'not_found' || hasFailed.current) && settle({ failure }),
    );
  }, [path, read]);
  useEffect(() => {
    void reload();
    return () => void latest.current++;
  }, [reload]);
  useRecovery(isPassing(state.failure), refresh);
  return { data: state.data, failure: state.failure, reload, refresh };
}

/** Loads a list route to its last page, for lists of which a page needs every row. */
export const useWholeList = <Row>(path: string | undefined): Resource<readonly Row[]> =>
  useResource<readonly Row[]>(path, everyPage);

async function everyPage<Row>(path: string, get: Get): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const answer: Answer<readonly Row[]> = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=${MAX_PAGE_SIZE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    rows.push(...answer.data);
    cursor = answer.next_cursor;
  } while (cursor);
  return rows;
}
