import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../src/contract/document/answers';
import { type ApiFailure, call, readUnattended } from './api';
import type { Resource } from './use-resource';

export interface Pages<Row> extends Resource<readonly Row[]> {
  /** Undefined on the last page. */
  readonly more: (() => Promise<void>) | undefined;
}

const whole = <Data, Row>(data: Data): readonly Row[] => data as unknown as readonly Row[];

const after = (path: string, cursor: string | null | undefined): string =>
  cursor ? `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : '';

interface State<Row> {
  readonly rows?: readonly Row[];
  readonly cursor?: string | null;
  readonly failure?: ApiFailure;
}

/** Loads the first page of a list route, and others on demand. `rowsOf` finds the rows in the answer; must be a stable function. */
export function usePages<Row, Data = readonly Row[]>(
  path: string,
  rowsOf: (data: Data) => readonly Row[] = whole,
): Pages<Row> {
  const [state, setState] = useState<State<Row>>({});
  const latest = useRef(0);
  const read = useCallback(
    async (cursor: string | undefined, before: readonly Row[]) => {
      const turn = ++latest.current;
      const settle = (settled: State<Row>): void => {
        if (turn === latest.current) setState(settled);
      };
      await call<Data>('GET', path + after(path, cursor)).then(
        ({ data, next_cursor }: Answer<Data>) => settle({ rows: [...before, ...rowsOf(data)], cursor: next_cursor }),
        (failure: ApiFailure) => settle({ failure }),
      );
    },
    [path, rowsOf],
  );
  const shown = useRef(0);
  shown.current = state.rows?.length ?? 0;
  const refresh = useCallback(async () => {
    const turn = latest.current;
    const read = await readAgain(path, rowsOf, () => shown.current).catch(() => undefined);
    if (read && turn === latest.current) setState(read);
  }, [path, rowsOf]);
  const reload = useCallback(() => read(undefined, []), [read]);
  useEffect(() => {
    setState({});
    void reload();
    return () => void latest.current++;
  }, [reload]);
  const { rows, cursor, failure } = state;
  return { data: rows, failure, reload, refresh, more: cursor ? () => read(cursor, rows ?? []) : undefined };
}

/** First pages, until they hold so many rows, of which more may be shown meanwhile. */
async function readAgain<Row, Data>(
  path: string,
  rowsOf: (data: Data) => readonly Row[],
  count: () => number,
): Promise<State<Row>> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const answer: Answer<Data> = await readUnattended<Data>(path + after(path, cursor));
    rows.push(...rowsOf(answer.data));
    cursor = answer.next_cursor;
  } while (cursor && rows.length < count());
  return { rows, cursor };
}
