import { ApiError } from '../common/api-error';
import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn, takesSeveral } from '../contract/import-columns';
import { MAX_FIELD_ERRORS } from '../contract/limits';
import { phoneIn } from './cells/phones';
import { guessOf, type HeaderGuess, isReasonHeader, namePartOf } from './header-names';
import { invalidFile } from './table/file-refusal';

/** The columns of a file in its order; null for one that is not read. */
export type FileColumns = readonly (ImportColumn | null)[];

/**
 * What the columns hold: what the mapping says, else what the header does. Throws 422 for a bad mapping, and for a file without a
 * column of phones.
 */
export function readColumns(header: readonly string[], mapping?: string): FileColumns {
  const names = headerNames(header);
  if (mapping !== undefined) {
    const columns = mappedColumns(mapping.split(','), names.length, header.length);
    if (names.some((name, index) => columns[index] === 'phone' && phoneIn(name))) throw invalidFile(PERSON_FIRST);
    return columns;
  }
  const columns = guessColumns(header);
  if (!columns.includes('phone')) {
    const message = 'não há coluna de telefone; dê à coluna do telefone o nome Telefone, ou diga no mapeamento qual é';
    throw ApiError.invalid([{ field: 'phone', message }]);
  }
  return columns;
}

/** The first row is that of the names: a person in it would be lost. */
const PERSON_FIRST = 'a primeira linha já é de uma pessoa; ponha acima dela uma linha com os nomes das colunas';

/** The names in the header. Spreadsheets write empty cells after the last column. */
export function headerNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  return names;
}

/** The headers of the columns that are not read. */
export const ignoredHeaders = (header: readonly string[], columns: FileColumns): string[] =>
  headerNames(header).filter((name, index) => !columns[index] && name !== '' && !isReasonHeader(name));

/** Whether one of the cells names a phone column: a row with one is a header. */
export const namesPhone = (cells: readonly string[]): boolean =>
  cells.some((cell) => guessOf(cell)?.field === 'phone' && !isReason(cell));

/** Whether a cell may be the reason of a refused row, `Telefone: tem letras`, which names phones and heads no column. */
const isReason = (cell: string): boolean =>
  IMPORT_COLUMNS.some((column) => cell.startsWith(`${IMPORT_COLUMN_WORDS[column]}: `));

/** What the columns of a file hold by their headers. Of two for one field that takes one, the more exact header has it. */
export function guessColumns(header: readonly string[]): FileColumns {
  const names = headerNames(header);
  const guesses = names.map((name) => (isReasonHeader(name) ? undefined : guessOf(name)));
  const chosen = new Set([
    ...guesses.flatMap((guess, index) => (guess && takesSeveral(guess.field) && guess.field !== 'name' ? [index] : [])),
    ...columnsOfName(names, guesses),
    ...IMPORT_COLUMNS.filter((field) => !takesSeveral(field)).map((field) => mostExact(guesses, field)),
  ]);
  return guesses.map((guess, index) => (guess && chosen.has(index) ? guess.field : null));
}

/** The place of the most exact header of a field, the first of equals; -1 for none. */
function mostExact(guesses: readonly (HeaderGuess | undefined)[], field: ImportColumn): number {
  const ranks = guesses.map((guess) => (guess?.field === field ? guess.rank : Infinity));
  const best = Math.min(...ranks);
  return best === Infinity ? -1 : ranks.indexOf(best);
}

/** A column of whole names alone; else the parts, `Nome` before `Sobrenome` as the first of them. */
function columnsOfName(names: readonly string[], guesses: readonly (HeaderGuess | undefined)[]): number[] {
  const parts = guesses.flatMap((guess, index) =>
    guess?.field === 'name' && namePartOf(names[index] ?? '') !== 'whole' ? [index] : [],
  );
  const isWhole = (index: number): boolean => guesses[index]?.field === 'name' && !parts.includes(index);
  const full = names.findIndex((name, index) => isWhole(index) && /complet|full/i.test(name));
  const whole = mostExact(
    guesses.map((guess, index) => (isWhole(index) ? guess : undefined)),
    'name',
  );
  if (full !== -1) return [full];
  if (whole === -1) return parts;
  const beginsParts = parts.length > 0 && !parts.some((index) => namePartOf(names[index] ?? '') === 'first');
  return beginsParts ? [whole, ...parts] : [whole];
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
    ...columns.map(
      (column, index) =>
        column && !takesSeveral(column) && columns.indexOf(column) < index && `${column} está em duas colunas`,
    ),
    !columns.includes('phone') && 'falta a coluna do telefone (phone)',
  ].filter((problem) => typeof problem === 'string');
  const [first] = problems;
  if (first) throw ApiError.invalid([{ field: 'mapping', message: problems.slice(0, MAX_FIELD_ERRORS).join('; ') }]);
  return columns;
}
