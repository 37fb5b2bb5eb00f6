import { mapped, type Steps } from '../../common/in-slices';
import { MAX_IMPORT_LINES } from '../../contract/limits';
import { type CardLine, cardLines } from './vcard-line';
import { type TableRow, TableRows, type NamesPhone } from './table-rows';

/** The columns of a card; repeated ones are numbered: Telefone, Telefone 2. */
const COLUMNS = [
  'Nome',
  'Telefone celular',
  'Telefone',
  'Telefone comercial',
  'Telefone residencial',
  'E-mail',
  'Observações',
  'Etiquetas',
] as const;
type Column = (typeof COLUMNS)[number];

const READ: ReadonlySet<string> = new Set(['FN', 'N', 'TEL', 'EMAIL', 'NOTE', 'CATEGORIES', 'X-ABLABEL', 'AGENT']);
/** The most lines and characters read per card, and the most values per column. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 200_000;
const MOST_VALUES = 20;

type Card = Record<Column, string[]>;

/** Reads contacts as a table with one row per card; the row number is the card's. */
export function* cardTable(
  text: string,
  namesPhone: NamesPhone,
): Steps<{ readonly header: readonly string[]; readonly rows: readonly TableRow[] }> {
  const cards: Card[] = [];
  for (const lines of linesByCard(text)) {
    if (lines) cards.push(yield* cardOf(lines));
    // The row of the next card refuses the file.
    if (cards.length > MAX_IMPORT_LINES) break;
    yield;
  }
  return yield* tableOf(cards, namesPhone);
}

/** Yields the lines of each card that are read, and null between steps. */
function* linesByCard(text: string): Generator<readonly CardLine[] | null> {
  let lines: CardLine[] | undefined;
  let characters = 0;
  let nested = 0;
  for (const line of cardLines(text)) {
    yield null;
    if (!line) continue;
    const isEdge = line.value.trim().toUpperCase() === 'VCARD';
    if (isEdge && line.name === 'BEGIN') {
      // A nested card is somebody else, such as an assistant. Without AGENT before it, the previous card has no end.
      if (lines?.at(-1)?.name === 'AGENT') nested++;
      else {
        if (lines) yield lines;
        lines = [];
        characters = 0;
      }
    } else if (isEdge && line.name === 'END') {
      if (nested > 0) nested--;
      else {
        if (lines) yield lines;
        lines = undefined;
      }
    } else if (lines && nested === 0 && READ.has(line.name)) {
      characters += line.value.length;
      if (lines.length < MOST_LINES && characters <= MOST_CHARACTERS) lines.push(line);
    }
  }
  if (lines) yield lines;
}

function* tableOf(cards: readonly Card[], namesPhone: NamesPhone) {
  const widths = yield* widthsOf(cards);
  const rows = new TableRows(namesPhone);
  yield* rows.add(
    0,
    COLUMNS.flatMap((column, at) =>
      Array.from({ length: widths[at] ?? 0 }, (_, index) => (index === 0 ? column : `${column} ${index + 1}`)),
    ),
  );
  for (const [index, card] of cards.entries()) {
    yield* rows.add(
      index + 1,
      COLUMNS.flatMap((column, at) => Array.from({ length: widths[at] ?? 0 }, (_, index) => card[column][index] ?? '')),
    );
    yield;
  }
  return yield* rows.done();
}

/** The most values of a card by column; names and mobile phones have a column in any case. */
function* widthsOf(cards: readonly Card[]): Steps<readonly number[]> {
  const widths: number[] = COLUMNS.map((column) => (column === 'Nome' || column === 'Telefone celular' ? 1 : 0));
  for (const card of cards) {
    for (const [at, column] of COLUMNS.entries()) widths[at] = Math.max(widths[at] ?? 0, card[column].length);
    yield;
  }
  return widths;
}

/** The ends of the types of numbers without a person: `fax`, and iPhone's `HomeFAX`. */
const NO_PHONE = ['fax', 'pager', 'modem'];
/** Groups that address books use internally. */
const NO_TAGS = ['mycontacts', 'starred'];

