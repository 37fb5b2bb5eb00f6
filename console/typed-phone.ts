import { nationalPhone } from '../src/contract/phone';

/** Whole phone with area code in a search, in any notation; undefined for another text. */
export function wholePhone(text: string): string | undefined {
  if (/[\p{L}@]/u.test(text)) return undefined;
  const phone = text.replaceAll(/[^\d+]/g, '');
  return /^\+?\d{10,15}$/.test(phone) ? phone : undefined;
}

/** Phone with blanks for dots and slashes, as the service reads it. */
export const spacedPhone = (text: string): string => text.replaceAll(/[./]/g, ' ');

/** A whole phone as phones are shown: `(11) 91234-9876`; another than a Brazilian one as it was typed. */
export function phoneAsShown(phone: string): string {
  const national = /^(?:\+?55|0)?(\d{10,11})$/.exec(phone)?.[1];
  return national ? nationalPhone(`55${national}`) : phone;
}
