import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../src/contract/envelope';
import { type ApiFailure, call } from './api';
import type { Resource } from './use-resource';

/** A list that is read page by page. */
export interface Pages<Row> extends Resource<readonly Row[]> {
  /** Undefined on the last page. */
  readonly more: (() => Promise<void>) | undefined;
}

const whole = <Data, Row>(data: Data): readonly Row[] => data as unknown as readonly Row[];

interface State<Row> {
  readonly rows?: readonly Row[];
  readonly cursor?: string | null;
  readonly failure?: ApiFailure;
}

/**
 * Reads the first page of a list route, and the others when asked to. `rowsOf` finds the rows when they are not the whole answer;
 * it must always be the same function.
 */
export function usePages<Row, Data = readonly Row[]>(
  path: string,
  rowsOf: (data: Data) => readonly Row[] = whole,
): Pages<Row> {
  const [state, setState] = useState<State<Row>>({});
  const latest = useRef(0);
  const read = useCallback(
    async (after: string | undefined, before: readonly Row[]) => {
      const turn = ++latest.current;
      const query = after ? `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(after)}` : '';
      const settle = (settled: State<Row>): void => {
        if (turn === latest.current) setState(settled);
      };
      await call<Data>('GET', path + query).then(
        ({ data, next_cursor: cursor }: Answer<Data>) => settle({ rows: [...before, ...rowsOf(data)], cursor }),
        (failure: ApiFailure) => settle({ failure }),
      );
    },
    [path, rowsOf],
  );
  const reload = useCallback(() => read(undefined, []), [read]);
  useEffect(() => {
    setState({});
    void reload();
    return () => void latest.current++;
  }, [reload]);
  const { rows, cursor, failure } = state;
  return { data: rows, failure, reload, more: cursor ? () => read(cursor, rows ?? []) : undefined };
}
