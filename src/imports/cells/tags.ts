const QUOTE = '"';
const GOOGLE_SEPARATOR = ' ::: ';
const SEPARATORS = ';|,\n\r';

/**
 * The tags of a cell, separated by `;`, `|`, `,` or ` ::: `. A tag in quotes keeps what it has of them: `"São Paulo, SP", vip` is two.
 * Google's own groups, such as `* myContacts`, are none; no group is in quotes.
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

/** The cell that `tagsIn` reads as these tags. */
export const tagsCell = (tags: readonly string[]): string =>
  tags.map((tag) => (NEEDS_QUOTES.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');

/** Also a tag that begins or ends as the separator of Google does: a blank is put beside it. */
const NEEDS_QUOTES = /[;|,"]|:::|^\* /;

/** Whether a tag ends here, blanks aside. */
const endsTag = (text: string, at: number): boolean => /^ *(?:[;|,\n\r]|:::|$)/.test(text.slice(at, at + 60));

/** Whether there is a later quote. */
const isClosed = (text: string, at: number): boolean => text.indexOf(QUOTE, at + 1) !== -1;
