/** Marks without a width: of direction, of joining, byte order marks, soft hyphens, variation selectors. Chats put them around what is copied. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Every hyphen and dash in the place of a hyphen: U+2010 to U+2015, the minus sign, the small and the full-width hyphen. */
const HYPHENS = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;

/** The text without marks that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** The text with a plain space for every space of Unicode. */
export const withPlainSpaces = (text: string): string => text.replace(/\p{Zs}/gu, ' ');

/** What a person sees of a short text, such as a phone: no invisible marks, plain spaces and hyphens, trimmed ends. */
export const typedText = (text: string): string => withPlainSpaces(withoutInvisible(text).trim()).replace(HYPHENS, '-');
