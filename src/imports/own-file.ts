import { withoutGuards } from '../common/formula-guard';
import { EXPORT_COLUMNS, headerOf } from '../contract/import-columns';
import { withoutQuote } from './cells/texts';
import { isReasonHeader } from './header-names';
import { type FileColumns, headerNames } from './import-columns';

/** What a file is that the service itself made, by its header. */
export interface OwnFile {
  /** Whether it is an export, so that its rows say all of a lead. */
  readonly isExport: boolean;
  /** The text that a cell was made from. */
  readonly textOf: (cell: string) => string;
  /** The names in the header, as the first file had them. */
  readonly headers: readonly string[];
}

const EXPORT_HEADER = headerOf(EXPORT_COLUMNS);

/**
 * A file with the header of an export is one, as far as its columns are read as such; a file with a column of reasons has the refused rows of
 * another file. What the service put before signs that would run is taken away, once for each time that it was put there. People put it at the
 * beginning of a cell alone.
 */
export function ownFile(header: readonly string[], columns: FileColumns): OwnFile {
  const isOfRefused = isRefusedFile(header);
  const unwrapped = isOfRefused ? withoutGuards : (cell: string): string => cell;
  const headers = headerNames(header).map(unwrapped);
  const isExport = isExportOf(
    headers.flatMap((name, index) => (isReasonHeader(name) ? [] : [{ name, column: columns[index] ?? null }])),
  );
  return {
    isExport,
    headers,
    textOf: isExport ? (cell) => withoutGuards(unwrapped(cell)) : (cell) => withoutQuote(unwrapped(cell)),
  };
}

/** Whether a file has refused rows of another one, by its column of reasons. */
export const isRefusedFile = (header: readonly string[]): boolean => header.some(isReasonHeader);

const isExportOf = (named: readonly { readonly name: string; readonly column: FileColumns[number] }[]): boolean =>
  named.length === EXPORT_HEADER.length &&
  named.every(
    ({ name, column }, index) => name === EXPORT_HEADER[index] && (column === null || column === EXPORT_COLUMNS[index]),
  );