function* cardOf(lines: readonly CardLine[]): Steps<Card> {
  const card = Object.fromEntries(COLUMNS.map((column) => [column, []])) as unknown as Card;
  const add = (column: Column, text: string): void => {
    const values = card[column];
    if (text !== '' && values.length < MOST_VALUES && !values.includes(text)) values.push(text);
  };
  const named = (name: string): readonly CardLine[] => lines.filter((line) => line.name === name);
  add('Nome', yield* nameOf(lines));
  const numbers = named('TEL').map((line) => ({ line, types: typesOf(line, lines) }));
  const isPreferred = ({ types }: (typeof numbers)[number]): number => Number(types.includes('pref'));
  for (const { line, types } of numbers.toSorted((one, other) => isPreferred(other) - isPreferred(one))) {
    const isPhone = !types.some((type) => NO_PHONE.some((end) => type.endsWith(end)));
    if (isPhone) add(phoneColumn(types), phoneOf(line.value));
  }
  for (const { value } of named('EMAIL')) add('E-mail', plain(value).replace(/^mailto:/i, ''));
  const notes = yield* mapped(named('NOTE'), ({ value }) => plain(value));
  add('Observações', notes.filter(Boolean).join('\n'));
  const isTag = (tag: string): boolean => tag !== '' && !NO_TAGS.includes(tag.toLowerCase());
  let tags: string[] = [];
  for (const { value } of named('CATEGORIES')) tags = tags.concat((yield* parts(value, ',')).filter(isTag));
  add('Etiquetas', tags.join(';'));
  return card;
}

/** Prefers the written name, else joins Family;Given;Additional;Prefix;Suffix. */
function* nameOf(lines: readonly CardLine[]): Steps<string> {
  const value = (name: string): string => lines.find((line) => line.name === name)?.value ?? '';
  const written = plain(value('FN'));
  if (written !== '') return written;
  const [family, given, additional, prefix, suffix] = yield* parts(value('N'), ';');
  return [prefix, given, additional, family, suffix].filter(Boolean).join(' ');
}

/** The characters read of a label, which every number of its group repeats. */
const LABEL_READ = 100;

/** Includes the words of the number's label, as on iPhones: `item1.X-ABLabel:_$!<Mobile>!$_`. */
function typesOf({ group, types }: CardLine, lines: readonly CardLine[]): readonly string[] {
  const label = group === '' ? undefined : lines.find((line) => line.name === 'X-ABLABEL' && line.group === group);
  if (!label) return types;
  const written = label.value.slice(0, LABEL_READ).toLowerCase();
  return [...types, ...Array.from(written.matchAll(/[\p{L}-]+/gu), ([word]) => word)];
}

const MOBILE = ['cell', 'mobile', 'iphone', 'celular', 'móvel', 'movel', 'whatsapp', 'waid'];
const WORK = ['work', 'trabalho', 'comercial'];
const HOME = ['home', 'casa', 'residencial'];

function phoneColumn(types: readonly string[]): Column {
  const isOne = (words: readonly string[]): boolean => words.some((word) => types.includes(word));
  if (isOne(MOBILE)) return 'Telefone celular';
  if (isOne(WORK)) return 'Telefone comercial';
  return isOne(HOME) ? 'Telefone residencial' : 'Telefone';
}

/** Version 4.0 writes numbers as `tel:+55-11-98765-4321;ext=1`. */
const phoneOf = (value: string): string => plain(value).replace(/^tel:([^;]*).*/is, '$1');

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', N: '\n' };

/** Removes the escapes of a value. */
const plain = (value: string): string =>
  value.replace(/\\(.)/gsu, (_, escaped: string) => UNESCAPED[escaped] ?? escaped).trim();

/** Characters that are looked at in a step. */
const STEP = 1_000;

/** Splits a value at the separators that are not escaped. */
function* parts(value: string, separator: ',' | ';'): Steps<readonly string[]> {
  const found = [''];
  let count = 0;
  for (const [sign] of value.matchAll(/\\?./gsu)) {
    if (sign === separator) found.push('');
    else found[found.length - 1] += sign;
    if (++count % STEP === 0) yield;
  }
  return yield* mapped(found, plain);
}
