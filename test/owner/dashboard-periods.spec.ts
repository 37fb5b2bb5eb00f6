import { comparedDays, comparedOf, periodText, type PeriodName } from '../../console/pages/metrics/periods';

/** Which days the dashboard shows, and which it compares them with. */

const daysOf = (text: string) => {
  const [from = '', to = ''] = text.split(' ');
  return { from, to };
};

it.each<[PeriodName, today: string, period: string, before: string]>([
  ['este-mes', '2026-03-12', '2026-03-01 2026-03-12', '2026-02-01 2026-02-12'],
  ['este-mes', '2026-03-01', '2026-03-01 2026-03-01', '2026-02-01 2026-02-01'],
  ['este-mes', '2026-03-31', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
  ['este-mes', '2028-03-31', '2028-03-01 2028-03-31', '2028-02-01 2028-02-29'],
  ['este-mes', '2028-02-29', '2028-02-01 2028-02-29', '2028-01-01 2028-01-29'],
  ['este-mes', '2026-02-28', '2026-02-01 2026-02-28', '2026-01-01 2026-01-28'],
  ['este-mes', '2026-05-31', '2026-05-01 2026-05-31', '2026-04-01 2026-04-30'],
  ['este-mes', '2026-04-30', '2026-04-01 2026-04-30', '2026-03-01 2026-03-30'],
  ['este-mes', '2026-01-05', '2026-01-01 2026-01-05', '2025-12-01 2025-12-05'],
  ['mes-passado', '2026-03-12', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['mes-passado', '2026-01-31', '2025-12-01 2025-12-31', '2025-11-01 2025-11-30'],
  ['mes-passado', '2026-02-01', '2026-01-01 2026-01-31', '2025-12-01 2025-12-31'],
  ['mes-passado', '2028-03-31', '2028-02-01 2028-02-29', '2028-01-01 2028-01-31'],
  ['7', '2026-03-03', '2026-02-25 2026-03-03', '2026-02-18 2026-02-24'],
  ['30', '2026-01-30', '2026-01-01 2026-01-30', '2025-12-02 2025-12-31'],
  ['365', '2026-12-31', '2026-01-01 2026-12-31', '2025-01-01 2025-12-31'],
])('%s on %s is %s, compared with %s', (name, today, period, before) => {
  expect(comparedOf(name, today)).toEqual({ period: daysOf(period), before: daysOf(before) });
});

it.each([
  ['2026-03-01 2026-03-31', '2026-01-29 2026-02-28'],
  ['2026-03-10 2026-03-10', '2026-03-09 2026-03-09'],
  ['2028-02-20 2028-03-01', '2028-02-09 2028-02-19'],
])('the days %s are compared with %s', (period, before) => {
  expect(comparedDays(daysOf(period)).before).toEqual(daysOf(before));
});

it.each([
  ['2026-03-01 2026-03-12', '1 a 12 de março'],
  ['2026-03-12 2026-03-12', '12 de março'],
  ['2026-02-20 2026-03-12', '20 de fevereiro a 12 de março'],
  ['2025-12-01 2025-12-31', '1 a 31 de dezembro de 2025'],
  ['2025-12-20 2026-01-02', '20 de dezembro de 2025 a 2 de janeiro de 2026'],
])('%s reads %s', (period, text) => {
  expect(periodText(daysOf(period), '2026-03-12')).toBe(text);
});
