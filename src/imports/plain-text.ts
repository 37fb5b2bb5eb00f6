/** The longest text to normalise: ordering combining marks takes time that grows with the square of their number. */
const LONGEST = 500;

/** Removes accents, capitals and extra spaces, to compare what people write. A long text is not a name and stays. */
export const plainText = (text: string): string =>
  text.length > LONGEST
    ? text
    : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s/).filter(Boolean).join(' ');

/** Like `plainText`, with letters and digits only: `E-mail` becomes `email`, `utm_source` `utmsource`. */
export const letters = (text: string): string => plainText(text).replace(/[^a-z0-9]/g, '');
