import type { FieldError } from '../contract/error';
import { type ImportColumn } from '../contract/import-columns';
import { MAX_NAME, MAX_NOTE, MAX_NOTES_RECORD, MAX_TAGS_PER_CALL, MAX_TAGS_PER_LEAD } from '../contract/limits';
import { type Origin, SIGNALS } from '../contract/origin';
import { isEmailAddress } from '../common/fields';
import type { Phone } from '../leads/record/phone';
import { answerIn } from './cells/answers';
import { type MomentFormat, momentIn } from './cells/moments';
import { originNamed } from './cells/origin-words';
import { phoneIn } from './cells/phones';
import { reaisIn } from './cells/reais';
import { tagsIn } from './cells/tags';
import { addressesIn, cleanText, cutText } from './cells/texts';
import type { NamedDeal } from './deal-names';
import type { FileColumns } from './import-columns';
import type { OwnFile } from './own-file';

/** What an import says for rows that say nothing of it themselves, and the area code of phones without one. */
export interface ForAllRows {
  readonly areaCode?: string;
  readonly origin?: Origin;
  readonly tags?: readonly string[];
  readonly stageId?: string;
  readonly consent?: boolean;
}

/** How the cells of a file are read. */
export interface CellReading extends OwnFile {
  readonly columns: FileColumns;
  /** In which order the columns of phones are tried; made once, as `phonePlaceOf` takes its time. */
  readonly phonePlaces: readonly number[];
  readonly moments: MomentFormat;
  readonly said: ForAllRows;
}

/** A row as a body of POST /leads before validation: a cell that cannot be read is the text that it is. */
export interface RowBody {
  readonly phone: Phone | undefined;
  /** Cells of the phone's columns that hold something. */
  readonly phoneTexts: readonly string[];
  readonly body: Readonly<Record<string, unknown>> & { readonly deal?: SentDeal };
  readonly leftOut: readonly FieldError[];
}

/** The deal part: ids or names, and a value. */
type SentDeal = NamedDeal & { readonly value?: unknown };

interface Cell {
  readonly column: number;
  readonly header: string;
  readonly text: string;
}

/** The cells of a row by their fields, empty ones left out. */
type Cells = (field: ImportColumn) => readonly Cell[];

/** Reads the cells of a row. */
export function rowBody(cells: readonly string[], reading: CellReading): RowBody {
  const of = cellsOf(cells, reading);
  const { said, moments, isExport } = reading;
  const phoneCells = inOrderOfKind(of('phone'), reading.phonePlaces).slice(0, MOST_CELLS);
  const phone = firstOf(phoneCells, ({ text }) => phoneIn(text, said.areaCode));
  const [name, notes, tags] = [nameIn(of), notesIn(of, isExport), tagsOf(of, reading)];
  const deal = group(DEAL_READERS.map(([key, column, read]) => [key, valueIn(of(column), read)]));
  const body = withoutAbsent({
    name: name.text,
    email: emailIn(of),
    [isExport ? 'notes_record' : 'notes']: notes.text,
    tags: tags.list,
    consent: valueIn(of('consent'), (text) => answerIn(text) ?? text) ?? said.consent,
    origin: valueIn(of('origin'), (text) => originNamed(text) ?? text) ?? said.origin,
    created_at: valueIn(of('created_at'), (text) => momentIn(text, moments) ?? text),
    external_id: valueIn(of('external_id'), (text) => text),
    attribution: group(SIGNALS.map((signal) => [signal, valueIn(of(signal), (text) => text)])),
    deal,
    without_deal: isExport && !deal && said.stageId === undefined ? true : undefined,
  });
  const isWide = cells.slice(reading.columns.length).some((cell) => cell.trim() !== '');
  return {
    phone,
    phoneTexts: phoneCells.map(({ text }) => text),
    body,
    leftOut: [...name.leftOut, ...notes.leftOut, ...tags.leftOut, ...(isWide ? [TOO_MANY_CELLS] : [])],
  };
}

const DEAL_READERS: readonly (readonly [string, ImportColumn, (text: string) => unknown])[] = [
  ['pipeline_id', 'deal.pipeline_id', (text) => text.trim()],
  ['stage_id', 'deal.stage_id', (text) => text.trim()],
  ['value', 'deal.value', (text) => valueOrText(reaisIn(text), text)],
];

