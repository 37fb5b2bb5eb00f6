import { mapped, type Steps } from '../../common/in-slices';
import { IGNORED_COLUMN } from '../../contract/import';
import { IMPORT_COLUMNS, type ImportColumn, takesSeveral } from '../../contract/import-columns';
import { answerIn, answersUnder } from '../cells/yes-no';
import { countCells, isOneValue, type FileColumn, type FileColumns, IGNORED } from './column';
import { isReasonHeader } from '../headers/header-words';
import type { RecognisedHeader } from '../headers/recognised-header';
import { isExportHeader } from '../own-file';
import type { TableRow } from '../table/table-rows';

interface GuessedFile {
  readonly names: readonly string[];
  readonly headers: readonly RecognisedHeader[];
  readonly rows: readonly TableRow[];
  readonly areaCode: string | undefined;
}

/** Columns of whose cells the values count for one person. */
const PERSONAL = ['phone', 'name'] as const;

/**
 * Decides by the headers, and leaves out columns whose cells are not the person's. The more exact header wins a field that takes
 * one column. Where no header names a phone, or a name, the one column that may hold it is guessed.
 */
export function* guessedColumns(file: GuessedFile): Steps<FileColumn[]> {
  const { names, headers } = file;
  const reasons = isExportHeader(names) ? [] : yield* impersonal(file);
  for (const index of yield* differingConsents(file)) reasons[index] = IGNORED_COLUMN.consents_differ;
  const accepted = headers.map((header, index) => (reasons[index] ? { ...header, field: null } : header));
  const chosen = new Set([
    ...columnsOfName(names, accepted),
    ...IMPORT_COLUMNS.filter((field) => !takesSeveral(field)).map((field) => mostExact(accepted, field)),
  ]);
  const columns = accepted.map(({ field, exactness, isGuessed }, index): FileColumn => {
    if (!field) return { ...IGNORED, reason: reasons[index] ?? null };
    const isBeside = isGuessed && accepted.some((other) => other.field === field && other.exactness < exactness);
    const isRead = chosen.has(index) || (takesSeveral(field) && field !== 'name' && !(field === 'email' && isBeside));
    return isRead ? { field, isGuessed, reason: null } : { ...IGNORED, reason: IGNORED_COLUMN.other_column };
  });
  for (const field of PERSONAL) {
    const guess = headers.some((header) => header.field === field) ? undefined : yield* onlyCandidate(field, file);
    if (guess !== undefined) columns[guess] = { field, isGuessed: true, reason: null };
  }
  return columns;
}

/** Returns the reason against each known column of phones or names, where its cells tell one. */
function* impersonal({ headers, rows }: GuessedFile): Steps<(string | undefined)[]> {
  const reasons: (string | undefined)[] = [];
  for (const [index, { field, exactness }] of headers.entries()) {
    if (field !== 'phone' && field !== 'name') reasons.push(undefined);
    else if (yield* isOneValue(field, rows, index))
      reasons.push(IGNORED_COLUMN[field === 'phone' ? 'one_phone' : 'one_name']);
    // `Cliente` may be a name, and a yes or no.
    else if (field === 'name' && exactness >= 2 && !(yield* holds('name', index, rows)))
      reasons.push(IGNORED_COLUMN.not_names);
    else reasons.push(undefined);
  }
  return reasons;
}

/** More columns of consent than any form has are not compared cell by cell. */
const MOST_CONSENTS = 10;

/** Returns the columns of consent if there are several, and a row has a yes in one and a no in another. */
function* differingConsents({ names, headers, rows }: GuessedFile): Steps<number[]> {
  const consents = [...headers.keys()].filter((index) => headers[index]?.field === 'consent');
  if (consents.length < 2) return [];
  if (consents.length > MOST_CONSENTS) return consents;
  const readers = consents.map((index) => answersUnder(names[index] ?? ''));
  for (const { cells } of rows) {
    const answers = consents.map((column, index) => answerIn(cells[column] ?? '', readers[index]));
    if (answers.includes(true) && answers.includes(false)) return consents;
    yield;
  }
  return [];
}

function* holds(field: 'phone' | 'name', column: number, rows: readonly TableRow[], areaCode?: string): Steps<boolean> {
  const counts = yield* countCells(rows, column, areaCode);
  return field === 'phone' ? 2 * counts.phones > counts.rows : 2 * counts.names > counts.filled;
}

/** Returns the only column that may hold the field and whose cells do. */
function* onlyCandidate(field: 'phone' | 'name', { headers, rows, areaCode }: GuessedFile): Steps<number | undefined> {
  const candidates: number[] = [];
  for (const [index, { mayBe }] of headers.entries()) {
    if (mayBe !== field || (yield* isOneValue(field, rows, index))) continue;
    if (yield* holds(field, index, rows, areaCode)) candidates.push(index);
  }
  return candidates.length === 1 ? candidates[0] : undefined;
}

function mostExact(headers: readonly RecognisedHeader[], field: ImportColumn): number {
  const ranks = headers.map((header) => (header.field === field ? header.exactness : Infinity));
  const best = Math.min(...ranks);
  return best === Infinity ? -1 : ranks.indexOf(best);
}

/** Returns one column of whole names, or else the parts, `Nome` before `Sobrenome` as the first name. */
function columnsOfName(names: readonly string[], headers: readonly RecognisedHeader[]): number[] {
  const isName = (index: number): boolean => headers[index]?.field === 'name';
  const isWhole = (index: number): boolean => isName(index) && headers[index]?.part === 'whole';
  const full = names.findIndex((name, index) => isWhole(index) && /complet|full/i.test(name));
  if (full !== -1) return [full];
  const parts = [...names.keys()].filter((index) => isName(index) && headers[index]?.part !== 'whole');
  const whole = mostExact(
    headers.map((header, index) => (isWhole(index) ? header : { ...header, field: null })),
    'name',
  );
  if (whole === -1) return parts;
  return headers.some(({ part }) => part === 'first') ? [whole] : [whole, ...parts];
}

/** Gives each column that is not read its reason. */
export function* withReasons(columns: FileColumns, { names, headers, rows }: GuessedFile): Steps<FileColumns> {
  const isNamed = yield* mapped(names, (name) => name !== '' && !isReasonHeader(name));
  const explained: FileColumn[] = [];
  for (const [index, column] of columns.entries()) {
    const header = headers[index];
    const isOpen = header && isNamed[index] && !column.field && column.reason === null;
    explained.push(isOpen ? { ...column, reason: yield* reasonOf(header, index, rows) } : column);
  }
  return explained;
}

function* reasonOf(header: RecognisedHeader, column: number, rows: readonly TableRow[]): Steps<string> {
  if (header.field) return IGNORED_COLUMN.mapping;
  if (header.isAreaCode) return IGNORED_COLUMN.area_codes;
  const { phones, filled } = yield* countCells(rows, column);
  if (phones > 0 && header.mayBe === 'phone') return IGNORED_COLUMN.vague_phone;
  if (phones > 0 && header.mentions === 'phone') return IGNORED_COLUMN.others_phone;
  if (2 * phones > filled) return IGNORED_COLUMN.unnamed_phone;
  return header.mentions === 'consent' ? IGNORED_COLUMN.other_consent : IGNORED_COLUMN.unknown;
}
