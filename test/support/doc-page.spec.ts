import { anchorOf, codeIn, figuresIn, quotedIn, sectionsOf, spoken } from './doc-page';

it.each([
  ['code, each once', codeIn, 'a `b` and `c` or `b`', ['b', 'c']],
  ['code on both sides of a text', codeIn, '`a` and\n`b` or `c`', ['a', 'b', 'c']],
  ['no code of a block', codeIn, '```sh\na `b`\n```\n', []],
  ['a quoted text over two lines', quotedIn, 'in “Chaves\n  de API”', ['Chaves de API']],
  ['thousands of both languages', figuresIn, '3,000 or 3.000 a day', ['3000']],
  ['a version', figuresIn, 'PHP 7.4', ['7.4']],
  ['the end of a sentence', figuresIn, 'It has 20.', ['20']],
  ['no number of a list', figuresIn, '1. one\n2. two', []],
  ['no encoding', figuresIn, 'UTF-8', []],
  ['no example', figuresIn, '_Phone 1 - Value_ and `31/08`', []],
] as const)('finds %s', (_, read, text, found) => expect(read(text)).toEqual(found));

it.each([
  ['The id of the submission', 'the-id-of-the-submission'],
  ['Que endereço enviar como `referrer`', 'que-endereço-enviar-como-referrer'],
  ['401 `invalid_api_key`', '401-invalid_api_key'],
])('%s is reached by its anchor', (heading, anchor) => expect(anchorOf(heading)).toBe(anchor));

it('reads a page in sections, and no comment of a command as a heading', () => {
  const headings = sectionsOf('docs/quick-start.md').map(({ heading }) => heading);
  expect(headings.slice(0, 3)).toEqual(['Quick start for integrators', 'The address and the key', 'The first lead']);
});

it('speaks without code and messages', () =>
  expect(spoken('> A message\n\nA [link](page.md) to `x`.')).toBe(' A [link] to ·.'));
