import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../src/contract/document/route-text';
import { type ApiFailure, call, readUnattended } from './api';
import type { Resource } from './use-resource';

export interface Pages<Row> extends Resource<readonly Row[]> {
  /** Undefined on the last page. */
  readonly more: (() => Promise<void>) | undefined;
}

const whole = <Data, Row>(data: Data): readonly Row[] => data as unknown as readonly Row[];

const attended = <Data>(path: string): Promise<Answer<Data>> => call('GET', path);

const after = (path: string, cursor: string | null | undefined): string =>
  cursor ? `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : '';

interface State<Row> {
  readonly rows?: readonly Row[];
  readonly cursor?: string | null;
  readonly failure?: ApiFailure;
}

/**
 * Loads the first page of a list route, and others on demand. `rowsOf` finds the rows in the answer; must be a stable function. The
 * first path is loaded until it has `least` rows.
 */
export function usePages<Row, Data = readonly Row[]>(
  path: string,
  rowsOf: (data: Data) => readonly Row[] = whole,
  least = 0,
): Pages<Row> {
  const [state, setState] = useState<State<Row>>({});
  const latest = useRef(0);
  const read = useCallback(async (work: () => Promise<State<Row>>) => {
    const request = ++latest.current;
    const settled = await work().catch((failure: ApiFailure) => ({ failure }));
    if (request === latest.current) setState(settled);
  }, []);
  const load = useCallback(
    (count = 0) => read(() => readAgain(attended, path, rowsOf, () => count)),
    [read, path, rowsOf],
  );
  const shown = useRef(0);
  shown.current = state.rows?.length ?? 0;
  const refresh = useCallback(async () => {
    const request = latest.current;
    const read = await readAgain(readUnattended, path, rowsOf, () => shown.current).catch(() => undefined);
    if (read && request === latest.current) setState(read);
  }, [path, rowsOf]);
  const first = useRef(least);
  useEffect(() => {
    setState({});
    void load(first.current);
    first.current = 0;
    return () => void latest.current++;
  }, [load]);
  const { rows = [], cursor, failure } = state;
  const more = async (): Promise<State<Row>> => {
    const { data, next_cursor }: Answer<Data> = await attended<Data>(path + after(path, cursor));
    return { rows: [...rows, ...rowsOf(data)], cursor: next_cursor };
  };
  return { data: state.rows, failure, reload: () => load(), refresh, more: cursor ? () => read(more) : undefined };
}

/** First pages, until they hold so many rows, of which more may be shown meanwhile. */
async function readAgain<Row, Data>(
  get: <Read>(path: string) => Promise<Answer<Read>>,
  path: string,
  rowsOf: (data: Data) => readonly Row[],
  count: () => number,
): Promise<State<Row>> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const answer: Answer<Data> = await get<Data>(path + after(path, cursor));
    rows.push(...rowsOf(answer.data));
    cursor = answer.next_cursor;
  } while (cursor && rows.length < count());
  return { rows, cursor };
}
