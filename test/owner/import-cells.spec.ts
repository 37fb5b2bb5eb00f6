import { saysTheSame, wordOf } from '../../console/pages/imports/cell-words';
import { NO_VALUES, queryOf } from '../../console/pages/imports/file-reading';
import type { ImportColumn } from '../../src/contract/import-columns';

it.each<[string, ImportColumn, string, string]>([
  ['a phone', 'phone', '5511987654321', '(11) 98765-4321'],
  ['a phone of another country', 'phone', '351912345678', '+351912345678'],
  ['a phone that could not be read', 'phone', '98765-4321', '98765-4321'],
  ['a value', 'deal.value', '1234.5', 'R$\u00a01.234,50'],
  ['a value that could not be read', 'deal.value', 'mil', 'mil'],
  ['a moment', 'created_at', '2026-08-31T17:30:00.000Z', '31/08/2026, 14:30'],
  ['a date that could not be read', 'created_at', 'ontem', 'ontem'],
  ['a consent', 'consent', 'true', 'Sim'],
  ['a refusal of consent', 'consent', 'false', 'Não'],
  ['an origin', 'origin', 'network_a_ads', 'Meta Ads'],
  ['a word that is no origin', 'origin', 'Feira', 'Feira'],
  ['a name that looks like a value', 'name', '1234.5', '1234.5'],
])('a cell in the words of the pages: %s', (_, field, value, word) => expect(wordOf(field, value)).toBe(word));

it.each([
  ['a phone with other marks', '(11) 98765-4321', '11.98765/4321', true],
  ['a phone with its country', '(11) 98765-4321', '+55 11 98765-4321', false],
  ['a value with its currency', 'R$\u00a01.234,50', 'R$ 1.234,50', true],
  ['a value without it', 'R$\u00a01.234,50', '1.234,50', true],
  ['a value with a point that separates thousands', 'R$\u00a01.500,00', '1.500', false],
  ['a date without a time', '31/08/2026, 00:00', '31/08/2026', false],
  ['a month before its day', '31/08/2026, 00:00', '08/31/2026 00:00', false],
  ['a name in other letters', 'Ana', 'ANA', false],
  ['accents', 'José', 'Jose', false],
])('what was read and what is written say the same or not: %s', (_, read, written, isSame) =>
  expect(saysTheSame(read, written)).toBe(isSame),
);

it('the query has the columns in their order, and only the values for all rows that were given', () => {
  const forAllRows = { ...NO_VALUES, area_code: '11', tags: 'feira, "São Paulo, SP"' };
  expect(queryOf({ forAllRows: NO_VALUES }).toString()).toBe('');
  expect([...queryOf({ fields: ['phone', null, 'name', null], forAllRows })]).toEqual([
    ['mapping', 'phone,,name,'],
    ['area_code', '11'],
    ['tags', 'feira, "São Paulo, SP"'],
  ]);
});
