import { boundedRows, enough } from './sql-json';
import { map, planned, type Query, readRows, type Statement } from './query';

/** Rows of a part at most. */
export const PART_ROWS = 200;
/** Bytes of a part, unless one of its first two rows has more. */
const PART_BYTES = 200_000;

/** A list that is read part by part, each after the last row of the one before. */
export interface ListInParts {
  readonly statement: Statement;
  /** The position before all rows. */
  readonly start: Position;
  /** What is shown of the JSON of a row, where SQL cannot tell. */
  readonly shown?: (json: string) => string;
}

export type Position = readonly string[];

interface ListText extends Pick<ListInParts, 'start' | 'shown'> {
  /** SQL: the rows `w` after a position, in order. $1 is the account, and `ofValue` gives what else the list is of. */
  readonly rows: string;
  /** SQL: the values of `w` by which the rows are ordered. */
  readonly position: string;
  /** SQL: `w` as JSON. */
  readonly json: string;
}

/** SQL: the nth value of a position, from 1. */
export const positionValue = (nth: number, type: 'timestamptz' | 'uuid' | 'int'): string =>
  `($3::text[])[${nth}]::${type}`;

/** SQL: the nth text that says what the list is of, from 1. */
export const ofValue = (nth: number): string => `(${OF_VALUES})[${nth}]`;

/** SQL: all these texts. */
export const OF_VALUES = '$2::text[]';

export const listInParts = ({ rows, position, json, ...rest }: ListText): ListInParts => ({
  ...rest,
  statement: planned(
    `select b.value -> 0 as position, (b.value -> 1)::text as json, b.bytes >= ${enough(PART_BYTES)} as "isFull"
     from ${boundedRows(
       `${rows} limit ${PART_ROWS}`,
       `json_build_array(json_build_array(${position}), ${json})`,
       PART_BYTES,
     )} b order by b.row_no`,
  ),
});

/** A row, as PostgreSQL writes it. */
export interface PartRow {
  readonly json: string;
  readonly position: Position;
}

export interface Part {
  readonly rows: readonly PartRow[];
  readonly isLast: boolean;
}

/** The rows of the list of `of` after a position, or its first ones. */
export const readPart = (
  { statement, start, shown }: ListInParts,
  accountId: string,
  of: readonly (string | null)[],
  position = start,
): Query<Part, 'read'> =>
  map(readRows<PartRow & { isFull: boolean }>(statement, [accountId, of, position]), (rows) => ({
    rows: shown ? rows.map((row) => ({ ...row, json: shown(row.json) })) : rows,
    isLast: rows.length < PART_ROWS && rows.at(-1)?.isFull !== true,
  }));

/** Yields the rows of all parts; `first` was read before. */
export async function* partsOf(
  read: (position?: Position) => Promise<Part>,
  first?: Part,
): AsyncGenerator<readonly PartRow[], void, undefined> {
  let part = first ?? (await read());
  for (;;) {
    yield part.rows;
    const last = part.rows.at(-1);
    if (part.isLast || !last) return;
    part = await read(last.position);
  }
}
