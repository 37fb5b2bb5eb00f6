/** Invisible marks: direction, joining, byte order, soft hyphens, variation selectors. Chats add them to copies. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Hyphens and dashes: U+2010 to U+2015, the minus sign, the small and the full-width hyphen. */
const HYPHENS = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Replaces every Unicode space with a plain one. */
export const withPlainSpaces = (text: string): string => text.replace(/\p{Zs}/gu, ' ');

/** Normalizes a short text, such as a phone: no invisible marks, plain spaces and hyphens, trimmed ends. */
export const typedText = (text: string): string => withPlainSpaces(withoutInvisible(text).trim()).replace(HYPHENS, '-');
