import { only, optional, described } from './document/shape';
import { MAX_LISTED_TEXT } from './limits';

/** Beside a text in a list. The object itself has the text whole. */
export const CUT = optional(
  described(
    only(true),
    `The text is longer: these are its first ${MAX_LISTED_TEXT} characters. Absent for a whole text.`,
  ),
);
