import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../src/contract/document/route-text';
import { ApiFailure, call, readUnattended } from './api';
import { say } from './ui/messages';
import { isPassing, useRecovery } from './use-recovery';
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
  /** Of which the rows are the first. */
  readonly path?: string;
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
  const read = useCallback(
    async (work: () => Promise<State<Row>>) => {
      const request = ++latest.current;
      const settled = await work().catch((failure: ApiFailure) => ({ path, failure }));
      if (request === latest.current) setState(settled);
    },
    [path],
  );
  const load = useCallback(
    (count = 0) => read(() => readAgain(attended, path, rowsOf, () => count)),
    [read, path, rowsOf],
  );
  const shown = useRef<State<Row>>({});
  // Rows of another path, which are replaced in a moment, have no further page here.
  shown.current = state.path === path ? state : {};
  const refresh = useCallback(async () => {
    const request = latest.current;
    const count = (): number => shown.current.rows?.length ?? 0;
    const read = await readAgain(readUnattended, path, rowsOf, count).catch((failure: ApiFailure) => failure);
    if (request !== latest.current) return;
    if (!(read instanceof ApiFailure)) setState(read);
    // A shown failure is replaced by the latest one.
    else if (shown.current.failure) setState({ path, failure: read });
  }, [path, rowsOf]);
  const first = useRef(least);
  useEffect(() => {
    setState({});
    void load(first.current);
    first.current = 0;
    return () => void latest.current++;
  }, [load]);
  const { rows, cursor, failure } = shown.current;
  useRecovery(isPassing(failure), refresh);
  const more = async (): Promise<State<Row>> => {
    try {
      const { data, next_cursor }: Answer<Data> = await attended<Data>(path + after(path, cursor));
      return { path, rows: [...(rows ?? []), ...rowsOf(data)], cursor: next_cursor };
    } catch (failure) {
      say((failure as ApiFailure).message);
      return shown.current;
    }
  };
  return { data: rows, failure, reload: () => load(), refresh, more: cursor ? () => read(more) : undefined };
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
  return { path, rows, cursor };
}
