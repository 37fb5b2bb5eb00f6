import { mapped, type Steps } from '../common/in-slices';
import {
  EARLIER_EXPORT_COLUMNS,
  EXPORT_COLUMNS,
  type ExportColumn,
  headerOf,
  type ImportColumn,
} from '../contract/import-columns';
import { withoutQuote } from './cells/texts';
import type { FileColumns } from './columns/column';
import { headerNames, isReasonHeader } from './headers/header-words';
import { withoutGuards } from '../common/csv';

/** A file made by the service, recognised by its header. */
export interface OwnFile {
  /** True for an export, whose rows describe a lead completely. */
  readonly isExport: boolean;
  readonly textOf: (cell: string) => string;
  /** The header as in the first file. */
  readonly headers: readonly string[];
}

const EXPORTS = [EXPORT_COLUMNS, EARLIER_EXPORT_COLUMNS];

/**
 * Recognises an export by its header if no column is mapped otherwise, and a file of refused rows by its column of reasons.
 * Signs that the service put before formulas are removed, once for each time they were added; people add them only at the
 * beginning of a cell.
 */
export function* ownFile(header: readonly string[], columns: FileColumns): Steps<OwnFile> {
  const isReason = yield* mapped(header, isReasonHeader);
  const isOfRefused = isReason.includes(true);
  const unwrapped = isOfRefused ? withoutGuards : (cell: string): string => cell;
  const headers = headerNames(header).map(unwrapped);
  const isExport = isExportOf(
    headers.flatMap((name, index) => (isReason[index] ? [] : [{ name, column: columns[index]?.field ?? null }])),
  );
  return {
    isExport,
    headers,
    textOf: isExport ? (cell) => withoutGuards(unwrapped(cell)) : (cell) => withoutQuote(unwrapped(cell)),
  };
}

type NamedColumn = { readonly name: string; readonly column: ImportColumn | null };

/** Recognises the header of an export, whose columns hold what they say. */
export const isExportHeader = (names: readonly string[]): boolean =>
  isExportOf(names.filter((name) => !isReasonHeader(name)).map((name) => ({ name, column: null })));

const isExportOf = (named: readonly NamedColumn[]): boolean => EXPORTS.some((columns) => hasHeaderOf(columns, named));

function hasHeaderOf(columns: readonly ExportColumn[], named: readonly NamedColumn[]): boolean {
  const header = headerOf(columns);
  return (
    named.length === header.length &&
    named.every(({ name, column }, index) => name === header[index] && (column === null || column === columns[index]))
  );
}
