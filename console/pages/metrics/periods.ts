import type { Period } from '../../../src/contract/metrics';
import { addDays, daysBetween } from '../../format';

/** The periods of the dashboard in Brasília days, and what each is compared with. */

/** By their name in the address: months, and the last days up to today. */
export const PERIODS = ['este-mes', 'mes-passado', '7', '30', '90', '365'] as const;
export type PeriodName = (typeof PERIODS)[number];

export interface Compared {
  readonly period: Period;
  /** What it is compared with. */
  readonly before: Period;
}

/** A month is compared with the same days of the month before it, last days with as many before them. */
export function comparedOf(name: PeriodName, today: string): Compared {
  const month = { from: firstOf(today), to: today };
  if (name === 'este-mes') return { period: month, before: sameDaysBefore(month) };
  const lastMonth = wholeBefore(today);
  if (name === 'mes-passado') return { period: lastMonth, before: wholeBefore(lastMonth.from) };
  return comparedDays({ from: addDays(today, 1 - Number(name)), to: today });
}

/** Days of choice, compared with as many just before. */
export function comparedDays(period: Period): Compared {
  const length = daysBetween(period.from, period.to).length;
  return { period, before: { from: addDays(period.from, -length), to: addDays(period.from, -1) } };
}

const firstOf = (day: string): string => `${day.slice(0, 8)}01`;

/** The whole month before the month of a day. */
function wholeBefore(day: string): Period {
  const last = addDays(firstOf(day), -1);
  return { from: firstOf(last), to: last };
}

/** The month before, up to the same day; a shorter month up to its end. */
function sameDaysBefore({ to }: Period): Period {
  const { from, to: last } = wholeBefore(to);
  const same = `${from.slice(0, 8)}${to.slice(8)}`;
  return { from, to: same < last ? same : last };
}

const MONTH = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long' });

/** `1 a 12 de março`; with the year where it is not this one. */
export function periodText({ from, to }: Period, today: string): string {
  const isThisYear = from.slice(0, 4) === today.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4);
  const monthText = (day: string): string =>
    `de ${MONTH.format(new Date(day))}${isThisYear ? '' : ` de ${day.slice(0, 4)}`}`;
  const dayText = (day: string): string => `${Number(day.slice(8))}`;
  const end = `${dayText(to)} ${monthText(to)}`;
  if (from === to) return end;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dayText(from)} a ${end}`;
  return `${dayText(from)} ${monthText(from)} a ${end}`;
}
