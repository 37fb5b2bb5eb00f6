import { isRealDay, momentOf } from '../../common/moment';
import { plainText } from '../plain-text';
import { inBrasilia, offsetOf, ZONE } from './zones';

/** How the moments of a column are written. */
export interface MomentFormat {
  /** `8/31/2026`. */
  readonly monthFirst: boolean;
  /** The zone of moments that name none, as `offsetOf` gives it; absent: Brasília's. */
  readonly zone?: string;
}

const MONTHS = [
  ...[
    'jan fev mar abr mai jun jul ago set out nov dez'.split(' '),
    'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  ],
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  'january february march april may june july august september october november december'.split(' '),
];

const WEEKDAY =
  /^(?:(?:dom|seg|ter|qua|qui|sex|sab)(?:\.|ingo|unda|ca|rta|nta|ta|ado)?(?:-feira)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\.?,? /;
const TIME =
  /(?:t|,? (?:as |at |- )?)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?h?|h(?:(\d{2})(?:m(?:in)?)?)?)(?: ?([ap])\.?m\.?)?$/;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const NAMED_MONTH = /^(\d{1,2})[ /.-](?:de )?([a-z]{3,9})\.?[ /.-](?:de )?(\d{4}|\d{2})$/;
const MONTH_NAMED_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;
/** Days since 1899-12-30, with the part of a day: how spreadsheets keep a moment. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const LAST_SERIAL = 80_000;

/**
 * A moment in ISO 8601, as tools, forms and people write it; a time without a zone is Brasília's, or that of its column. Undefined for
 * a text that is no real moment.
 */
export function momentIn(cell: string, { monthFirst, zone }: MomentFormat = { monthFirst: false }): string | undefined {
  const text = withoutWeekday(cell);
  const serial = ofSerial(text);
  if (serial) return at(serial.day, serial.time, zone);
  const written = splitZone(text);
  const [time, date] = splitTime(written.text);
  const day = time && date !== undefined ? dayIn(date, monthFirst) : undefined;
  return day && time && at(day, time, written.zone ?? zone);
}

/** Whether the cell is a day that can only be month first, or only day first; undefined where it may be both. */
export function orderOf(cell: string): 'month' | 'day' | undefined {
  const [, date = ''] = splitTime(splitZone(withoutWeekday(cell)).text);
  const [, first, , second] = YEAR_LAST.exec(date) ?? [];
  if (first === undefined || Number(first) > 31 || Number(second) > 31) return undefined;
  if (Number(second) > 12 && Number(first) <= 12) return 'month';
  return Number(first) > 12 && Number(second) <= 12 ? 'day' : undefined;
}

const LONGEST = 100;

const withoutWeekday = (cell: string): string => plainText(cell.slice(0, LONGEST)).replace(WEEKDAY, '');

/** The zone at the end of a time. A day has none: its last part looks like one. */
function splitZone(text: string): { readonly text: string; readonly zone?: string } {
  const match = ZONE.exec(text);
  const zone = match && /\d(?::\d\d|h)/.test(text.slice(0, match.index)) ? offsetOf(match[1] ?? '') : undefined;
  return match && zone !== undefined ? { text: text.slice(0, match.index).trim(), zone } : { text };
}

/** The clock and what stands before it; no clock is the day's beginning. The clock is undefined for an hour that is none. */
function splitTime(text: string): [clock: string | undefined, date: string] {
  const match = TIME.exec(text);
  if (!match) return ['00:00:00', text];
  const [, hours = '', minutes, seconds = '00', minutesAfterH = '00', half] = match;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return [undefined, ''];
  const clock = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return [`${String(clock).padStart(2, '0')}:${minutes ?? minutesAfterH}:${seconds}`, text.slice(0, match.index)];
}

function dayIn(text: string, monthFirst: boolean): string | undefined {
  const [, year, , yearMonth, yearDay] = YEAR_FIRST.exec(text) ?? [];
  if (year && yearMonth && yearDay) return dayOf(year, yearMonth, yearDay);
  const [, first, , second, last] = YEAR_LAST.exec(text) ?? [];
  if (first && second && last) return monthFirst ? dayOf(last, first, second) : dayOf(last, second, first);
  const [, day, name, itsYear] = NAMED_MONTH.exec(text) ?? [];
  if (day && name && itsYear) return dayOf(itsYear, monthNamed(name), day);
  const [, nameFirst, dayAfter, yearAfter] = MONTH_NAMED_FIRST.exec(text) ?? [];
  return nameFirst && dayAfter && yearAfter ? dayOf(yearAfter, monthNamed(nameFirst), dayAfter) : undefined;
}

function monthNamed(name: string): string {
  const months = MONTHS.find((names) => names.includes(name === 'sept' ? 'sep' : name));
  return String((months ?? []).indexOf(name === 'sept' ? 'sep' : name) + 1);
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isRealDay(text) ? text : undefined;
}

function ofSerial(text: string): { readonly day: string; readonly time: string } | undefined {
  const [, days, part = ''] = SERIAL.exec(text) ?? [];
  if (!days || Number(days) > LAST_SERIAL) return undefined;
  const seconds = Math.round(Number(`0.${part}`) * 86_400);
  const [day = '', time = ''] = new Date(Date.UTC(1899, 11, 30 + Number(days), 0, 0, seconds)).toISOString().split('T');
  return { day, time: time.slice(0, 8) };
}

const at = (day: string, time: string, zone: string | undefined): string | undefined =>
  zone ? momentOf(`${day}T${time}${zone}`)?.toISOString() : inBrasilia(day, time);
