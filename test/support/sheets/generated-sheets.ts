import { CONSENT_PARTS } from './consent-parts';
import { MOMENT_PARTS } from './moment-parts';
import { NAME_PARTS } from './name-parts';
import { PHONE_SCENES } from './phone-parts';
import { type Random, randomOf } from './random';
import { type Column, type Draft, eachRow, type PhonePart } from './sheet';
import { trapsOf } from './traps';
import { TRADES } from './trades';

export interface ExpectedRow {
  /** Digits with country code; undefined for a refused row. */
  readonly phone: string | undefined;
  readonly name?: string;
  readonly consent?: true;
  /** ISO 8601 in UTC. */
  readonly createdAt?: string;
}

export interface Sheet extends Pick<PhonePart, 'refused' | 'areaCode'> {
  readonly what: string;
  readonly bytes: Buffer;
  readonly columns: readonly Column[];
  readonly rows: readonly ExpectedRow[];
}

/** Draws sheets whose columns and rows are known by construction. */
export const generatedSheets = (count: number): readonly Sheet[] => eachRow(count, (index) => sheetOf(index));

function sheetOf(index: number): Sheet {
  const random = randomOf(index * 7919 + 57);
  const scene = PHONE_SCENES[index % PHONE_SCENES.length] as (typeof PHONE_SCENES)[number];
  const trade = random.pick(TRADES);
  const draft: Draft = { random, trade, rows: random.int(scene.leastRows ?? 3, 40) };
  const phones = scene.partOf(draft);
  const names = random.pick(NAME_PARTS)(draft);
  const moments = random.pick(MOMENT_PARTS)(draft);
  const consents = random.pick(CONSENT_PARTS)(draft);
  const groups = [...phones.columns, ...names.columns, ...moments.columns, ...consents.columns];
  const columns = withUniqueHeaders(random.shuffled([...groups, ...othersOf(draft)]).flat(), groups.flat());
  return {
    what: `${index}: ${trade.what}, ${scene.what}`,
    bytes: bytesOf(draft, columns, phones.refused === undefined && scene.what !== 'only a question about the phone'),
    columns,
    rows: eachRow(draft.rows, (row) => ({
      phone: phones.values[row],
      name: names.values[row],
      createdAt: moments.values[row],
      consent: consents.values[row],
    })),
    refused: phones.refused,
    areaCode: phones.areaCode,
  };
}

/** Columns besides the four fields: some of the trade's, and some that look like phones. */
function othersOf(draft: Draft): Column[][] {
  const { random, trade, rows } = draft;
  const fillers = random.shuffled(trade.fillers).slice(0, random.int(0, trade.fillers.length));
  const columns = fillers.map(({ header, field, cells }) => ({
    header,
    field,
    cells: eachRow(rows, () => random.pick(cells)),
  }));
  return [...columns, ...trapsOf(draft)].map((column) => [column]);
}

/** Drops columns that have the header of another one, but none of the `kept`. */
const withUniqueHeaders = (columns: readonly Column[], kept: readonly Column[]): Column[] =>
  columns.filter(
    (column, index) =>
      kept.includes(column) || ![...kept, ...columns.slice(0, index)].some(({ header }) => header === column.header),
  );

function bytesOf({ random, rows, trade }: Draft, columns: readonly Column[], mayHaveTitle: boolean): Buffer {
  const delimiter = random.pick([';', ',', '\t']);
  const lineEnd = random.pick(['\n', '\r\n']);
  const title =
    mayHaveTitle && columns.length > 2 && random.chance(0.1)
      ? [['Relatório de contatos', ...columns.slice(1).map(() => '')]]
      : [];
  const lines = [
    ...title,
    columns.map(({ header }) => header),
    ...eachRow(rows, (row) => columns.map(({ cells }) => cells[row] ?? '')),
  ];
  const text = lines.map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter) + lineEnd).join('');
  return encoded(random, trade.language === 'pt', text);
}

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;

/** UTF-8 with or without its mark, or as Excel saves in Brazil. */
function encoded(random: Random, isOfBrazil: boolean, text: string): Buffer {
  if (isOfBrazil && random.chance(0.25)) return Buffer.from(text, 'latin1');
  return Buffer.from((random.chance(0.3) ? '\uFEFF' : '') + text);
}
