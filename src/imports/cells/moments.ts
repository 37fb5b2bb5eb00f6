import { momentOf } from '../../common/moment';
import { plainText } from './texts';

export interface MomentFormat {
  readonly monthFirst: boolean;
  /** The zone for moments without one, from `offsetOf`; defaults to Brasília's. */
  readonly zone?: string;
}

const MONTHS = [
  'jan janeiro january',
  'fev feb fevereiro february',
  'mar marco march',
  'abr apr abril april',
  'mai may maio',
  'jun junho june',
  'jul julho july',
  'ago aug agosto august',
  'set sep sept setembro september',
  'out oct outubro october',
  'nov novembro november',
  'dez dec dezembro december',
].map((names) => names.split(' '));

const WEEKDAY =
  /^(?:(?:dom|seg|ter|qua|qui|sex|sab)(?:\.|ingo|unda|ca|rta|nta|ta|ado)?(?:-feira)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\.?,? /;
const TIME =
  /(?:t|,? (?:as |at |@ |- )?)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?h?|h(?:(\d{2})(?:m(?:in)?)?)?)(?: ?([ap])\.?m\.?)?$/;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const NAMED_MONTH = /^(\d{1,2})[ /.-](?:de )?([a-z]{3,9})\.?[ /.-](?:de )?(\d{4}|\d{2})$/;
const MONTH_NAMED_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;
/** A spreadsheet's moment: days since 1899-12-30, with the part of a day. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const LAST_SERIAL = 80_000;

/** Returns ISO 8601. A time without a zone takes the column's, or Brasília's. Undefined for a text that is not a real moment. */
export function momentIn(cell: string, { monthFirst = false, zone }: Partial<MomentFormat> = {}): string | undefined {
  const text = withoutWeekday(cell);
  const serial = ofSerial(text);
  if (serial) return at(serial.day, serial.clock, zone);
  const written = splitZone(text);
  const { date, clock = '00:00:00' } = splitClock(written.text);
  return at(dayIn(date, monthFirst), clock, written.zone ?? zone);
}

/** Returns the only possible order of a day; undefined if both are possible. */
export function orderOf(cell: string): 'month' | 'day' | undefined {
  const match = YEAR_LAST.exec(splitClock(splitZone(withoutWeekday(cell)).text).date);
  const first = Number(match?.[1]);
  const second = Number(match?.[3]);
  if (first <= 12 && isDayOnly(second)) return 'month';
  return isDayOnly(first) && second <= 12 ? 'day' : undefined;
}

const isDayOnly = (figure: number): boolean => figure > 12 && figure <= 31;

const LONGEST = 100;

const withoutWeekday = (cell: string): string => plainText(cell.slice(0, LONGEST)).replace(WEEKDAY, '');

/** Splits the zone off a time. A day has none, though its last part looks like one. */
function splitZone(text: string): { readonly text: string; readonly zone?: string } {
  const match = ZONE.exec(text);
  if (!match) return { text };
  const before = text.slice(0, match.index);
  const zone = /\d(?::\d\d|h)/.test(before) ? offsetOf(match[1] as string) : undefined;
  return zone === undefined ? { text } : { text: before, zone };
}

/** Separates the clock from the date. Returns a text with an impossible hour unchanged, which is then no date. */
function splitClock(text: string): { readonly date: string; readonly clock?: string } {
  const match = TIME.exec(text);
  if (!match || isImpossible(match)) return { date: text };
  const [, hours, minutes, seconds = '00', minutesAfterH = '00', half] = match;
  const hour = Number(hours);
  const ofDay = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  const clock = `${String(ofDay).padStart(2, '0')}:${minutes ?? minutesAfterH}:${seconds}`;
  return { date: text.slice(0, match.index), clock };
}

/** An hour that no half of a day has: 13 PM. */
const isImpossible = ([, hours, , , , half]: RegExpExecArray): boolean =>
  half !== undefined && (Number(hours) < 1 || Number(hours) > 12);

