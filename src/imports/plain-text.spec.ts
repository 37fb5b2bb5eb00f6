import { letters, plainText } from './plain-text';

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
