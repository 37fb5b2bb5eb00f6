import { CsvError, type Options, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { growthOfFour, MOST_GROWTH } from '../../test/support/linear-time';
import { CSV_BEGINNING, CSV_TYPE, csvLine, withGuards, withoutGuards } from './csv';

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

/** Returns the cells before an unclosed quote, like a strict reader. */
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

/** Returns all cells like spreadsheets: a cell continues after its closing quote, which may be missing. */
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

it('says by its type and its first bytes that a file is UTF-8', () => {
  expect(CSV_TYPE).toBe('text/csv; charset=utf-8');
  expect([...Buffer.from(CSV_BEGINNING)]).toEqual([0xef, 0xbb, 0xbf]);
});

describe('whatever separator a file is read with', () => {
  const READERS = [';', ',', '\t', '|'].flatMap((delimiter) =>
    [true, false].flatMap((quotes) =>
      [['\r\n', '\n', '\r'], ['\n']].map((ends): [string, Options] => [
        `${JSON.stringify(delimiter)}, ${quotes ? 'with' : 'without'} quotes, lines that end in ${JSON.stringify(ends)}`,
        { delimiter, quote: quotes ? '"' : null, record_delimiter: ends, ...LENIENT },
      ]),
    ),
  );
  /** Matches a formula after the characters that programs drop. A return before a line break ends a row. */
  const RUNS = /^[\s"\p{Cf}]*[=+\-@\u2212＝＋－＠﹦﹢﹣﹫]/u;
  const HIDES = /^(?:\t|\r(?!\n|$))/;

  it.each(READERS)('no cell begins a formula: %s', (_, options) => {
    const row = (cells: string[]) => {
      const text = csvLine(cells) + csvLine([...cells].reverse());
      const read = [...parsed(text, options), ...asSpreadsheets(text, options)];
      expect(read.filter((cell) => RUNS.test(cell) || HIDES.test(cell))).toEqual([]);
    };
    fc.assert(fc.property(HOSTILE_ROW, row), { seed: 40, numRuns: 150 });
  });

  it('a reader of the service has the texts back', () => {
    const row = (cells: string[]) => {
      const read: string[][] = parse(csvLine(cells), { delimiter: ';' });
      expect(read.map((line) => line.map(withoutGuards))).toEqual([cells]);
    };
    fc.assert(fc.property(HOSTILE_ROW, row), { seed: 40, numRuns: 300 });
  });
});

it.each([
  ['a formula', '=1+1', "'=1+1"],
  ['a number with its sign', '+1', "'+1"],
  ['a list in a note', '- leite\n- pão', "'- leite\n'- pão"],
  ['a function as Lotus had them', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab, and what it may separate', '\t=1', "'\t'=1"],
  ['a return alone', '\r=1', "'\r'=1"],
  ['a formula after a semicolon', 'Ana;=cmd|x', "Ana;'=cmd|x"],
  ['a formula after a comma and a blank', 'Ana, =1', "Ana, '=1"],
  ['a formula after a bar', 'Ana|@x', "Ana|'@x"],
  ['a formula after quotes', 'Ana,"=1"', `Ana,"'=1"`],
  ['a formula in quotes', '"=1"', `"'=1"`],
  ['a formula after a line break', 'a\r\n  =1', "a\r\n  '=1"],
  ['a formula after an invisible mark', 'a;\u200b=1', "a;\u200b'=1"],
  ['a formula after a mark of direction', 'a;\u2066=1', "a;\u2066'=1"],
  ['a formula in full width', '＝1;＋2;－3;＠x', "'＝1;'＋2;'－3;'＠x"],
  ['a sign that is guarded', "'=1", "''=1"],
  ['a sign within a text', 'a=b - c @ d', 'a=b - c @ d'],
  ['an e-mail', 'ana@example.com', 'ana@example.com'],
  ['an apostrophe', "d'água;'x", "d'água;'x"],
  ['lines between lines', 'a\r\n\r\nb', 'a\r\n\r\nb'],
  ['nothing', '', ''],
])('%s', (_, text, written) => {
  expect(withGuards(text)).toBe(written);
  expect(withoutGuards(written)).toBe(text);
});

it('what nobody guarded stays as it is', () => {
  const text = "d'água; 'x, ' = 1";
  expect(withoutGuards(text)).toBe(text);
});

it.each(['"', "'", ' ', ';', '\t', '\r', '='])('takes time in proportion to the length, for many of %j', (sign) => {
  const both = (size: number): void => {
    for (const text of [sign.repeat(size), `a;${sign.repeat(size)}b`]) {
      if (withoutGuards(withGuards(text)) !== text) throw new Error(`a text of ${size} is not read back`);
    }
  };
  expect(growthOfFour(both, 50_000)).toBeLessThan(MOST_GROWTH);
});
