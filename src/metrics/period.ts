import type { Period } from '../contract/metrics';
import type { FieldError } from '../contract/error';
import { DEFAULT_METRICS_DAYS, MAX_METRICS_DAYS } from '../contract/limits';
import { DAY_MS } from '../contract/durations';

/**
 * Period of a request (specification, section 4, GET /metrics). Without `to` it ends today; without `from` it has the 30 days up to its
 * end. The days must exist; the end may be in the future.
 */
export function periodOf(requested: Partial<Period>, today: string): Period {
  const to = requested.to ?? today;
  return { from: requested.from ?? addDays(to, 1 - DEFAULT_METRICS_DAYS), to };
}

/** Fault of a period: inverted, or longer than 366 days. */
export function periodProblem({ from, to }: Period): FieldError | undefined {
  const days = daysBetween(from, to) + 1;
  if (days < 1) return { field: 'from', message: 'não pode ser depois do último dia' };
  if (days > MAX_METRICS_DAYS) return { field: 'from', message: `o período pode ter até ${MAX_METRICS_DAYS} dias` };
  return undefined;
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const addDays = (day: string, days: number): string =>
  new Date(Math.max(Date.parse(day) + days * DAY_MS, Date.parse('0001-01-01'))).toISOString().slice(0, 10);
