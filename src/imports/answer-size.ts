import { IMPORT_ANSWER_BYTES } from '../contract/limits';

const { timesFile, perRow, more } = IMPORT_ANSWER_BYTES;

/** How many bytes an answer about a file may have. */
export const mostAnswerBytes = (fileBytes: number, rows: number): number =>
  timesFile * fileBytes + perRow * rows + more;

/** A text of at most so many bytes; one that is shortened ends with `…`. */
export function withinBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const kept = Buffer.from(text).subarray(0, Math.max(most - Buffer.byteLength(MORE), 0));
  return kept.toString().replace(/\uFFFD$/, '') + MORE;
}

const MORE = '…';
