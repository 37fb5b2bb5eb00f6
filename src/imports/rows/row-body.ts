import { mapped, type Steps } from '../../common/in-slices';
import type { FieldError } from '../../contract/error';
import { type ImportColumn } from '../../contract/import-columns';
import { eachText, LEAD_TEXT_NAMES, LEAD_TEXTS, type LeadText } from '../../contract/lead-fields';
import { MAX_NOTE, MAX_NOTES_RECORD, MAX_TAGS_PER_CALL, MAX_TAGS_PER_LEAD } from '../../contract/limits';
import { type Origin, SIGNALS } from '../../contract/origin';
import { isEmailAddress } from '../../common/input/fields';
import type { Phone } from '../../leads/record/phone';
import { answerIn, type Answers } from '../cells/yes-no';
import { type MomentFormat, momentIn } from '../cells/moments';
import { originNamed } from '../cells/origins';
import { areaCodeIn, phoneIn } from '../cells/phones';
import { reaisIn } from '../cells/reais';
import { addressesIn, cleanText, cutText, tagsIn } from '../cells/texts';
import type { NamedDeal, FindMember } from './account-names';
import type { FileColumns } from '../columns/column';
import type { OwnFile } from '../own-file';

/** An import's values for rows without their own, and the area code for phones without one. */
export interface RowDefaults {
  readonly areaCode?: string;
  readonly origin?: Origin;
  readonly tags?: readonly string[];
  readonly stageId?: string;
  readonly consent?: boolean;
}

export interface CellReading extends OwnFile {
  readonly columns: FileColumns;
  /** The order to try the columns of phones and e-mails in; made once, because `headerRank` is slow. */
  readonly ranks: readonly number[];
  /** How the cells of the consent's column are read. */
  readonly answers: Answers;
  readonly moments: MomentFormat;
  readonly defaults: RowDefaults;
  readonly memberOf: FindMember;
}

/** A row as a body of POST /leads before validation; unreadable cells keep their text. */
interface RowBody {
  readonly phone: Phone | undefined;
  readonly phoneTexts: readonly string[];
  readonly body: Readonly<Record<string, unknown>> & { readonly deal?: SentDeal };
  readonly leftOut: readonly FieldError[];
}

type SentDeal = NamedDeal & { readonly value?: unknown };

interface Cell {
  readonly column: number;
  readonly header: string;
  readonly text: string;
}

type Cells = (field: ImportColumn) => readonly Cell[];

/** Reads cell by cell: a row may be most of a large file. */
export function* rowBody(cells: readonly string[], reading: CellReading): Steps<RowBody> {
  const of = yield* cellsOf(cells, reading);
  const { defaults, moments, answers, memberOf, isExport } = reading;
  const phoneCells = inOrder(of('phone'), reading).slice(0, MOST_CELLS);
  const phone = yield* firstOf(phoneCells, ({ column, text }) => phoneIn(text, areaCodeFor(column, cells, reading)));
  const texts = yield* textsIn(of, reading);
  const [notes, tags] = [yield* notesIn(of, isExport), yield* tagsOf(of, reading)];
  const deal = group(DEAL_READERS.map(([key, column, read]) => [key, valueIn(of(column), read)]));
  const body = withoutAbsent({
    ...eachText((text) => texts[text].text),
    [isExport ? 'notes_record' : 'notes']: notes.text,
    tags: tags.list,
    consent: valueIn(of('consent'), (text) => answerIn(text, answers) ?? text) ?? defaults.consent,
    origin: valueIn(of('origin'), (text) => originNamed(text) ?? text) ?? defaults.origin,
    created_at: valueIn(of('created_at'), (text) => momentIn(text, moments) ?? text),
    external_id: valueIn(of('external_id'), (text) => text),
    attribution: group(SIGNALS.map((signal) => [signal, valueIn(of(signal), (text) => text)])),
    responsible: valueIn(of('responsible'), (text) => memberOf(text)?.id ?? text),
    deal,
    without_deal: isExport && !deal && defaults.stageId === undefined ? true : undefined,
  });
  const isWide = cells.slice(reading.columns.length).some((cell) => cell.trim() !== '');
  return {
    phone,
    phoneTexts: phoneCells.map(({ text }) => text),
    body,
    leftOut: [
      ...Object.values(texts).flatMap(({ leftOut }) => leftOut),
      ...notes.leftOut,
      ...tags.leftOut,
      ...(isWide ? [TOO_MANY_CELLS] : []),
    ],
  };
}

const DEAL_READERS: readonly (readonly [string, ImportColumn, (text: string) => unknown])[] = [
  ['pipeline_id', 'deal.pipeline_id', (text) => text.trim()],
  ['stage_id', 'deal.stage_id', (text) => text.trim()],
  ['value', 'deal.value', (text) => valueOrText(reaisIn(text), text)],
];

/** Returns the value, the text if unreadable, or undefined for a cell that means nothing. */
const valueOrText = <Value>(value: Value | null | undefined, text: string): Value | string | undefined =>
  value === null ? undefined : (value ?? text);

