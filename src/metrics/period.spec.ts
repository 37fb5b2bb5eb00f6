import type { Period } from '../contract/metrics';
import { periodOf, periodProblem } from './period';

const TODAY = '2026-03-01';
const LONG = { field: 'from', message: 'o período pode ter até 366 dias' };
const INVERTED = { field: 'from', message: 'não pode ser depois do último dia' };

describe('the period that is meant', () => {
  it.each<[string, Partial<Period>, string, string]>([
    ['the 30 days that end today', {}, '2026-01-31', '2026-03-01'],
    ['from a day until today', { from: '2026-02-27' }, '2026-02-27', '2026-03-01'],
    ['from today', { from: '2026-03-01' }, '2026-03-01', '2026-03-01'],
    ['the 30 days that end with a day', { to: '2025-12-31' }, '2025-12-02', '2025-12-31'],
    ['over the end of a February of 29 days', { to: '2024-03-01' }, '2024-02-01', '2024-03-01'],
    ['with an end in the future', { to: '2030-01-15' }, '2029-12-17', '2030-01-15'],
    ['both days as they are', { from: '2026-01-01', to: '2026-01-02' }, '2026-01-01', '2026-01-02'],
    ['both days as they are, inverted too', { from: '2026-01-02', to: '2026-01-01' }, '2026-01-02', '2026-01-01'],
    ['not before the first year', { to: '0001-01-30' }, '0001-01-01', '0001-01-30'],
    ['not before the first year, of fewer days', { to: '0001-01-29' }, '0001-01-01', '0001-01-29'],
    ['just after the first day', { to: '0001-01-31' }, '0001-01-02', '0001-01-31'],
  ])('%s', (_, requested, from, to) => {
    expect(periodOf(requested, TODAY)).toEqual({ from, to });
  });
});

describe('what is wrong with a period', () => {
  it.each<[string, string, string, object | undefined]>([
    ['one day: nothing', '2026-03-01', '2026-03-01', undefined],
    ['two days: nothing', '2026-02-28', '2026-03-01', undefined],
    ['the end is a day before the beginning', '2026-03-02', '2026-03-01', INVERTED],
    ['the end is years before the beginning', '2026-03-01', '2020-03-01', INVERTED],
    ['366 days, both ends counted: nothing', '2024-01-01', '2024-12-31', undefined],
    ['366 days over two years: nothing', '2025-03-01', '2026-03-01', undefined],
    ['367 days', '2025-03-01', '2026-03-02', LONG],
    ['all days that there are', '0001-01-01', '9999-12-31', LONG],
  ])('%s', (_, from, to, problem) => {
    expect(periodProblem({ from, to })).toEqual(problem);
  });
});
