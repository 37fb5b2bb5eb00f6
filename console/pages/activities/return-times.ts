import { HOUR_MS } from '../../../src/contract/durations';
import { addDays, brasiliaMoment, isoDay, isoTime } from '../../format';

const MORNING = '09:00';
const AFTERNOON = '15:00';

/** Usual moments of a return, in Brasília: later today while there is time, and mornings of later days. */
export function returnTimes(now = Date.now()): readonly { readonly text: string; readonly value: string }[] {
  const today = isoDay(now);
  const soon = now + 2 * HOUR_MS;
  const monday = 7 - ((new Date(today).getUTCDay() + 6) % 7);
  const later =
    isoTime(soon) <= AFTERNOON && isoDay(soon) === today
      ? [{ text: 'Hoje à tarde', value: brasiliaMoment(today, AFTERNOON) }]
      : [{ text: 'Em 2 horas', value: new Date(soon).toISOString() }];
  const mornings = [
    ['Amanhã', 1],
    ['Em 3 dias', 3],
    ['Semana que vem', monday],
  ] as const;
  return [
    ...later,
    ...mornings.map(([text, days]) => ({ text, value: brasiliaMoment(addDays(today, days), MORNING) })),
  ];
}
