/** What the reader of workbooks gives for a cell; moments are in UTC and mean the time that the sheet shows. */
export type CellValue = string | number | boolean | Date | null;

/** A cell as people see it: numbers in full, with the digits after the point that its format shows; moments as 2026-08-31 14:30:00. */
export function cellText(value: CellValue, format = ''): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'VERDADEIRO' : 'FALSO';
  return typeof value === 'number' ? numberText(value, format) : momentText(value);
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const SECOND_MS = 1_000;
/** Times without a day are of the first days that a workbook knows. */
const FIRST_DAYS = Date.UTC(1904, 0, 2);

/** Without the time at midnight, and without the day where there is none. */
function momentText(moment: Date): string {
  // The fraction of a day is not exact.
  const time = Math.round(moment.getTime() / SECOND_MS) * SECOND_MS;
  if (Number.isNaN(time)) return '';
  const [day = '', hour = ''] = new Date(time).toISOString().slice(0, 19).split('T');
  if (time < FIRST_DAYS) return hour;
  return time % DAY_MS === 0 ? day : `${day} ${hour}`;
}

/** What a format shows beside the digits: texts in quotes, escaped signs, colours and conditions, blanks of the width of a sign. */
const BESIDE = /"[^"]*"|\\.|\[[^[\]]*\]|_.|\*./gs;
const FULL = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

function numberText(value: number, format: string): string {
  if (!Number.isFinite(value)) return '';
  const [shown = ''] = format.replace(BESIDE, '').split(';', 1);
  if (/^0+$/.test(shown.trim()) && Number.isInteger(value) && value >= 0) {
    return FULL.format(value).padStart(shown.trim().length, '0');
  }
  const [, places] = /^[^.%/eE?]*[0#](?:\.(0+))?[^.%/eE?#0]*$/.exec(shown) ?? [];
  const isFixed = shown.includes('0') && places !== undefined;
  const text = isFixed && Math.abs(value) < 1e15 ? value.toFixed(Math.min(places.length, 15)) : FULL.format(value);
  // Three digits after a point would be read as thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
