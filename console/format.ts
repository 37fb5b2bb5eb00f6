import { nationalPhone } from '../src/contract/phone';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/contract/durations';

/** Formats of moments, numbers and phones: Brazilian, in Brasília time. */

const ZONE = 'America/Sao_Paulo';
const DATE_TIME = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: '2-digit', month: '2-digit' });
const WEEKDAY = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'numeric',
});
const ISO_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });
const ISO_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, timeStyle: 'short' });
const AGE = new Intl.RelativeTimeFormat('pt-BR', { style: 'narrow' });
const NUMBER = new Intl.NumberFormat('pt-BR');
const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const PERCENT = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });
const MONTH_NAME = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, month: 'long' });
const MONTH_OF_YEAR = new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, month: 'long', year: 'numeric' });
const MONTH = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short', year: 'numeric' });

export const dateTime = (moment: string): string => DATE_TIME.format(new Date(moment));

/** Brasília day and time of a moment, as fields have them. */
export const isoDay = (moment: string | number | Date): string => ISO_DAY.format(new Date(moment));
export const isoTime = (moment: string | number): string => ISO_TIME.format(new Date(moment));

const NEAR_DAYS: Readonly<Record<number, string>> = { [-1]: 'ontem', 0: 'hoje', 1: 'amanhã' };

/** Day of a moment as `hoje`, or as `28/11`; with the year of another year. */
export const dayText = (moment: string): string =>
  NEAR_DAYS[(Date.parse(isoDay(moment)) - Date.parse(isoDay(Date.now()))) / DAY_MS] ?? nearDay(moment);

/** Near moments as `hoje, 14:30`, others as `28/11, 14:30`. */
export const whenText = (moment: string): string => `${dayText(moment)}, ${isoTime(moment)}`;

/** Age, such as `há 12 min`. */
export function ageText(moment: string, now: number): string {
  const age = Math.max(0, now - Date.parse(moment));
  if (age < MINUTE_MS) return 'agora';
  if (age < HOUR_MS) return `há ${Math.floor(age / MINUTE_MS)} min`;
  return age < DAY_MS ? AGE.format(-Math.floor(age / HOUR_MS), 'hour') : daysAgo(moment, now);
}

export const daysAgo = (moment: string, now: number): string =>
  AGE.format(-Math.floor((now - Date.parse(moment)) / DAY_MS), 'day');

/** End within a day as a time of day, a later one with its date. */
export const endText = (moment: string): string =>
  Date.parse(moment) - Date.now() < DAY_MS ? TIME.format(new Date(moment)) : dateTime(moment);

/** `2026-03-01` as `01/03`. */
export const shortDay = (day: string): string => DAY.format(new Date(day));

/** `2026-03-01` as `domingo, 01/03`. */
export const weekday = (day: string): string => WEEKDAY.format(new Date(day));

/** Day of a moment in Brasília, as `01/03`; with the year of another year. */
export function nearDay(moment: string): string {
  const day = isoDay(moment);
  return day.slice(0, 4) === isoDay(Date.now()).slice(0, 4) ? shortDay(day) : fullDay(day);
}

/** Day of a moment in Brasília, as `01/03/2026`. */
export const dayOf = (moment: string): string => fullDay(isoDay(moment));

/** `2026-03-01` as `mar. de 2026`. */
export const monthOf = (day: string): string => MONTH.format(new Date(day));

/** Month of a moment in Brasília, as `março`; with the year of another year. */
export function monthText(moment: string): string {
  const isThisYear = isoDay(moment).slice(0, 4) === isoDay(Date.now()).slice(0, 4);
  return (isThisYear ? MONTH_NAME : MONTH_OF_YEAR).format(new Date(moment));
}

/** `2026-03-01` as `01/03/2026`. */
export const fullDay = (day: string): string => day.split('-').reverse().join('/');

export const count = (value: number): string => NUMBER.format(value);

export const money = (value: number): string => MONEY.format(value);

/** Brasília day this many days before the moment. */
export const dayBefore = (now: Date, days: number): string => ISO_DAY.format(new Date(now.getTime() - days * DAY_MS));

/** Moment of a day (`2026-03-01`) and a time (`14:30`) in Brasília, which has no summer time. */
export const brasiliaMoment = (day: string, time: string): string => `${day}T${time}:00-03:00`;

/** Every day from one to the other, both included. */
export function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(from);
  const length = Math.round((Date.parse(to) - first) / DAY_MS) + 1;
  return Array.from({ length }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10));
}

/** Phone in national notation; empty without one. */
export const phoneText = (digits: string | null): string => (digits ? nationalPhone(digits) : '');

/** Number with the singular or plural word. */
export const plural = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Percentage of a whole; a dash for a whole of 0. */
export const share = (part: number, whole: number): string => (whole === 0 ? '—' : PERCENT.format(part / whole));

/** `45 min`, `1 h`, `1 h 30 min`. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
