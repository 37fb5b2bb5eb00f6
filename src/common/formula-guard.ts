/** What may separate the cells of a row, or the rows, for a program that reads a file: in a cell, a further cell may begin after it. */
const BEGINS_CELL = ';,|\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029';
/** What programs drop at the beginning of a cell: quotes, spaces and invisible marks. */
const DROPPED = '" \\u00a0\\u061c\\u1680\\u180e\\u2000-\\u200f\\u202a-\\u202f\\u205f-\\u2069\\u3000\\ufeff\\u00ad';
/** What begins a formula, also in its full-width and small forms; and what hides one from the filters of other programs. */
const RUNS = '(?:[=+\\-@\\u2212\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b\\t]|\\r(?!\\n))';

/** The end of the place before a sign that would run, with the guards that are there. */
const UNGUARDED = new RegExp(`(?<=^|[${BEGINS_CELL}])[${DROPPED}]*'*(?=${RUNS})`, 'g');
const GUARDED = new RegExp(`((?<=^|[${BEGINS_CELL}])[${DROPPED}]*'*)'(?=${RUNS})`, 'g');

/**
 * The text with `'` before each sign that would begin a formula, whatever a program takes for the end of a cell: at the beginning, after an inner
 * separator and after a line break. `withoutGuards` gives the text back, whatever it is.
 */
export const guarded = (text: string): string => text.replace(UNGUARDED, `$&'`);

/** The text that was guarded. */
export const withoutGuards = (text: string): string => text.replace(GUARDED, '$1');
