import { parse } from 'csv-parse/sync';
import { csvLine } from './csv-line';

it('writes cells that a reader of CSV reads back', () => {
  const cells = ['plain', 'a,b', 'say "so"', 'two\r\nlines', 'semi;colon', ' spaces ', 'ação'];
  expect(parse(csvLine(cells))).toEqual([cells]);
  expect(csvLine(['a', null, ''])).toBe('a,,\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('takes the power from %j', (formula) => {
  expect(parse(csvLine([formula]))).toEqual([[`'${formula}`]]);
});
