import { shownText } from './shown-text';

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
