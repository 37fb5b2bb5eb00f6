import { mostAnswerBytes, withinBytes, shownText } from './answer-size';

it.each([
  [0, 0, 65_536],
  [10, 2, 40 + 600 + 65_536],
])('about a file of %i bytes and %i rows an answer has at most %i bytes', (bytes, rows, most) => {
  expect(mostAnswerBytes(bytes, rows)).toBe(most);
});

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, '…'],
  ['abcdef', 5, 'ab…'],
  ['ããã', 6, 'ããã'],
  ['ãããã', 7, 'ãã…'],
  ['ãããã', 6, 'ã…'],
  ['😀😀😀', 11, '😀😀…'],
  ['😀😀😀', 10, '😀…'],
  ['abc', 1, '…'],
  ['\uFFFDabcdef', 7, '\uFFFDa…'],
])('%j within %i bytes is %j', (text, most, expected) => {
  expect(withinBytes(text, most)).toBe(expected);
});

it.each([
  ['Maria', 'Maria'],
  ['a\tb\r\nc', 'a\tb\r\nc'],
  ['a\u0001\u007f\u0085b', 'a\uFFFD\uFFFD\uFFFDb'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(10_000), 'x'.repeat(200)],
  ['😀'.repeat(201), '😀'.repeat(200)],
  [`x${'😀'.repeat(300)}`, `x${'😀'.repeat(199)}`],
])('%j is shown as %j', (text, shown) => {
  expect(shownText(text)).toBe(shown);
});
