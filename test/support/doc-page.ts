import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A heading of a page and what is under it, up to the next one of any level. */
export interface Section {
  readonly heading: string;
  readonly text: string;
}

/** The sections of a page in their order; the first has the title. */
export const sectionsOf = (page: string): Section[] =>
  withoutComments(readFileSync(page, 'utf8'))
    .split(/^#+ /m)
    .slice(1)
    .map((part) => ({ heading: part.split('\n', 1)[0] ?? '', text: part.slice(part.indexOf('\n')) }));

/** A comment of a command begins with `#` too, as a heading does. */
const withoutComments = (text: string): string =>
  text.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/ *(?<=^| {2})# .*$/gm, ''));

/** The fenced blocks of a text. */
export const fencedIn = (text: string): string[] => text.match(/^```[^]*?^```$/gm) ?? [];

const prose = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');

/** What stands between backticks, each once. */
export const codeIn = (text: string): string[] =>
  unique([...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code));

/** What is quoted from a page of the console: “Chaves de API”. */
export const quotedIn = (text: string): string[] =>
  unique(
    prose(text)
      .match(/“[^”]+”/g)
      ?.map((quoted) => quoted.slice(1, -1).replaceAll(/\s+/g, ' ')),
  );

/** The targets of the links that are not on other sites, as paths of the repository; an anchor on the same page has no path. */
export const linksIn = (page: string, text: string): { readonly path: string; readonly anchor: string }[] =>
  [...prose(text).matchAll(/(?<!!)\[[^\]]*\]\(([^)#]*)(?:#([^)]*))?\)/g)]
    .map(([, target = '', anchor = '']) => ({ target, anchor }))
    .filter(({ target }) => !/^https?:/.test(target))
    .map(({ target, anchor }) => ({ path: target === '' ? page : join(dirname(page), target), anchor }));

/** The anchor that a heading has on the usual hosts of repositories. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** A text in one line, without code, examples in italics, messages of the service and numbers of lists. */
export const spoken = (text: string): string =>
  prose(text)
    .replaceAll(/^>.*$/gm, ' ')
    .replaceAll(/^\d+\. /gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/`[^`\n]+`/g, '·')
    .replaceAll(/(?<![\p{L}_])_[^_\n]+_(?![\p{L}_])/gu, '·')
    .replaceAll(/\s+/g, ' ');

/** The figures of a text, without the signs that separate thousands; UTF-8 is none. */
export const figuresIn = (text: string): string[] =>
  unique(
    spoken(text)
      .match(/(?<![\p{L}\d-])\d(?:[\d.,]*\d)?(?:xx)?/gu)
      ?.map((figure) => figure.replaceAll(/[.,](?=\d{3}\b)/g, '')),
  );

const unique = (texts: readonly string[] | undefined): string[] => [...new Set(texts)].sort();
