import { lostPlus, Must, ruled } from './fields';
import { MAX_CLOCK_SKEW_MINUTES } from '../../contract/limits';
import { isMoment, isRealDay, momentOf } from '../moment';
import { MINUTE_MS } from '../../contract/durations';
import type { Schema } from '../../contract/document/shape';
import { ApiError } from '../api-error';

const EXAMPLE = '2026-03-01T12:00:00Z';

/** A day of the calendar, `YYYY-MM-DD`. */
export const IsDay = (): PropertyDecorator =>
  Must((value) => typeof value === 'string' && isRealDay(value), 'deve ser um dia real no formato AAAA-MM-DD', {
    type: 'string',
    format: 'date',
    pattern: '^(\\d{3}[1-9]|\\d{2}[1-9]\\d|\\d[1-9]\\d{2}|[1-9]\\d{3})-\\d{2}-\\d{2}$',
  });

/** A moment in ISO 8601; without an offset it is UTC. */
export const IsMoment = (): PropertyDecorator =>
  Must(
    isMoment,
    (value) => `deve ser uma data e hora ISO 8601, como ${EXAMPLE}` + lostPlus(/ \d\d:\d\d$/, value),
    momentSchema('A real moment; in a query the `+` of an offset is written `%2B`'),
  );

/** Schema of a moment; `rule` describes the accepted ones. */
export const momentSchema = (rule: string): Schema => ({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})?$',
  ...ruled(`${rule}; without an offset it is UTC.`),
  examples: [EXAMPLE],
});

/** Whether the value is a moment from `first` to `last`, in milliseconds. */
export const isMomentIn = (value: unknown, first: number, last: number): boolean => {
  const time = typeof value === 'string' ? momentOf(value)?.getTime() : undefined;
  return time !== undefined && time >= first && time <= last;
};

/** Milliseconds until which a moment counts as past; a sender's clock may be a little ahead. */
export const latestPast = (): number => Date.now() + MAX_CLOCK_SKEW_MINUTES * MINUTE_MS;

/** A moment from 1970 to `last`; `until` describes the end in Portuguese, `rule` in English. */
const IsMomentUntil = (last: () => number, until: string, rule: string): PropertyDecorator =>
  Must(
    (value) => isMomentIn(value, 0, last()),
    `deve ser uma data e hora ISO 8601, como ${EXAMPLE}, de 1970 ${until}`,
    momentSchema(rule),
  );

/** Moment of a past event; the sender's clock may be a little ahead. */
export const IsPastMoment = (): PropertyDecorator =>
  IsMomentUntil(
    latestPast,
    `a no máximo ${MAX_CLOCK_SKEW_MINUTES} minutos depois de agora`,
    'From 1970-01-01 to five minutes from now',
  );

const LAST_OF_2100 = Date.UTC(2101, 0) - 1;

/** Moment of a planned or past event. */
export const IsPlannedMoment = (): PropertyDecorator =>
  IsMomentUntil(() => LAST_OF_2100, 'a 2100', 'From 1970 to 2100');

/** Throws 422 for a period that ends before it begins; ends are Brasília days, open where absent. */
export function refuseInverted({ from, to }: { readonly from?: string; readonly to?: string }, field = 'from'): void {
  if (from && to && from > to) throw ApiError.invalid([{ field, message: 'não pode ser depois do último dia' }]);
}
