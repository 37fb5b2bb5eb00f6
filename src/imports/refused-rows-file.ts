import { CSV_BEGINNING, CSV_LINE_END, CSV_SEPARATOR, csvCell } from '../common/csv/csv-line';
import { withoutGuards } from '../common/csv/formula-guard';
import { inSlices } from '../common/in-slices';
import type { FieldError } from '../contract/error';
import { columnWord, REASON_HEADER } from '../contract/import-columns';
import { IMPORT_ANSWER_BYTES } from '../contract/limits';
import { withinBytes } from './answer-size';
import { isReasonHeader } from './column-guess';
import type { TableRow } from './table/table-rows';

/** Bytes of a line next to its cells and reason: quotes and line end. */
const FRAME_BYTES = 2 + Buffer.byteLength(CSV_LINE_END);

const PIECE = 16 * 1024;
/** Texts that are joined in a step. */
const STEP = 100;

export type RefusalReasons = ReadonlyMap<number, string>;

/** Writes the refused rows in pieces: the original columns and the reasons. Once corrected, the file can be imported. */
export async function* refusedFile(
  header: readonly string[],
  rows: readonly TableRow[],
  reasons: RefusalReasons,
): AsyncGenerator<string> {
  for await (const piece of inSlices(piecesOf(textsOf(header, rows, reasons)))) if (piece !== '') yield piece;
}

export const reasonOf = (fields: readonly FieldError[]): string =>
  withinBytes(
    fields.map(({ field, message }) => `${columnWord(field)}: ${message}`).join('; '),
    IMPORT_ANSWER_BYTES.perRow,
  );

/** Joins the texts. Yields empty pieces too, as pauses. */
function* piecesOf(texts: Iterable<string>): Generator<string> {
  let piece = '';
  let count = 0;
  for (const text of texts) {
    piece += text;
    const isWhole = piece.length >= PIECE;
    if (isWhole || ++count % STEP === 0) yield isWhole ? piece : '';
    if (isWhole) piece = '';
  }
  yield piece;
}

/** Yields cell by cell, because one row may be most of a large file. */
function* textsOf(header: readonly string[], rows: readonly TableRow[], reasons: RefusalReasons): Generator<string> {
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
