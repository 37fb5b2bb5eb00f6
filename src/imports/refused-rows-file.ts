import { CSV_BEGINNING, CSV_LINE_END, CSV_SEPARATOR, csvCell, withoutGuards } from '../common/csv';
import type { FieldError } from '../contract/error';
import { columnWord, REASON_HEADER } from '../contract/import-columns';
import { IMPORT_ANSWER_BYTES } from '../contract/limits';
import { withinBytes } from './answer-size';
import { isReasonHeader } from './headers/header-words';
import type { TableRow } from './table/table-rows';

/** Bytes of a line next to its cells and reason: quotes and line end. */
const FRAME_BYTES = 2 + Buffer.byteLength(CSV_LINE_END);

export type RefusalReasons = ReadonlyMap<number, string>;

export const reasonOf = (fields: readonly FieldError[]): string =>
  withinBytes(
    fields.map(({ field, message }) => `${columnWord(field)}: ${message}`).join('; '),
    IMPORT_ANSWER_BYTES.perRow,
  );

/**
 * Yields a file of the refused rows: the original columns and the reasons. Once corrected, it can be imported. It comes cell by cell,
 * because one row may be most of a large file.
 */
export function* refusedFile(
  header: readonly string[],
  rows: readonly TableRow[],
  reasons: RefusalReasons,
): Generator<string> {
  // A file that was corrected before has its own reasons, and cells in this format.
  const kept: number[] = [];
  for (const [index, name] of header.entries()) {
    if (!isReasonHeader(name)) kept.push(index);
    yield '';
  }
  const isCorrected = kept.length < header.length;
  const cellOf = (text = ''): string => csvCell(isCorrected ? withoutGuards(text) : text) + CSV_SEPARATOR;
  function* lineOf(cells: readonly string[], reason: string): Generator<string> {
    for (const index of kept) yield cellOf(cells[index]);
    for (const cell of cells.slice(header.length)) yield cellOf(cell);
    yield csvCell(withinBytes(reason, reasonBytes(kept, cells))) + CSV_LINE_END;
  }
  yield CSV_BEGINNING;
  yield* lineOf(header, REASON_HEADER);
  for (const { number, cells } of rows) {
    const reason = reasons.get(number);
    if (reason !== undefined) yield* lineOf(cells, reason);
  }
}

/** A written cell may take four times its bytes; missing cells and the reason share the rest of the row's size. */
const reasonBytes = (kept: readonly number[], cells: readonly string[]): number =>
  IMPORT_ANSWER_BYTES.perRow - FRAME_BYTES - kept.filter((index) => index >= cells.length).length;
