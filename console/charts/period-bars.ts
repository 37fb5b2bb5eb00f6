import type { Metrics } from '../../src/contract/metrics';
import { addDays, daysBetween, monthOf, shortDay } from '../format';

interface PeriodBars {
  readonly unit: 'dia' | 'semana' | 'mês';
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

const MOST_DAYS = 92;
const MOST_WEEKS = 27 * 7;

/** First day of a day's week; weeks begin on Monday. */
const weekOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** By day up to three months, by week up to half a year, then by month; empty ones included. */
export function periodBars({ period: { from, to }, daily }: Pick<Metrics, 'period' | 'daily'>): PeriodBars {
  const days = daysBetween(from, to);
  const leads = new Map(daily.map((day) => [day.date, day.leads]));
  const by = (nameOf: (day: string) => string): PeriodBars['bars'] => {
    const sums = new Map<string, number>();
    for (const day of days) sums.set(nameOf(day), (sums.get(nameOf(day)) ?? 0) + (leads.get(day) ?? 0));
    return [...sums].map(([name, value]) => ({ name, value }));
  };
  if (days.length <= MOST_DAYS) return { unit: 'dia', bars: by(shortDay) };
  if (days.length <= MOST_WEEKS) return { unit: 'semana', bars: by((day) => shortDay(weekOf(day))) };
  return { unit: 'mês', bars: by(monthOf) };
}
