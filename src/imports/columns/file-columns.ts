import { ApiError } from '../../common/api-error';
import { mapped, type Steps } from '../../common/in-slices';
import { PHONES_LEFT_OUT } from '../../contract/import';
import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, takesSeveral } from '../../contract/import-columns';
import { MAX_FIELD_ERRORS } from '../../contract/limits';
import { phoneIn } from '../cells/phones';
import { countCells, type FileColumn, type FileColumns, IGNORED } from './column';
import { guessedColumns, withReasons } from './guessed-columns';
import { headerNames } from '../headers/header-words';
import { hasPhoneWord, mayBeAreaCode, phoneNamed } from '../headers/phone-header';
import { recognise, type RecognisedHeader } from '../headers/recognised-header';
import { type TableRow, invalidFile } from '../table/table-rows';

interface ReadFile {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** The fields in the order of the columns, separated by commas; by default headers and cells decide. */
  readonly mapping?: string;
  /** For phones without an area code. */
  readonly areaCode?: string;
}

/** Decides what each column holds. Throws 422 for a bad mapping, and for an area code beside a column of area codes. */
export function* readColumns({ header, rows, mapping, areaCode }: ReadFile): Steps<FileColumns> {
  const names = headerNames(header);
  const headers = yield* recognisedHeaders(names, rows);
  const file = { names, headers, rows, areaCode };
  const chosen =
    mapping === undefined
      ? yield* guessedColumns(file)
      : yield* mappedColumns(mapping.split(','), names, header.length);
  const columns = joinedAreaCodes(chosen, headers);
  if (areaCode !== undefined && areaCodeColumns(columns, headers).length > 0) {
    const message = 'o arquivo tem uma coluna de DDD, que já diz o de cada telefone; importe sem este DDD';
    throw ApiError.invalid([{ field: 'area_code', message }]);
  }
  return yield* withReasons(columns, file);
}

/** Recognises the headers. Whether `DDD/Telefone` and `Telefone DDD` hold phones or area codes, their cells say. */
function* recognisedHeaders(names: readonly string[], rows: readonly TableRow[]): Steps<RecognisedHeader[]> {
  const headers = yield* mapped(names, recognise);
  for (const [index, header] of headers.entries()) {
    if (!mayBeAreaCode(header.words)) continue;
    const { phones, areaCodes, filled } = yield* countCells(rows, index);
    const isPhone = hasPhoneWord(header.words) && 2 * phones > filled;
    if (header.isAreaCode && isPhone) headers[index] = { ...header, isAreaCode: false, field: 'phone', exactness: 1 };
    if (2 * areaCodes > filled) headers[index] = { ...header, isAreaCode: true, field: null, mayBe: null };
  }
  return headers;
}

/** Throws 422 for a file without a phone column; the message names columns of other phones. */
export function requirePhone(columns: FileColumns, header: readonly string[]): void {
  if (columns.some(({ field }) => field === 'phone')) return;
  if (header.some((name) => phoneIn(name) !== undefined)) throw invalidFile(PERSON_FIRST);
  const others = columns.flatMap(({ reason }, index) =>
    reason !== null && PHONES_LEFT_OUT.includes(reason)
      ? [`“${header[index]?.trim().slice(0, LONGEST_SHOWN)}” ${reason}`]
      : [],
  );
  const found = others.length > 0 ? `: ${others.slice(0, MOST_SHOWN).join('; ')}` : '';
  const message = `não há coluna de telefone${found}; dê à coluna do telefone o nome Telefone, ou diga no mapeamento qual é`;
  throw ApiError.invalid([{ field: 'phone', message }]);
}

const LONGEST_SHOWN = 60;
const MOST_SHOWN = 3;

/** The first row must hold names: a person in it would be lost. */
const PERSON_FIRST = 'a primeira linha já é de uma pessoa; ponha acima dela uma linha com os nomes das colunas';

/** Returns whether a cell names the phone, or may, so that its row is a header. */
export function namesPhone(cell: string): boolean {
  const { field, mayBe } = recognise(cell);
  return (field === 'phone' || mayBe === 'phone') && !isReason(cell);
}

