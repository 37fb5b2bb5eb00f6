import { CsvError, type Options, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from './csv-line';
import { withoutGuards } from './formula-guard';

const LENIENT: Options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true };

const HOSTILE_TEXT = fc
  .array(
    fc.constantFrom(
      ...['=', '+', '-', '@', '＝', '－', '\u2212', "'", '"', ';', ',', '|', '\t', '\r', '\n', '\r\n', '\u2028'],
      ...[' ', '\u00a0', '\u200b', '\ufeff', 'a', '1', 'cmd|', '😀', '.'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const HOSTILE_ROW = fc.array(HOSTILE_TEXT, { minLength: 2, maxLength: 5 });

/** The cells before a quote that nothing closes, as a strict reader has them. */
function parsed(text: string, options: Options): string[] {
  const cells: string[] = [];
  const take = (record: string[]): null => {
    cells.push(...record);
    return null;
  };
  try {
    parse(text, { ...options, on_record: take });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return cells;
}

/** All cells, as spreadsheets have them: what follows a closing quote belongs to the cell, and the last quote need not be closed. */
function asSpreadsheets(text: string, { delimiter, quote, record_delimiter }: Options): string[] {
  const ends = [delimiter, ...(record_delimiter as string[])] as string[];
  const cells: string[] = [];
  for (let at = 0; at <= text.length;) {
    const [quoted = ''] = quote ? (/^"(?:[^"]|"")*"?/.exec(text.slice(at)) ?? []) : [];
    let end = at + quoted.length;
    let mark: string | undefined;
    while (end < text.length && !(mark = ends.find((one) => text.startsWith(one, end)))) end++;
    const inside = quoted.replace(/^"/, '').replace(/"$/, '').replaceAll('""', '"');
    cells.push(inside + text.slice(at + quoted.length, end));
    at = end + (mark?.length ?? 1);
  }
  return cells;
}

it('writes cells that a reader of CSV reads back', () => {
  const cells = ['plain', 'a,b', 'say "so"', 'two\r\nlines', 'semi;colon', 'tab\tbed', 'b|ar', ' spaces ', 'ação'];
  expect(parse(csvLine(cells), { delimiter: ';' })).toEqual([cells]);
  expect(csvLine(['a', null, ''])).toBe('a;;\r\n');
});

describe('whatever separator a file is read with', () => {
  const READERS = [';', ',', '\t', '|'].flatMap((delimiter) =>
    [true, false].flatMap((quotes) =>
      [['\r\n', '\n', '\r'], ['\n'], ['\r\n']].map((ends): [string, Options] => [
        `${JSON.stringify(delimiter)}, ${quotes ? 'with' : 'without'} quotes, lines that end in ${JSON.stringify(ends)}`,
        { delimiter, quote: quotes ? '"' : null, record_delimiter: ends, ...LENIENT },
      ]),
    ),
  );
  /** What would run, after what programs drop. A return before a line break is the end of a row. */
  const RUNS = /^[\s"\p{Cf}]*[=+\-@\u2212＝＋－＠﹦﹢﹣﹫]/u;
  const HIDES = /^(?:\t|\r(?!\n|$))/;

  it.each(READERS)('no cell begins a formula: %s', (_, options) => {
    const row = (cells: string[]) => {
      const text = csvLine(cells) + csvLine([...cells].reverse());
      for (const cell of [...parsed(text, options), ...asSpreadsheets(text, options)]) {
        expect(cell).not.toMatch(RUNS);
        expect(cell).not.toMatch(HIDES);
      }
    };
    fc.assert(fc.property(HOSTILE_ROW, row), { seed: 40, numRuns: 400 });
  });

  it('a reader of the service has the texts back', () => {
    const row = (cells: string[]) => {
      const read: string[][] = parse(csvLine(cells), { delimiter: ';' });
      expect(read.map((line) => line.map(withoutGuards))).toEqual([cells]);
    };
    fc.assert(fc.property(HOSTILE_ROW, row), { seed: 40, numRuns: 2_000 });
  });
});