/** Writes a day as in ISO 8601. Returns other text unchanged, which is then no moment. */
function dayIn(text: string, monthFirst: boolean): string {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[3], yearFirst[4]);
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const [, first, , second, year] = yearLast;
    return monthFirst ? dayOf(year, first, second) : dayOf(year, second, first);
  }
  const named = NAMED_MONTH.exec(text);
  if (named) return dayOf(named[3], monthNamed(named[2] as string), named[1]);
  const namedFirst = MONTH_NAMED_FIRST.exec(text);
  return namedFirst ? dayOf(namedFirst[3], monthNamed(namedFirst[1] as string), namedFirst[2]) : text;
}

const monthNamed = (name: string): string => String(MONTHS.findIndex((names) => names.includes(name)) + 1);

/** Adds the century and zeros. */
const dayOf = (year: string | undefined, month: string | undefined, day: string | undefined): string =>
  `${year}-${month}-${day}`.replace(/^(?=\d\d-)/, '20').replace(/-(?=\d(?!\d))/g, '-0');

function ofSerial(text: string): { readonly day: string; readonly clock: string } | undefined {
  const match = SERIAL.exec(text);
  if (!match || Number(match[1]) > LAST_SERIAL) return undefined;
  const seconds = Math.round(Number(`0.${match[2] ?? ''}`) * 86_400);
  const moment = new Date(Date.UTC(1899, 11, 30 + Number(match[1]), 0, 0, seconds)).toISOString();
  return { day: moment.slice(0, 10), clock: moment.slice(11, 19) };
}

const at = (day: string, clock: string, zone: string | undefined): string | undefined =>
  zone ? momentOf(`${day}T${clock}${zone}`)?.toISOString() : inBrasilia(day, clock);

const NAMED: Readonly<Record<string, string>> = {
  ...{ z: 'Z', utc: 'Z', gmt: 'Z', brt: '-03:00', brst: '-02:00', amt: '-04:00', act: '-05:00', fnt: '-02:00' },
  ...{ est: '-05:00', edt: '-04:00', cst: '-06:00', cdt: '-05:00', mst: '-07:00', mdt: '-06:00', pst: '-08:00' },
  ...{ pdt: '-07:00', 'america/sao_paulo': '', wet: 'Z', west: '+01:00', cet: '+01:00', cest: '+02:00' },
};

/** The zone at the end of a moment in plain text: `z`, `-03:00`, `-0300`, `(utc+00:00)`, `gmt-3`, `brt`, perhaps with a name. */
export const ZONE =
  /[ ]?\(?((?:utc|gmt)? ?[+-]\d{1,2}(?::?\d{2})?|z|utc|gmt|brs?t|amt|act|fnt|[ecmp][sd]t|wes?t|ces?t|america\/sao_paulo)\)?(?: \([^()]*\))?$/;

/** Returns an ISO 8601 offset, empty for Brasília's; undefined for another text. */
export function offsetOf(zone: string): string | undefined {
  const offset = NAMED[zone];
  if (offset !== undefined) return offset;
  const match = /^(?:utc|gmt)? ?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!match) return undefined;
  const [, sign, hours, minutes = '00'] = match;
  const isReal = Number(hours) <= 14 && Number(minutes) < 60;
  return isReal ? `${sign}${String(Number(hours)).padStart(2, '0')}:${minutes}` : undefined;
}

/** Finds the zone in a header: `Submit Date (UTC)`, `Data (GMT-3)`. */
export function zoneOfHeader(header: string): string | undefined {
  const match = /(?:^|[^a-z])((?:utc|gmt)(?: ?[+-]\d{1,2}(?::?\d{2})?)?)(?![a-z])/.exec(plainText(header));
  return match ? offsetOf(match[1] as string) : undefined;
}

/** Brasília's offsets since 1914. Where the clock was put forward, midnight is missing. */
const OFFSETS = ['-03:00', '-02:00'];
const BRASILIA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns a day and clock of Brasília in ISO 8601; undefined for an invalid clock. */
export function inBrasilia(day: string, clock: string): string | undefined {
  const moments = OFFSETS.flatMap((offset) => momentOf(`${day}T${clock}${offset}`) ?? []);
  const found = moments.find((moment) => BRASILIA.format(moment) === `${day} ${clock}`) ?? moments[0];
  return found?.toISOString();
}
