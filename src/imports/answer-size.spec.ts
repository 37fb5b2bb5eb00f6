import { mostAnswerBytes, withinBytes } from './answer-size';

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
