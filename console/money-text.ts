/** Notations of an amount of reais. */

const FORMS: readonly RegExp[] = [
  // 1250
  /^\d{1,15}$/,
  // 12,5 and 12,50
  /^\d{1,15},\d{1,2}$/,
  // 12.5 and 12.50: three digits after a point are thousands.
  /^\d{1,15}\.\d{1,2}$/,
  // 1.250, 1.250.000 and 1.250,00
  /^[1-9]\d{0,2}(?:\.\d{3}){1,4}(?:,\d{1,2})?$/,
];

const NUMBER = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 });

/** Amount as people write it, `1.250,00`; empty for none. */
export const moneyText = (value: number | null): string => (value === null ? '' : NUMBER.format(value));

/** Problem of a text that `moneyOf` cannot read. */
export const UNCLEAR_MONEY = 'escreva o valor como 1.250,00';

/** Amount in reais; undefined for a text that is not one, or is ambiguous (`1,250`). */
export function moneyOf(text: string): number | undefined {
  const digits = text.replace(/^\s*R\$/i, '').trim();
  if (!FORMS.some((form) => form.test(digits))) return undefined;
  const isPoint = /\.\d{1,2}$/.test(digits);
  return Number(isPoint ? digits : digits.replaceAll('.', '').replace(',', '.'));
}
