import { ApiError } from '../common/api-error';
import type { FieldError } from '../contract/error';
import { IMPORT_COLUMNS, type ImportColumn } from '../contract/import-columns';
import { MAX_FIELD_ERRORS } from '../contract/limits';
import { SIGNALS } from '../contract/origin';
import { booleanIn, momentIn, originIn, reaisIn, tagsIn, withoutQuote } from './cells';
import { columnOfHeader } from './header-names';
import { shownText } from './shown-text';

/** The columns of a file in its order; null for one that is not read. */
export type FileColumns = readonly (ImportColumn | null)[];

const DEAL = 'deal.';

/**
 * The columns that the header names, in English or Portuguese; a mapping says instead what each column holds. Throws one 422 that names
 * every bad column, or what is wrong with the mapping.
 */
export function readColumns(header: readonly string[], mapping?: string): FileColumns {
  const names = headerNames(header);
  return mapping === undefined ? columnsOf(names) : mappedColumns(mapping.split(','), names.length, header.length);
}

/** The names in the header. Spreadsheets write empty cells after the last column. */
export function headerNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  return names;
}

/** What the columns of a file may be, for people to correct: the first column of a name has it. */
export function guessColumns(header: readonly string[]): FileColumns {
  const seen = new Set<ImportColumn>();
  return headerNames(header).map((name) => {
    const column = columnOfHeader(name);
    if (!column || seen.has(column)) return null;
    seen.add(column);
    return column;
  });
}

function columnsOf(names: readonly string[]): FileColumns {
  const seen = new Set<string>();
  const bad: FieldError[] = [];
  const columns = names.flatMap((name) => {
    if (bad.length === MAX_FIELD_ERRORS) return [];
    const column = columnOfHeader(name);
    const field = shownText(name.toLowerCase());
    if (column === undefined) bad.push({ field, message: 'coluna desconhecida' });
    else if (column !== null && seen.has(column)) bad.push({ field, message: 'coluna repetida' });
    if (column) seen.add(column);
    return [column ?? null];
  });
  if (!seen.has('phone')) bad.push({ field: 'phone', message: 'falta esta coluna' });
  if (bad.length > 0) throw ApiError.invalid(bad.slice(0, MAX_FIELD_ERRORS));
  return columns;
}

/** `named` columns have a name; spreadsheets write `all` of them. */
function mappedColumns(fields: readonly string[], named: number, all: number): FileColumns {
  const columns = fields.map((field) => IMPORT_COLUMNS.find((column) => column === field.trim()) ?? null);
  const problems = [
    fields.length !== named &&
      fields.length !== all &&
      `o arquivo tem ${named} colunas, e foram dadas ${fields.length}`,
    ...fields.map(
      (field, index) => !columns[index] && field.trim() !== '' && `o campo da coluna ${index + 1} não existe`,
    ),
    ...columns.map((column, index) => column && columns.indexOf(column) < index && `${column} está em duas colunas`),
    !columns.includes('phone') && 'falta a coluna do telefone (phone)',
  ].filter((problem) => typeof problem === 'string');
  const [first] = problems;
  if (first) throw ApiError.invalid([{ field: 'mapping', message: problems.slice(0, MAX_FIELD_ERRORS).join('; ') }]);
  return columns;
}

/** How the cells of a column are read; those of others are texts as they are. */
const READERS: Partial<Record<ImportColumn, (cell: string) => unknown>> = {
  phone: (cell) => cell.trim(),
  tags: tagsIn,
  consent: booleanIn,
  origin: originIn,
  created_at: momentIn,
  'deal.pipeline_id': (cell) => cell.trim(),
  'deal.stage_id': (cell) => cell.trim(),
  'deal.value': reaisIn,
};

/**
 * The row as a body of POST /leads, before validation. A cell that cannot be read as its type stays a text, and the
 * validation refuses it. An empty cell is an absent field. Undefined for a row with more cells than columns.
 */
export function bodyOf(
  columns: FileColumns,
  cells: readonly string[],
  defaultExternalId: string,
): Record<string, unknown> | undefined {
  const body: Record<string, unknown> = { external_id: defaultExternalId };
  const attribution: Record<string, unknown> = {};
  const deal: Record<string, unknown> = {};
  for (const [index, cell] of cells.entries()) {
    if (cell.trim() === '') continue;
    const column = columns[index];
    if (column === undefined) return undefined;
    if (column === null) continue;
    const text = withoutQuote(cell);
    const value = READERS[column]?.(text) ?? text;
    if (column.startsWith(DEAL)) deal[column.slice(DEAL.length)] = value;
    else if (isSignal(column)) attribution[column] = value;
    else body[column] = value;
  }
  if (Object.keys(attribution).length > 0) body.attribution = attribution;
  if (Object.keys(deal).length > 0) body.deal = deal;
  return body;
}

const isSignal = (column: string): boolean => (SIGNALS as readonly string[]).includes(column);

/** The column of a field of the body. */
export const columnOf = (field: string): string => field.replace(/^attribution\./, '');