/** What a cell was read as; the text where it could not be, undefined where it stands for nothing. */
const valueOrText = <Value>(value: Value | null | undefined, text: string): Value | string | undefined =>
  value === null ? undefined : (value ?? text);

/** So many cells with phones or addresses are looked at in a row: no person has more. */
const MOST_CELLS = 20;

function cellsOf(cells: readonly string[], { columns, headers, textOf }: CellReading): Cells {
  const byField = new Map<ImportColumn, Cell[]>();
  for (const [index, cell] of cells.entries()) {
    const field = columns[index];
    if (!field || cell.trim() === '') continue;
    const read = { column: index, header: headers[index] ?? '', text: textOf(cell) };
    const known = byField.get(field);
    if (known) known.push(read);
    else byField.set(field, [read]);
  }
  return (field) => byField.get(field) ?? [];
}

/** Mobile numbers before WhatsApp's, others and landlines; of one kind the more exact header, then the order of the file. */
function inOrderOfKind(cells: readonly Cell[], places: readonly number[]): readonly Cell[] {
  const placeOf = ({ column }: Cell): number => places[column] ?? 0;
  return cells.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function firstOf<Value>(cells: readonly Cell[], read: (cell: Cell) => Value | undefined): Value | undefined {
  for (const cell of cells) {
    const value = read(cell);
    if (value !== undefined) return value;
  }
  return undefined;
}

const valueIn = <Value>([cell]: readonly Cell[], read: (text: string) => Value): Value | undefined =>
  cell && read(cell.text);

/** A text that may have been too long. */
interface Cut {
  readonly text: string | undefined;
  readonly leftOut: readonly FieldError[];
}

function nameIn(of: Cells): Cut {
  return cut(
    'name',
    of('name')
      .map(({ text }) => cleanText(text))
      .join(' '),
    MAX_NAME,
  );
}

/** Of several columns each has a line of its own, with its header. An export has the whole record of a lead. */
function notesIn(of: Cells, isExport: boolean): Cut {
  const cells = of('notes');
  const line = ({ header, text }: Cell): string =>
    cells.length > 1 ? `${cleanText(header)}: ${cleanText(text, true)}` : cleanText(text, true);
  return cut('notes', cells.map(line).join('\n'), isExport ? MAX_NOTES_RECORD : MAX_NOTE);
}

function cut(field: ImportColumn, text: string, max: number): Cut {
  const kept = cutText(text, max);
  const message = `tem mais de ${max} caracteres; o que passa disso ficou de fora`;
  return { text: kept || undefined, leftOut: kept === text ? [] : [{ field, message }] };
}

function tagsOf(
  of: Cells,
  { said, isExport }: CellReading,
): { readonly list: readonly string[] | undefined; leftOut: FieldError[] } {
  const max = isExport ? MAX_TAGS_PER_LEAD : MAX_TAGS_PER_CALL;
  const own = of('tags').flatMap(({ text }) => tagsIn(text).map((tag) => cleanText(tag)));
  const tags = own.length > 0 ? own : (said.tags ?? []);
  const message = `só as ${max} primeiras etiquetas foram lidas; as outras ficaram de fora`;
  return {
    list: tags.length > 0 ? tags.slice(0, max) : undefined,
    leftOut: tags.length > max ? [{ field: 'tags', message }] : [],
  };
}

/** The first valid address, else the first text. */
function emailIn(of: Cells): string | undefined {
  const cells = of('email').slice(0, MOST_CELLS);
  return (
    firstOf(cells, ({ text }) => [text.trim(), ...addressesIn(text)].find(isEmailAddress)) ?? cells[0]?.text.trim()
  );
}

/** A copy without the fields that are undefined. */
const withoutAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** An object of the values that are there; undefined without one. */
function group(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> | undefined {
  const present = entries.filter(([, value]) => value !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

const TOO_MANY_CELLS: FieldError = {
  field: 'row',
  message: 'a linha tem mais células do que o cabeçalho; as que sobram ficaram de fora',
};
