import { IMPORT_ANSWER_BYTES } from '../contract/limits';
import { firstCodePoints } from '../common/text';

const { timesFile, perRow, more } = IMPORT_ANSWER_BYTES;

export const mostAnswerBytes = (fileBytes: number, rows: number): number =>
  timesFile * fileBytes + perRow * rows + more;

/** Shortens a text to `most` bytes; a shortened one ends with `…`. */
export function withinBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const kept = Buffer.from(text).subarray(0, Math.max(most - Buffer.byteLength(MORE), 0));
  return kept.toString().replace(/\uFFFD$/, '') + MORE;
}

const MORE = '…';

const LONGEST = 200;

/** Cuts a text for an answer, with `\uFFFD` for control characters, which take six bytes in JSON. */
export const shownText = (text: string): string =>
  firstCodePoints(text, LONGEST).replace(/(?![\t\r\n])\p{Cc}/gu, '\uFFFD');
