import type { ImportColumn } from '../../../src/contract/import-columns';
import { ORIGINS, ORIGIN_WORDS } from '../../../src/contract/origin';
import { dateTime, money, phoneText } from '../../format';

/** Value in the words of the pages; an unreadable one stays unchanged. */
export function wordOf(field: ImportColumn, value: string): string {
  if (field === 'phone' && /^\d{8,15}$/.test(value)) return phoneText(value);
  if (field === 'deal.value' && Number.isFinite(Number(value))) return money(Number(value));
  if (field === 'created_at' && /^\d{4}-.*Z$/.test(value)) return dateTime(value);
  if (field === 'consent') return value === 'true' ? 'Sim' : value === 'false' ? 'Não' : value;
  const origin = field === 'origin' && ORIGINS.find((one) => one === value);
  return origin ? ORIGIN_WORDS[origin] : value;
}

/** Whether two texts differ only in marks, blanks and `R$`. */
export const saysTheSame = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other);

const lettersOf = (text: string): string => text.replace('R$', '').replace(/[^\p{L}\p{N}]/gu, '');
