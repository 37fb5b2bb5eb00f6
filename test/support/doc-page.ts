import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A heading and the text up to the next heading of any level. */
export interface Section {
  readonly heading: string;
  readonly text: string;
}

/** Splits a page into sections; the first has the title. */
export const sectionsOf = (page: string): Section[] =>
  withoutComments(readFileSync(page, 'utf8'))
    .split(/^#+ /m)
    .slice(1)
    .map((part) => ({ heading: part.split('\n', 1)[0] ?? '', text: part.slice(part.indexOf('\n')) }));

export const textUnder = (page: string, heading: string): string =>
  sectionsOf(page).find((section) => section.heading === heading)?.text ?? '';

/** Removes shell comments, which begin with `#` like headings. */
const withoutComments = (text: string): string =>
  text.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/ *(?<=^| {2})# .*$/gm, ''));

export const fencedIn = (text: string): string[] => text.match(/^```[^]*?^```$/gm) ?? [];

const prose = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');

export const codeIn = (text: string): string[] =>
  unique([...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code));

export const quotedIn = (text: string): string[] =>
  unique(
    prose(text)
      .match(/“[^”]+”/g)
      ?.map((quoted) => quoted.slice(1, -1).replaceAll(/\s+/g, ' ')),
  );

/** Returns local link targets as repository paths; an anchor on the same page has no path. */
export const linksIn = (page: string, text: string): { readonly path: string; readonly anchor: string }[] =>
  [...prose(text).matchAll(/(?<!!)\[[^\]]*\]\(([^)#]*)(?:#([^)]*))?\)/g)]
    .map(([, target = '', anchor = '']) => ({ target, anchor }))
    .filter(({ target }) => !/^https?:/.test(target))
    .map(({ target, anchor }) => ({ path: target === '' ? page : join(dirname(page), target), anchor }));

export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Joins a text into one line without code, italic examples, messages of the service and list numbers. */
export const spoken = (text: string): string =>
  prose(text)
    .replaceAll(/^>.*$/gm, ' ')
    .replaceAll(/^\d+\. /gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/`[^`\n]+`/g, '·')
    .replaceAll(/(?<![\p{L}_])_[^_\n]+_(?![\p{L}_])/gu, '·')
    .replaceAll(/\s+/g, ' ');

/** Returns the figures of a text without thousands separators, except UTF-8. */
export const figuresIn = (text: string): string[] =>
  unique(
    spoken(text)
      .match(/(?<![\p{L}\d-])\d(?:[\d.,]*\d)?(?:xx)?/gu)
      ?.map((figure) => figure.replaceAll(/[.,](?=\d{3}\b)/g, '')),
  );

const unique = (texts: readonly string[] | undefined): string[] => [...new Set(texts)].sort();
