import { type CellValue, cellText } from './workbook-cell';

const at = (text: string): Date => new Date(`${text}Z`);

it.each<[string, CellValue, string, string]>([
  ['nothing', null, '', ''],
  ['a text', ' Ana ', '', ' Ana '],
  ['yes', true, '', 'VERDADEIRO'],
  ['no', false, '', 'FALSO'],
  ['a phone', 11999991403, '', '11999991403'],
  ['a phone that Excel shows as 5,512E+12', 5511999991403, '0.00E+00', '5511999991403'],
  ['a phone with a format of its own', 11999991403, '\\(00\\)\\ 00000\\-0000', '11999991403'],
  ['a large number', 1e21, '', '1000000000000000000000'],
  ['a code with zeros', 123, '00000', '00123'],
  ['a code of zeros alone', 0, '00000', '00000'],
  ['a code after a word', 123, '"Nº" 00000', '00123'],
  ['a code before a word', 123, '00000 "SP"', '00123'],
  ['a code with a sign', -123, '00000', '-123'],
  ['a code with a fraction', 12.5, '00000', '12.5'],
  ['a count', 7, '#,##0', '7'],
  ['a price', 1234.5659999999998, '"R$"\\ #,##0.00', '1234.57'],
  ['a price of an accountant', 980, '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-', '980.00'],
  ['a negative price in red', -50.1, '#,##0.00;[Red]\\-#,##0.00', '-50.10'],
  ['a positive price in green', 50.1, '[Green]#,##0.00;[Red]\\-#,##0.00', '50.10'],
  ['a price by a condition', 50.1, '[>=100]#,##0;[<100]#,##0.00', '50.1'],
  ['a price of Brazil', 1234.5, '[$R$-416]\\ #,##0.00', '1234.50'],
  ['a price and its currency', 1234.5, '#,##0.00" reais"', '1234.50'],
  ['a price and a sign that is no text', 1234.5, '#,##0.00 €', '1234.50'],
  ['a price under one', 0.5, '.00', '0.5'],
  ['a price of a whole number', 5, '0.00', '5.00'],
  ['a share by hand', 15.5, '0.00\\%', '15.50'],
  ['a price beside a padding', 15.5, '0.00_%', '15.50'],
  ['a price beside a repeated sign', 15.5, '*.0.00', '15.50'],
  ['a price with more decimals than a number has', 0.1, '0.00000000000000000000', '0.100000000000000'],
  ['a price below the largest one with decimals', 999999999999999, '0.00', '999999999999999.00'],
  ['a price too large for decimals', 1e15, '0.00', '1000000000000000'],
  ['a negative price too large for decimals', -1e15, '0.00', '-1000000000000000'],
  ['a whole number that has a fraction', 1500.4, '#,##0', '1500.4'],
  ['a number as it was calculated', 0.1 + 0.2, '', '0.3'],
  ['a number with three digits after the point', 1.234, '', '1.2340'],
  ['a small number', 0.0000001, 'General', '0.0000001'],
  ['a share', 0.15, '0%', '0.15'],
  ['a share with decimals', 0.12345, '0.00%', '0.12345'],
  ['a number that is aligned at its point', 1.5, '??0.00', '1.5'],
  ['a number with four digits after the point', 1.2345, '', '1.2345'],
  ['no number', NaN, '', ''],
  ['a day', at('2026-08-31T00:00:00'), 'm/d/yyyy', '2026-08-31'],
  ['a moment', at('2026-08-31T14:29:59.999'), 'dd/mm/yyyy hh:mm', '2026-08-31 14:30:00'],
  ['a time', at('1899-12-31T12:05:00'), 'h:mm', '12:05:00'],
  ['a time of the calendar from 1904', at('1904-01-01T12:05:00'), 'h:mm', '12:05:00'],
  ['the first day of the calendar from 1904', at('1904-01-02T00:00:00'), 'm/d/yyyy', '1904-01-02'],
  ['no moment', new Date(NaN), '', ''],
])('a cell with %s', (_, value, format, expected) => {
  expect(cellText(value, format)).toBe(expected);
});

it('a cell with a long format is read in time that grows with its length', () => {
  for (const sign of ['[', '"', '0', '0.', '#', '_', '\\'])
    expect(cellText(1, sign.repeat(200_000))).toMatch(/^[01.]+$/);
});
