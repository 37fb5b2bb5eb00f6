import type { Steps } from '../../common/in-slices';
import { areaCodeIn, phoneIn } from '../cells/phones';
import { answerIn } from '../cells/yes-no';
import { plainText } from '../cells/texts';
import type { TableRow } from '../table/table-rows';
import type { ImportColumn } from '../../contract/import-columns';

/** The most rows whose cells are looked at, to tell what a column holds. */
const LOOKED_AT = 200;
/** From this number of rows on, a value of more than half of them is not a person's own. */
const MANY_ROWS = 20;

/** The numbers of cells of a column, among the first rows. */
interface CellCounts {
  readonly rows: number;
  readonly filled: number;
  readonly phones: number;
  readonly names: number;
  readonly areaCodes: number;
}

/** Counts the cells of a column that hold phones, and those that may be names. */
export function* countCells(rows: readonly TableRow[], column: number, areaCode?: string): Steps<CellCounts> {
  const counts = { rows: 0, filled: 0, phones: 0, names: 0, areaCodes: 0 };
  for (const { cells } of rows.slice(0, LOOKED_AT)) {
    const cell = (cells[column] ?? '').trim();
    counts.rows++;
    if (cell !== '') counts.filled++;
    if (isPhone(cell, areaCode)) counts.phones++;
    else if (isName(cell)) counts.names++;
    else if (areaCodeIn(cell) !== undefined) counts.areaCodes++;
    yield;
  }
  return counts;
}

const isPhone = (cell: string, areaCode: string | undefined): boolean =>
  /\d{4}/.test(cell) && phoneIn(cell, areaCode) !== undefined;

/** Whether a cell may be a name: it has letters, and is neither a yes nor a no. */
export const isName = (cell: string): boolean =>
  /\p{L}{2}/u.test(cell) && (cell.length > LONGEST_ANSWER || answerIn(cell) === undefined);

/** The longest cell that is checked for a yes or no. */
const LONGEST_ANSWER = 20;

/** Returns whether one phone, or one name, fills more than half of many rows: the business's own line, `Cliente`. */
export function* isOneValue(field: 'phone' | 'name', rows: readonly TableRow[], column: number): Steps<boolean> {
  if (rows.length < MANY_ROWS) return false;
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const cell = (cells[column] ?? '').slice(0, LONGEST).trim();
    const value = comparable(cell);
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    // A dash, and a number that nobody has, are not the business's.
    if (count > rows.length / 2) return field === 'phone' ? isPhone(cell, ANY_AREA_CODE) : isName(cell);
    yield;
  }
  return false;
}

/** Completes a number without one, to tell whether it is a phone. */
const ANY_AREA_CODE = '11';
const LONGEST = 100;

/** Spellings of a phone share their last ten digits. */
function comparable(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length >= 8 ? digits.slice(-10) : plainText(text);
}

/** How a column of a file is read. */
export interface FileColumn {
  /** Null for an ignored one. */
  readonly field: ImportColumn | null;
  /** Whether it is read although its header is not wholly understood. */
  readonly isGuessed: boolean;
  /** Why it is ignored; null for a column that is read, one without a name, and the reasons of refused rows. */
  readonly reason: string | null;
  /** For phones: the index of the column of their area codes. */
  readonly areaCodes?: number;
  /** Whether it only completes the phones of another column. */
  readonly isAreaCode?: true;
}

/** The columns of a file in order. */
export type FileColumns = readonly FileColumn[];

export const IGNORED: FileColumn = { field: null, isGuessed: false, reason: null };
