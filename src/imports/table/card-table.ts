import { inSlices } from '../../common/in-slices';
import { type CardLine, cardLines } from './card-line';
import type { NamesPhone } from './header-row';
import { type TableRow, TableRows } from './table-rows';

/** The columns that a card fills; those of one name are numbered: Telefone, Telefone 2. */
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
/** So many of them are read of a card, and so many values for a column: no person has more. */
const MOST_LINES = 500;
const MOST_VALUES = 20;

/** The values of a card, by the columns. */
type Card = Record<Column, string[]>;

/** The contacts of a text as a table: a card is a row, and its number is that of the card. Requests are served in between. */
export async function cardTable(
  text: string,
  namesPhone: NamesPhone,
  leaving?: AbortSignal,
): Promise<{ readonly header: readonly string[]; readonly rows: readonly TableRow[] }> {
  const cards: Card[] = [];
  let lines: CardLine[] | undefined;
  let nested = 0;
  for await (const line of inSlices(cardLines(text))) {
    leaving?.throwIfAborted();
    if (!line) continue;
    const isEdge = line.value.trim().toUpperCase() === 'VCARD';
    if (isEdge && line.name === 'BEGIN') {
      // A card within a card is somebody else, such as an assistant. Without AGENT before it, the last card has no end.
      if (lines?.at(-1)?.name === 'AGENT') nested++;
      else {
        if (lines) cards.push(cardOf(lines));
        lines = [];
      }
    } else if (isEdge && line.name === 'END') {
      if (nested > 0) nested--;
      else {
        if (lines) cards.push(cardOf(lines));
        lines = undefined;
      }
    } else if (nested === 0 && READ.has(line.name) && (lines?.length ?? 0) < MOST_LINES) lines?.push(line);
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

/** Numbers at which no person answers. */
const NO_PHONE = ['fax', 'pager', 'modem'];
/** Groups that an address book keeps for itself. */
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
    if (!NO_PHONE.some((type) => types.includes(type))) add(phoneColumn(types), phoneOf(line.value));
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

/** As it is written for people, else put together: Family;Given;Additional;Prefix;Suffix. */
function nameOf(lines: readonly CardLine[]): string {
  const value = (name: string): string => lines.find((line) => line.name === name)?.value ?? '';
  const written = plain(value('FN'));
  if (written !== '') return written;
  const [family, given, additional, prefix, suffix] = parts(value('N'), ';');
  return [prefix, given, additional, family, suffix].filter(Boolean).join(' ');
}

/** Those of the number, and the words of its label, as iPhones have them: `item1.X-ABLabel:_$!<Mobile>!$_`. */
function typesOf({ group, types }: CardLine, lines: readonly CardLine[]): readonly string[] {
  const label = group === '' ? undefined : lines.find((line) => line.name === 'X-ABLABEL' && line.group === group);
  return label ? [...types, ...(label.value.toLowerCase().match(/[\p{L}-]+/gu) ?? [])] : types;
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

/** Version 4.0 has numbers as `tel:+55-11-98765-4321;ext=1`. */
function phoneOf(value: string): string {
  const number = plain(value);
  const isAddress = /^tel:/i.test(number);
  return isAddress ? (number.slice(4).split(';', 1)[0] ?? '') : number;
}

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', N: '\n' };

const plain = (value: string): string => parts(value, '').join('').trim();

/** The parts of a value, without its escapes. */
function parts(value: string, separator: string): readonly string[] {
  const found = [''];
  for (const sign of value.match(/\\.|[^\\]|\\$/gsu) ?? []) {
    if (sign === separator) found.push('');
    else {
      const escaped = sign.length > 1 && sign.startsWith('\\') ? sign.slice(1) : undefined;
      found[found.length - 1] += escaped === undefined ? sign : (UNESCAPED[escaped] ?? escaped);
    }
  }
  return found.map((part) => part.trim());
}
