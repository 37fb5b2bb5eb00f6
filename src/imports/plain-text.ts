/** No name that people compare is longer. Marks above and below letters are put in order in time that grows with the square of their number. */
const LONGEST = 500;

/** A text without accents, capitals and further spaces, for comparing what people write. A long one is no name, and stays as it is. */
export const plainText = (text: string): string =>
  text.length > LONGEST
    ? text
    : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean).join(' ');

/** As `plainText`, of letters and digits alone: `E-mail` is `email`, and `utm_source` is `utmsource`. */
export const letters = (text: string): string => plainText(text).replace(/[^a-z0-9]/g, '');
