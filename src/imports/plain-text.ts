/** A text without accents, capitals and further spaces, for comparing what people write. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean).join(' ');

/** As `plainText`, of letters and digits alone: `E-mail` is `email`, and `utm_source` is `utmsource`. */
export const letters = (text: string): string => plainText(text).replace(/[^a-z0-9]/g, '');
