import { parse } from 'csv-parse/sync';
import { csvRows, type Separator } from './csv-rows';

const read = (text: string, separator: Separator = ';') => [...csvRows(text, separator)].filter((row) => row !== null);
const pausesIn = (text: string): number => [...csvRows(text, ';')].filter((row) => row === null).length;

function rowsOrNone(text: string): string[][] | undefined {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

/** What an independent parser reads; undefined for a quote without its end. */
function expectedRows(text: string, delimiter: string): string[][] | undefined {
  const options = { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };
  try {
    return parse(text, options);
  } catch {
    return undefined;
  }
}

it('rows are those of an independent parser, whatever the order of quotes, separators and line ends', () => {
  const signs = ['a', ' ', ';', ',', '"', '"', '\n', '\r', '\r\n', 'ã'];
  const others: unknown[] = [];
  let unclosed = 0;
  for (let seed = 1, n = 0; n < 5_000; n++) {
    let text = '';
    for (let length = 0; length < n % 12; length++) {
      seed = (seed * 48_271) % 2_147_483_647;
      text += signs[seed % signs.length];
    }
    const [rows, expected] = [rowsOrNone(text), expectedRows(text, ';')];
    if (JSON.stringify(rows) !== JSON.stringify(expected)) others.push([text, rows, expected]);
    if (!expected) unclosed++;
  }
  expect(others).toEqual([]);
  expect(unclosed).toBeGreaterThan(250);
});

it.each<Separator>([';', ',', '|', '\t'])('cells are separated by %j', (separator) => {
  expect(read(`a${separator}"b${separator}c"\n1`, separator)).toEqual([['a', `b${separator}c`], ['1']]);
});

describe('a row beyond the limits is small', () => {
  it.each<[string, string, string[]]>([
    ['a long cell', `${'x'.repeat(50_000)};y`, [`${'x'.repeat(20_000)}…`, 'y']],
    ['a long cell in quotes', `"${'x;\n'.repeat(50_000)}"`, [`${'x;\n'.repeat(6_666)}x;…`]],
    ['a long cell of quotes', `"${'""'.repeat(50_000)}"`, [`${'"'.repeat(20_000)}…`]],
    ['a long cell that is not closed', `"x" ${'y'.repeat(50_000)}`, [`"x" ${'y'.repeat(19_996)}…`]],
    ['many filled cells', 'x;'.repeat(50_000), Array<string>(201).fill('x')],
    ['many empty cells before a filled one', `${';'.repeat(50_000)}x`, [...Array<string>(200).fill(''), 'x']],
    ['many empty cells', ';'.repeat(50_000), Array<string>(200).fill('')],
    [
      'blanks beyond the columns',
      `${';'.repeat(250)}${' '.repeat(20_001)}`,
      [...Array<string>(200).fill(''), `${' '.repeat(20_000)}…`],
    ],
  ])('%s', (_, text, row) => {
    expect(read(text)).toEqual([row]);
  });
});

it.each<[string, string]>([
  ['empty cells', ';'],
  ['cells', 'a;'],
  ['cells in quotes', '"";'],
])('others run while a row of many %s is read', (_, cell) => {
  expect(pausesIn(cell.repeat(100_000))).toBeGreaterThanOrEqual(400);
});

it.each(['', '"'])('others run while many quotes of a cell are read: %j', (end) => {
  const rows = csvRows(`"${'""'.repeat(100_000)}${end}`, ';');
  for (let pause = 0; pause < 400; pause++) expect(rows.next().value).toBeNull();
});
