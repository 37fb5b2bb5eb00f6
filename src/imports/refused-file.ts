import { CSV_BEGINNING, CSV_LINE_END, CSV_SEPARATOR, csvCell } from '../common/csv-line';
import { withoutGuards } from '../common/formula-guard';
import { inSlices } from '../common/in-slices';
import type { FieldError } from '../contract/error';
import { columnWord, REASON_HEADER } from '../contract/import-columns';
import { IMPORT_ANSWER_BYTES } from '../contract/limits';
import { withinBytes } from './answer-size';
import { isReasonHeader } from './header-names';
import { isRefusedFile } from './own-file';
import type { TableRow } from './table/table-rows';

/** What a line has beside its cells and its reason: the quotes around that, and its end. */
const FRAME_BYTES = 2 + Buffer.byteLength(CSV_LINE_END);

/** Characters that are sent at once. */
const PIECE = 16 * 1024;

/** The reasons of the refused rows, by their numbers. */
export type RefusalReasons = ReadonlyMap<number, string>;

/**
 * The refused rows of a file as a file of its own, in pieces: the columns as they were, and the reasons. When it is corrected, it can be
 * imported as it is. Requests are served in between.
 */
export const refusedFile = (
  header: readonly string[],
  rows: readonly TableRow[],
  reasons: RefusalReasons,
): AsyncIterable<string> => inSlices(piecesOf(textsOf(header, rows, reasons)));

/** Why a row was refused, in the words of owners. */
export const reasonOf = (fields: readonly FieldError[]): string =>
  withinBytes(
    fields.map(({ field, message }) => `${columnWord(field)}: ${message}`).join('; '),
    IMPORT_ANSWER_BYTES.perRow,
  );

function* piecesOf(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Cell by cell: one row may be most of a large file. */
function* textsOf(header: readonly string[], rows: readonly TableRow[], reasons: RefusalReasons): Generator<string> {
  // A file that was corrected before has reasons of its own, and cells as this one writes them.
  const kept = header.flatMap((name, index) => (isReasonHeader(name) ? [] : [index]));
  const isCorrected = isRefusedFile(header);
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

/** The cells that a row has in its file may take four times their bytes; those that it lacks share with the reason what is left to a row. */
const reasonBytes = (kept: readonly number[], cells: readonly string[]): number =>
  IMPORT_ANSWER_BYTES.perRow - FRAME_BYTES - kept.filter((index) => index >= cells.length).length;
