const QUOTE = '"';
const GOOGLE_SEPARATOR = ' ::: ';
const SEPARATORS = ';|,\n\r';

/**
 * Reads the tags of a cell, separated by `;`, `|`, `,` or ` ::: `. Quotes keep separators: `"São Paulo, SP", vip` is two tags.
 * Google's own groups such as `* myContacts` are skipped; they are never quoted.
 */
export function tagsIn(text: string): string[] {
  const tags: string[] = [];
  let tag = '';
  let isQuoted = false;
  let wasQuoted = false;
  const take = (): void => {
    const text = tag.trim();
    if (text !== '' && (wasQuoted || !text.startsWith('* '))) tags.push(text);
    tag = '';
    wasQuoted = false;
  };
  // Stryker disable next-line EqualityOperator: after the last character there is only an empty one, which adds no tag.
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (!isQuoted && text.startsWith(GOOGLE_SEPARATOR, at)) {
      take();
      at += GOOGLE_SEPARATOR.length - 1;
    } else if (character === QUOTE && isQuoted && text[at + 1] === QUOTE) {
      tag += QUOTE;
      at++;
    } else if (character === QUOTE && (isQuoted ? endsTag(text, at + 1) : tag.trim() === '' && isClosed(text, at))) {
      isQuoted = !isQuoted;
      wasQuoted = true;
    } else if (!isQuoted && SEPARATORS.includes(character)) take();
    else tag += character;
  }
  take();
  return tags;
}

export const tagsCell = (tags: readonly string[]): string =>
  tags.map((tag) => (NEEDS_QUOTES.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');

/** Also matches a tag that begins or ends like Google's separator: a blank is put next to it. */
const NEEDS_QUOTES = /[;|,"]|:::|^\* /;

/** Returns whether a tag ends here, ignoring blanks. */
const endsTag = (text: string, at: number): boolean => /^ *(?:[;|,\n\r]|:::|$)/.test(text.slice(at, at + 60));

const isClosed = (text: string, at: number): boolean => text.indexOf(QUOTE, at + 1) !== -1;
