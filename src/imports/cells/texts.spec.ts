import { addressesIn, cleanText, cutText, withoutQuote } from './texts';
import { letters, plainText } from './texts';

it.each([
  ["'+55", '+55'],
  ["'=1", '=1'],
  ["'-1", '-1'],
  ["'@a", '@a'],
  ["'\t", '\t'],
  ["''+", "''+"],
  ["'a", "'a"],
  ["a'+", "a'+"],
])('%j was written for %j', (cell, text) => {
  expect(withoutQuote(cell)).toBe(text);
});

it.each([
  ['a name on two lines', ' Ana\r\n Maria ', false, 'Ana Maria'],
  ['a name on two lines without a blank, as usual', 'Ana\nMaria', undefined, 'Ana Maria'],
  ['a note on two lines', 'um\r\ndois ', true, 'um\r\ndois'],
  ['a control character', 'A\u0007na', true, 'A na'],
  ['half a character', 'Ana \ud83d', false, 'Ana'],
])('%s is cleaned', (_, cell, lineBreaks, text) => {
  expect(cleanText(cell, lineBreaks)).toBe(text);
});

it.each([
  ['abc', 3, 'abc'],
  ['abc ', 4, 'abc '],
  ['abcd', 3, 'abc'],
  ['ab cd', 3, 'ab'],
  ['🦷🦷🦷', 2, '🦷🦷'],
  ['🦷🦷', 2, '🦷🦷'],
  ['🦷 ', 2, '🦷 '],
])('%j of at most %i is %j', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

it.each([
  ['ana@example.com', ['ana@example.com']],
  ['Ana <ana@example.com>', ['ana@example.com']],
  ['mailto:ana@example.com', ['ana@example.com']],
  ['a@example.com; b@example.com', ['a@example.com', 'b@example.com']],
  ['a@example.com ::: b@example.com', ['a@example.com', 'b@example.com']],
  ['x-mailto:ana@example.com', ['x-mailto:ana@example.com']],
  [`${' '.repeat(100)}ana@example.com`, ['ana@example.com']],
  [`${'nome '.repeat(100)}ana@example.com`, []],
  ['sem e-mail', []],
])('the addresses of %j are %j', (cell, addresses) => {
  expect(addressesIn(cell)).toEqual(addresses);
});

it.each([
  ['Em Negociação', 'em negociacao', 'emnegociacao'],
  ['  E-mail \u00a0 principal ', 'e-mail principal', 'emailprincipal'],
  ['utm_source', 'utm_source', 'utmsource'],
  ['Observac\u0327o\u0303es', 'observacoes', 'observacoes'],
  ['🔥', '🔥', ''],
  [' ', '', ''],
  [`${' '.repeat(499)}É`, 'e', 'e'],
  [`${' '.repeat(500)}É`, `${' '.repeat(500)}É`, ''],
])('%j is %j, and its letters are %j', (text, plain, short) => {
  expect([plainText(text), letters(text)]).toEqual([plain, short]);
});