/** Recognises the reason of a refused row, such as `Telefone: tem letras`, which is not a header. */
const isReason = (cell: string): boolean =>
  IMPORT_COLUMNS.some((column) => cell.startsWith(`${IMPORT_COLUMN_WORDS[column]}: `));

/** A mapping may also name the empty columns after the last one with a name, of which there are `all`. */
function* mappedColumns(fields: readonly string[], names: readonly string[], all: number): Steps<FileColumn[]> {
  const columns = fields.map((field) => IMPORT_COLUMNS.find((column) => column === field.trim()) ?? null);
  const problems = [
    fields.length !== names.length &&
      fields.length !== all &&
      `o arquivo tem ${names.length} colunas, e foram dadas ${fields.length}`,
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
  const isPerson = yield* mapped(names, (name, index) => columns[index] === 'phone' && phoneIn(name) !== undefined);
  if (isPerson.includes(true)) throw invalidFile(PERSON_FIRST);
  return columns.map((field) => ({ ...IGNORED, field }));
}

/**
 * Joins each column of area codes to the phones that it completes: those that it names (`DDD do celular`, `DDD 1`), else the ones
 * beside it, where that leaves no doubt. A mapping may name it as a phone, or leave it out.
 */
function joinedAreaCodes(columns: FileColumns, headers: readonly RecognisedHeader[]): FileColumns {
  const codes = areaCodeColumns(columns, headers);
  const phones = [...columns.keys()].filter((index) => columns[index]?.field === 'phone' && !codes.includes(index));
  const joined: FileColumn[] = [...columns];
  for (const [code, phone] of pairs(codes, phones, headers)) {
    const column = joined[phone];
    if (!column || column.areaCodes !== undefined) continue;
    joined[phone] = { ...column, areaCodes: code };
    joined[code] = { field: 'phone', isGuessed: false, reason: null, isAreaCode: true };
  }
  return joined;
}

/** Returns the columns of area codes; one that a mapping reads as another field is none. */
const areaCodeColumns = (columns: FileColumns, headers: readonly RecognisedHeader[]): number[] =>
  [...columns.keys()].filter(
    (index) => headers[index]?.isAreaCode === true && (columns[index]?.field ?? 'phone') === 'phone',
  );

type Pair = readonly [code: number, phone: number];

/** Pairs each column of area codes with one of phones in the first way that finds one for all, else none. */
function pairs(codes: readonly number[], phones: readonly number[], headers: readonly RecognisedHeader[]): Pair[] {
  const nameOf = (index: number): string => phoneNamed(headers[index]?.words ?? []);
  const numberOf = (index: number): string => /\d+/.exec(nameOf(index))?.[0] ?? '';
  const alike = (of: (index: number) => string) => (code: number) =>
    phones.find((phone) => of(code) !== '' && of(phone) === of(code));
  const beside = (side: number) => (code: number) => phones.find((phone) => phone === code + side);
  const ways = [
    alike(nameOf),
    ...(codes.length > 1 ? [alike(numberOf)] : []),
    ...(codes.length === phones.length ? [beside(1), beside(-1)] : []),
    ...(codes.length === 1 ? [() => onlyPhone(codes[0] ?? 0, phones, headers)] : []),
  ];
  const found = ways
    .map((phoneOf) => codes.flatMap((code): Pair[] => pairOf(code, phoneOf(code))))
    .find(({ length }) => length === codes.length);
  return found ?? [];
}

const pairOf = (code: number, phone: number | undefined): Pair[] => (phone === undefined ? [] : [[code, phone]]);

/** Returns the one phone beside the column, or of the file. A phone beside it that is not read may be the one that it completes. */
function onlyPhone(code: number, phones: readonly number[], headers: readonly RecognisedHeader[]): number | undefined {
  const sides = [code - 1, code + 1];
  if (sides.some((side) => headers[side]?.mentions === 'phone' && !phones.includes(side))) return undefined;
  const beside = phones.filter((phone) => sides.includes(phone));
  const [only, ...more] = beside.length > 0 ? beside : phones;
  return more.length === 0 ? only : undefined;
}
