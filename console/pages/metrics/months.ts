import type { Period } from '../../../src/contract/metrics';
import { addDays, isoDay } from '../../format';

/** The calendar month of a moment in Brasília, until that day, and the whole month before. */
export function monthsOf(now: Date): readonly [month: Period, before: Period] {
  const to = isoDay(now);
  const from = `${to.slice(0, 8)}01`;
  const last = addDays(from, -1);
  return [
    { from, to },
    { from: `${last.slice(0, 8)}01`, to: last },
  ];
}
