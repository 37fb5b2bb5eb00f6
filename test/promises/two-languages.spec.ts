import { existsSync } from 'node:fs';
import { codeIn, fencedIn, figuresIn, linksIn, quotedIn, sectionsOf, type Section } from '../support/doc-page';

const ENGLISH = 'docs/quick-start.md';
const PORTUGUESE = 'docs/pt/quick-start.md';

/** Maps a Portuguese page to the English page of the same name, if there is one. */
const anyLanguage = (path: string): string => {
  const english = path.replace(/^docs\/pt\//, 'docs/');
  return existsSync(english) ? english : path;
};

/** Collects what does not depend on the language: files, code, commands, figures, and the console's words. */
const namesIn = (page: string, { text }: Section) => ({
  files: [...new Set(linksIn(page, text).map(({ path }) => anyLanguage(path)))].sort(),
  code: codeIn(text),
  commands: fencedIn(text),
  figures: figuresIn(text),
  console: quotedIn(text),
});

const english = sectionsOf(ENGLISH);
const portuguese = sectionsOf(PORTUGUESE);

it('the quick start has the same sections in both languages', () => {
  expect(portuguese).toHaveLength(english.length);
});

it.each(english.map((section, at) => [section.heading, portuguese[at]?.heading, section, portuguese[at]] as const))(
  '“%s” and “%s” name the same files, fields, codes, commands and figures',
  (_, _heading, section, other = { heading: '', text: '' }) =>
    expect(namesIn(PORTUGUESE, other)).toEqual(namesIn(ENGLISH, section)),
);