/** The most cells with phones or addresses to check in a row. */
const MOST_CELLS = 20;

function* cellsOf(cells: readonly string[], { columns, headers, textOf }: CellReading): Steps<Cells> {
  const byField = new Map<ImportColumn, Cell[]>();
  for (const [index, cell] of cells.entries()) {
    const { field, isAreaCode } = columns[index] ?? {};
    if (!field || isAreaCode || cell.trim() === '') continue;
    // Stryker disable next-line StringLiteral: each column has a header.
    const read = { column: index, header: headers[index] ?? '', text: textOf(cell) };
    const existing = byField.get(field);
    if (existing) existing.push(read);
    else byField.set(field, [read]);
    yield;
  }
  return (field) => byField.get(field) ?? [];
}

/** Returns the area code for phones of the column without one: the row's own, or the import's. */
export const areaCodeFor = (
  column: number,
  cells: readonly string[],
  { columns, defaults }: Pick<CellReading, 'columns' | 'defaults'>,
): string | undefined => {
  const codes = columns[column]?.areaCodes;
  return codes === undefined ? defaults.areaCode : areaCodeIn(cells[codes] ?? '');
};

/** Orders cells by the exactness of their headers, phones then as mobile, WhatsApp, others, landlines, then as in the file. */
function inOrder(cells: readonly Cell[], { ranks }: CellReading): readonly Cell[] {
  const rankOf = ({ column }: Cell): number => ranks[column] ?? 0;
  return cells.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function* firstOf<Value>(cells: readonly Cell[], read: (cell: Cell) => Value | undefined): Steps<Value | undefined> {
  for (const cell of cells) {
    const value = read(cell);
    if (value !== undefined) return value;
    yield;
  }
  return undefined;
}

const valueIn = <Value>([cell]: readonly Cell[], read: (text: string) => Value): Value | undefined =>
  cell && read(cell.text);

interface Cut {
  readonly text: string | undefined;
  readonly leftOut: readonly FieldError[];
}

function* textsIn(of: Cells, reading: CellReading): Steps<Record<LeadText, Cut>> {
  const cuts: Partial<Record<LeadText, Cut>> = {};
  for (const field of LEAD_TEXT_NAMES)
    cuts[field] = yield* textIn(field, field === 'email' ? inOrder(of(field), reading) : of(field));
  return cuts as Record<LeadText, Cut>;
}

function* textIn(field: LeadText, cells: readonly Cell[]): Steps<Cut> {
  const { max, isEmail } = LEAD_TEXTS[field];
  if (isEmail) return { text: yield* emailIn(cells.slice(0, MOST_CELLS)), leftOut: [] };
  return cut(field, (yield* mapped(cells, ({ text }) => cleanText(text))).join(' '), max);
}

/** Several columns get a line each, with the header. An export has the whole record. */
function* notesIn(of: Cells, isExport: boolean): Steps<Cut> {
  const cells = of('notes');
  const line = ({ header, text }: Cell): string =>
    cells.length > 1 ? `${cleanText(header)}: ${cleanText(text, true)}` : cleanText(text, true);
  return cut('notes', (yield* mapped(cells, line)).join('\n'), isExport ? MAX_NOTES_RECORD : MAX_NOTE);
}

function cut(field: ImportColumn, text: string, max: number): Cut {
  const kept = cutText(text, max);
  const message = `tem mais de ${max} caracteres; o que passa disso ficou de fora`;
  return { text: kept || undefined, leftOut: kept === text ? [] : [{ field, message }] };
}

function* tagsOf(
  of: Cells,
  { defaults, isExport }: CellReading,
): Steps<{ readonly list: readonly string[] | undefined; leftOut: FieldError[] }> {
  const max = isExport ? MAX_TAGS_PER_LEAD : MAX_TAGS_PER_CALL;
  // One more than the limit tells that there are more.
  const ofCells = yield* mapped(of('tags'), ({ text }) =>
    tagsIn(text)
      .slice(0, max + 1)
      .map((tag) => cleanText(tag)),
  );
  const own = ofCells.flat();
  const tags = own.length > 0 ? own : (defaults.tags ?? []);
  const message = `só as ${max} primeiras etiquetas foram lidas; as outras ficaram de fora`;
  return {
    list: tags.length > 0 ? tags.slice(0, max) : undefined,
    leftOut: tags.length > max ? [{ field: 'tags', message }] : [],
  };
}

/** Returns the first valid address, or else the first text. */
function* emailIn(cells: readonly Cell[]): Steps<string | undefined> {
  const address = yield* firstOf(cells, ({ text }) => [text.trim(), ...addressesIn(text)].find(isEmailAddress));
  return address ?? cells[0]?.text.trim();
}

const withoutAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** Undefined when all values are undefined. */
function group(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> | undefined {
  const present = entries.filter(([, value]) => value !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

const TOO_MANY_CELLS: FieldError = {
  field: 'row',
  message: 'a linha tem mais células do que o cabeçalho; as que sobram ficaram de fora',
};
