/** The whole phone, with its area code, that a search names, however it is written or copied; undefined for another text. */
export function wholePhone(text: string): string | undefined {
  if (/[\p{L}@]/u.test(text)) return undefined;
  const phone = text.replaceAll(/[^\d+]/g, '');
  return /^\+?\d{10,15}$/.test(phone) ? phone : undefined;
}

/** A phone as the service reads it: people write dots and slashes too. */
export const spacedPhone = (text: string): string => text.replaceAll(/[./]/g, ' ');
