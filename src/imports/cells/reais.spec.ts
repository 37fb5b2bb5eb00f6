import { reaisCell, reaisIn } from './reais';

it.each<[string, string, number]>([
  ['zero', '0', 0],
  ['a whole number', '1234', 1234],
  ['cents after a comma', ' 1234,5 ', 1234.5],
  ['points between the thousands', '1.234,56', 1234.56],
  ['millions', '12.345.678,9', 12345678.9],
  ['a lone point before three digits, which separates thousands', '1.500', 1500],
  ['a point before cents', '1500.00', 1500],
  ['a point before one digit', '1234.5', 1234.5],
  ['a point before four digits', '1.2345', 1.2345],
  ['as in the United States', '1,234.50', 1234.5],
  ['as in the United States, tens of thousands', '12,345.67', 12345.67],
  ['as in the United States, three digits after the point', '1,234.567', 1234.567],
  ['as in the United States, millions', '1,234,567.89', 1234567.89],
  ['with its sign', 'R$ 300,00', 300],
  ['with a small sign', 'r$10', 10],
  ['with a space that does not break', 'R$\u00a01.234', 1234],
  ['with a narrow space', 'R$\u202f980,00', 980],
  ['as Excel pads it', ' R$ 980,00 ', 980],
  ['three digits after a comma, with four before it', '1234,567', 1234.567],
])('%s: %j', (_, cell, value) => {
  expect(reaisIn(cell)).toBe(value);
});

it.each(['R$ -   ', '-', ' R$ -', 'R$', '--'])('%j stands for nothing', (cell) => {
  expect(reaisIn(cell)).toBeNull();
});

it.each([
  ['a comma that may be either', '1,234'],
  ['a comma that may be either, after two digits', '12,345'],
  ['a negative value', '-50,00'],
  ['thousands of zero', '0.500'],
  ['thousands that begin with a zero', '01.500'],
  ['thousands of two digits', '1.23.456'],
  ['a point that separates no thousands', '12345.678'],
  ['a comma at the end', '12,'],
  ['a comma at the beginning', ',5'],
  ['scientific notation', '1e3'],
  ['words', '10 reais'],
  ['another currency', 'US$ 10'],
  ['two numbers', '1 234'],
  ['two numbers with two blanks', '1  234'],
  ['two commas', '1,2,3'],
  ['two signs', 'R$ R$ 1'],
  ['its sign at the end', '10 R$'],
])('%s is no value: %j', (_, cell) => {
  expect(reaisIn(cell)).toBeUndefined();
});

it.each([
  [0, '0,00'],
  [0.5, '0,50'],
  [1_234.56, '1234,56'],
  [1_500, '1500,00'],
  [999_999_999_999.99, '999999999999,99'],
])('%d is written as %s, and read as itself', (value, cell) => {
  expect([reaisCell(value), reaisIn(cell)]).toEqual([cell, value]);
});
