import { firstCodePoints } from '../common/text';

const LONGEST = 200;

/** Cuts a text for an answer, with `\uFFFD` for control characters, which take six bytes in JSON. */
export const shownText = (text: string): string =>
  firstCodePoints(text, LONGEST).replace(/(?![\t\r\n])\p{Cc}/gu, '\uFFFD');
