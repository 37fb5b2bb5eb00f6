import { DAY_MS, SECOND_MS } from '../../contract/durations';

/** A cell from the workbook reader; a UTC moment means the time shown in the sheet. */
export type CellValue = string | number | boolean | Date | null;

/** Formats a cell as people see it: full numbers with the decimals of their format, moments as 2026-08-31 14:30:00. */
// Stryker disable next-line StringLiteral: any format without a digit gives the full number.
export function cellText(value: CellValue, format = ''): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'VERDADEIRO' : 'FALSO';
  return typeof value === 'number' ? numberText(value, format) : momentText(value);
}

/** Times without a day fall on the first days of a workbook's calendar. */
const FIRST_DAYS = Date.UTC(1904, 0, 2);

/** Omits the time at midnight, and the day if there is none. */
function momentText(moment: Date): string {
  // The fraction of a day is inexact.
  const time = Math.round(moment.getTime() / SECOND_MS) * SECOND_MS;
  if (Number.isNaN(time)) return '';
  const text = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  if (time < FIRST_DAYS) return text.slice(text.indexOf(' ') + 1);
  return time % DAY_MS === 0 ? text.replace(/ .*/, '') : text;
}

/** Format parts other than digits: quoted texts, escapes, colours and conditions, padding, the formats of other numbers. */
const BESIDE = /"[^"]*"|\\.|\[[^[\]]*\]|_.|\*.|;.*/gs;
const FULL = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

function numberText(value: number, format: string): string {
  if (!Number.isFinite(value)) return '';
  const shown = format.replace(BESIDE, '');
  if (/^0+$/.test(shown.trim()) && Number.isInteger(value) && value >= 0) {
    return FULL.format(value).padStart(shown.trim().length, '0');
  }
  const decimals = /^[^.%/eE?]*[0#]\.(0+)[^.%/eE?#0]*$/.exec(shown)?.[1];
  const isFixed = decimals !== undefined && Math.abs(value) < 1e15;
  const text = isFixed ? value.toFixed(Math.min(decimals.length, 15)) : FULL.format(value);
  // Three digits after a point would be read as thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
