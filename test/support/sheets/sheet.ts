import type { ImportColumn } from '../../../src/contract/import-columns';
import type { Random } from './random';
import type { Trade } from './trades';

/** A column of a sheet, with a cell for each row and the field that it must be read as; null for an ignored one. */
export interface Column {
  readonly header: string;
  readonly field: ImportColumn | 'area code' | null;
  readonly cells: readonly string[];
}

/** Columns that stay in this order, and the value that each row must get from them. */
export interface Part<Value> {
  readonly columns: readonly (readonly Column[])[];
  readonly values: readonly (Value | undefined)[];
}

/** A part with the phones, or the field of the 422 for a file that cannot be read. */
export interface PhonePart extends Part<string> {
  readonly refused?: 'phone' | 'area_code';
  /** The area code that the import gives. */
  readonly areaCode?: string;
}

/** What all parts of a sheet know. */
export interface Draft {
  readonly random: Random;
  readonly trade: Trade;
  /** The number of rows. */
  readonly rows: number;
}

export const eachRow = <Value>(rows: number, valueOf: (row: number) => Value): Value[] =>
  Array.from({ length: rows }, (_, row) => valueOf(row));

export const nothing = ({ rows }: Draft): Part<never> => ({ columns: [], values: eachRow(rows, () => undefined) });

/** Columns that must be ignored. */
export const ignored = (header: string, cells: readonly string[]): Column => ({ header, field: null, cells });
