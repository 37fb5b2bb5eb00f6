import type { Beside } from './use-compared';

/** A row of a table, with the same row of the compared days. */
export interface RowBeside<Row> {
  readonly now: Row;
  /** Undefined where it is not known, because its route shows only so many rows. */
  readonly before: Row | undefined;
  /** It was not there before. */
  readonly isNew: boolean;
}

interface RowsOf<Row> {
  readonly keyOf: (row: Row) => string | null;
  /** The same row with nothing in it. */
  readonly noneOf: (row: Row) => Row;
  /** Most rows that the route shows; a list of so many may lack some. */
  readonly most?: number;
}

/** The rows of now, then those that were there only before, which are none now. */
export function rowsBeside<Row>(
  { now, before }: Beside<readonly Row[]>,
  { keyOf, noneOf, most = Infinity }: RowsOf<Row>,
): RowBeside<Row>[] {
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const isWhole = before.length < most;
  const keys = new Set(now.map(keyOf));
  const gone = now.length < most ? before.filter((row) => !keys.has(keyOf(row))) : [];
  return [
    ...now.map((row) => {
      const same = earlier.get(keyOf(row));
      return { now: row, before: same ?? (isWhole ? noneOf(row) : undefined), isNew: !same && isWhole };
    }),
    ...gone.map((row) => ({ now: noneOf(row), before: row, isNew: false })),
  ];
}
