const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * Reads `YYYY-MM-DDTHH:MM:SS` with up to nine fraction digits, `Z` or an offset; UTC by default. Undefined for a moment
 * that does not exist (30 February, hour 24, second 60). Cuts the fraction to milliseconds, or rounds it up.
 */
export function momentOf(text: string, rounding?: 'up'): Date | undefined {
  const match = MOMENT.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  if (!isRealDay(`${year}-${month}-${day}`)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  // Stryker disable next-line MethodExpression: V8 cuts off what is beyond three digits, which ECMAScript does not promise.
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${zone}`);
  if (rounding === 'up' && /[1-9]/.test(fraction.slice(3))) moment.setTime(moment.getTime() + 1);
  return moment;
}

export const isMoment = (value: unknown): boolean => typeof value === 'string' && momentOf(value) !== undefined;

/** Whether the text is a real day of the calendar, strictly `YYYY-MM-DD`, from year 1 on. */
export function isRealDay(text: string): boolean {
  // Stryker disable next-line Regex: the check below refuses a day with more text, because V8 reads no date in it.
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
