/** Whole phone with area code in a search, in any notation; undefined for another text. */
export function wholePhone(text: string): string | undefined {
  if (/[\p{L}@]/u.test(text)) return undefined;
  const phone = text.replaceAll(/[^\d+]/g, '');
  return /^\+?\d{10,15}$/.test(phone) ? phone : undefined;
}

/** Phone with blanks for dots and slashes, as the service reads it. */
export const spacedPhone = (text: string): string => text.replaceAll(/[./]/g, ' ');
