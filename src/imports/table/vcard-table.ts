import { inSlices } from '../../common/in-slices';
import { type CardLine, cardLines } from './vcard-line';
import type { NamesPhone } from './header-row';
import { type TableRow, TableRows } from './table-rows';

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
export async function cardTable(
  text: string,
  namesPhone: NamesPhone,
  leaving?: AbortSignal,
): Promise<{ readonly header: readonly string[]; readonly rows: readonly TableRow[] }> {
  const cards: Card[] = [];
  let lines: CardLine[] | undefined;
  let characters = 0;
  let nested = 0;
  for await (const line of inSlices(cardLines(text))) {
    leaving?.throwIfAborted();
    if (!line) continue;
    const isEdge = line.value.trim().toUpperCase() === 'VCARD';
    if (isEdge && line.name === 'BEGIN') {
      // A nested card is somebody else, such as an assistant. Without AGENT before it, the previous card has no end.
      if (lines?.at(-1)?.name === 'AGENT') nested++;
      else {
        if (lines) cards.push(cardOf(lines));
        lines = [];
        characters = 0;
      }
    } else if (isEdge && line.name === 'END') {
      if (nested > 0) nested--;
      else {
        if (lines) cards.push(cardOf(lines));
        lines = undefined;
      }
    } else if (lines && nested === 0 && READ.has(line.name)) {
      characters += line.value.length;
      if (lines.length < MOST_LINES && characters <= MOST_CHARACTERS) lines.push(line);
    }
  }
  if (lines) cards.push(cardOf(lines));
  return tableOf(cards, namesPhone, leaving);
}

async function tableOf(cards: readonly Card[], namesPhone: NamesPhone, leaving?: AbortSignal) {
  const widths = COLUMNS.map((column) => {
    const most = cards.reduce((width, card) => Math.max(width, card[column].length), 0);
    return column === 'Nome' || column === 'Telefone celular' ? Math.max(1, most) : most;
  });
  const rows = new TableRows(namesPhone);
  rows.add(
    0,
    COLUMNS.flatMap((column, at) =>
      Array.from({ length: widths[at] ?? 0 }, (_, index) => (index === 0 ? column : `${column} ${index + 1}`)),
    ),
  );
  let number = 0;
  for await (const card of inSlices(cards)) {
    leaving?.throwIfAborted();
    rows.add(
      ++number,
      COLUMNS.flatMap((column, at) => Array.from({ length: widths[at] ?? 0 }, (_, index) => card[column][index] ?? '')),
    );
  }
  return rows.done();
}

/** The ends of the types of numbers without a person: `fax`, and iPhone's `HomeFAX`. */
const NO_PHONE = ['fax', 'pager', 'modem'];
/** Groups that address books use internally. */
const NO_TAGS = ['mycontacts', 'starred'];

function cardOf(lines: readonly CardLine[]): Card {
  const card = Object.fromEntries(COLUMNS.map((column) => [column, []])) as unknown as Card;
  const add = (column: Column, text: string): void => {
    const values = card[column];
    if (text !== '' && values.length < MOST_VALUES && !values.includes(text)) values.push(text);
  };
  const named = (name: string): readonly CardLine[] => lines.filter((line) => line.name === name);
  add('Nome', nameOf(lines));
  const numbers = named('TEL').map((line) => ({ line, types: typesOf(line, lines) }));
  const isPreferred = ({ types }: (typeof numbers)[number]): number => Number(types.includes('pref'));
  for (const { line, types } of numbers.toSorted((one, other) => isPreferred(other) - isPreferred(one))) {
    const isPhone = !types.some((type) => NO_PHONE.some((end) => type.endsWith(end)));
    if (isPhone) add(phoneColumn(types), phoneOf(line.value));
  }
  for (const { value } of named('EMAIL')) add('E-mail', plain(value).replace(/^mailto:/i, ''));
  add(
    'Observações',
    named('NOTE')
      .map(({ value }) => plain(value))
      .filter(Boolean)
      .join('\n'),
  );
  const tags = named('CATEGORIES').flatMap(({ value }) => parts(value, ','));
  add('Etiquetas', tags.filter((tag) => tag !== '' && !NO_TAGS.includes(tag.toLowerCase())).join(';'));
  return card;
}

/** Prefers the written name, else joins Family;Given;Additional;Prefix;Suffix. */
function nameOf(lines: readonly CardLine[]): string {
  const value = (name: string): string => lines.find((line) => line.name === name)?.value ?? '';
  const written = plain(value('FN'));
  if (written !== '') return written;
  const [family, given, additional, prefix, suffix] = parts(value('N'), ';');
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

/** Splits a value at the separators that are not escaped. */
function parts(value: string, separator: ',' | ';'): readonly string[] {
  const found = [''];
  for (const [sign] of value.matchAll(/\\?./gsu)) {
    if (sign === separator) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.map(plain);
}
