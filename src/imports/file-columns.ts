import { mapped, type Steps } from '../common/in-slices';
import { ApiError } from '../common/api-error';
import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn, takesSeveral } from '../contract/import-columns';
import { MAX_FIELD_ERRORS } from '../contract/limits';
import { phoneIn } from './cells/phones';
import { guessOf, type HeaderGuess, isReasonHeader, type NamePart, namePartOf } from './column-guess';
import { invalidFile } from './table/invalid-file';

/** The columns of a file in order; null for an ignored one. */
export type FileColumns = readonly (ImportColumn | null)[];

/** The mapping overrides the header. Throws 422 for a bad mapping, and for a file without a phone column. */
export function* readColumns(header: readonly string[], mapping?: string): Steps<FileColumns> {
  const names = headerNames(header);
  if (mapping !== undefined) {
    const columns = mappedColumns(mapping.split(','), names.length, header.length);
    const isPerson = yield* mapped(names, (name, index) => columns[index] === 'phone' && phoneIn(name) !== undefined);
    if (isPerson.includes(true)) throw invalidFile(PERSON_FIRST);
    return columns;
  }
  const columns = yield* guessColumns(header);
  if (!columns.includes('phone')) {
    const message = 'não há coluna de telefone; dê à coluna do telefone o nome Telefone, ou diga no mapeamento qual é';
    throw ApiError.invalid([{ field: 'phone', message }]);
  }
  return columns;
}

/** The first row must hold names: a person in it would be lost. */
const PERSON_FIRST = 'a primeira linha já é de uma pessoa; ponha acima dela uma linha com os nomes das colunas';

/** Drops the empty cells that spreadsheets write after the last column. */
export function headerNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  return names;
}

export function* ignoredHeaders(header: readonly string[], columns: FileColumns): Steps<string[]> {
  const names = headerNames(header);
  const isIgnored = yield* mapped(names, (name, index) => !columns[index] && name !== '' && !isReasonHeader(name));
  return names.filter((_, index) => isIgnored[index]);
}

/** Returns whether a cell names a phone column, so that its row is a header. */
export const namesPhone = (cell: string): boolean => guessOf(cell)?.field === 'phone' && !isReason(cell);

/** Recognises the reason of a refused row, such as `Telefone: tem letras`, which is not a header. */
const isReason = (cell: string): boolean =>
  IMPORT_COLUMNS.some((column) => cell.startsWith(`${IMPORT_COLUMN_WORDS[column]}: `));

/** Guesses the columns by their headers. The more exact header wins a field that takes one column. */
export function* guessColumns(header: readonly string[]): Steps<FileColumns> {
  const names = headerNames(header);
  const guesses = yield* mapped(names, guessOf);
  const partOf = yield* mapped(names, namePartOf);
  const chosen = new Set([
    ...columnsOfName(names, guesses, partOf),
    ...IMPORT_COLUMNS.filter((field) => !takesSeveral(field)).map((field) => mostExact(guesses, field)),
  ]);
  const isRead = ({ field }: HeaderGuess, index: number): boolean =>
    chosen.has(index) || (takesSeveral(field) && field !== 'name');
  return guesses.map((guess, index) => (guess && isRead(guess, index) ? guess.field : null));
}

function mostExact(guesses: readonly (HeaderGuess | undefined)[], field: ImportColumn): number {
  const ranks = guesses.map((guess) => (guess?.field === field ? guess.rank : Infinity));
  const best = Math.min(...ranks);
  return best === Infinity ? -1 : ranks.indexOf(best);
}

/** Returns one column of whole names, or else the parts, `Nome` before `Sobrenome` as the first name. */
function columnsOfName(
  names: readonly string[],
  guesses: readonly (HeaderGuess | undefined)[],
  partOf: readonly NamePart[],
): number[] {
  const isWhole = (index: number): boolean => guesses[index]?.field === 'name' && partOf[index] === 'whole';
  const full = names.findIndex((name, index) => isWhole(index) && /complet|full/i.test(name));
  if (full !== -1) return [full];
  const parts = [...names.keys()].filter((index) => partOf[index] !== 'whole');
  const whole = mostExact(
    guesses.map((guess, index) => (isWhole(index) ? guess : undefined)),
    'name',
  );
  if (whole === -1) return parts;
  return partOf.includes('first') ? [whole] : [whole, ...parts];
}

/** `named` counts the columns with a name, `all` also the empty ones of spreadsheets. */
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
