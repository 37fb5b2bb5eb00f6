import { brasiliaMoment } from '../../console/format';
import { moneyOf } from '../../console/money-text';

describe('an amount that an owner types', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    ['1250', 1250],
    ['12,5', 12.5],
    ['12,50', 12.5],
    ['12.5', 12.5],
    ['12.50', 12.5],
    ['0,99', 0.99],
    ['1250,5', 1250.5],
    ['1250.50', 1250.5],
    ['1.250', 1250],
    ['1.250,00', 1250],
    ['1.250,50', 1250.5],
    ['12.250.000,01', 12_250_000.01],
    ['R$ 1.250', 1250],
    ['R$\u00a01.250,00', 1250],
    [' r$12.50 ', 12.5],
    ['999.999.999.999,99', 999_999_999_999.99],
  ])('%j is %d', (text, amount) => expect(moneyOf(text)).toBe(amount));

  it.each([
    // Ambiguous: about a thousand, or about one.
    '1,250',
    '1,250.00',
    '0.125',
    '1.25.00',
    '12.5000',
    '1.2500',
    '12,500',
    '1250.500',
    '-5',
    'mil',
    '1e3',
    '',
    'R$',
    '1 250',
    ',50',
    '12,',
  ])('%j is refused', (text) => expect(moneyOf(text)).toBeUndefined());
});

it('a time is that of Brasília, wherever the browser is', () => {
  expect(new Date(brasiliaMoment('2026-03-01', '22:30')).toISOString()).toBe('2026-03-02T01:30:00.000Z');
});
