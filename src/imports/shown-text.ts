/** Code points of a header or a cell in an answer. */
const LONGEST = 200;

/** A text of a file in an answer: its beginning, and `\uFFFD` for control characters, each of which takes six bytes in JSON. */
export const shownText = (text: string): string =>
  Array.from(text.slice(0, 2 * LONGEST))
    .slice(0, LONGEST)
    .join('')
    .replace(/(?![\t\r\n])\p{Cc}/gu, '\uFFFD');
