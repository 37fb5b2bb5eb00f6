import { acrossAccounts, map, readRow } from '../../database/query';

export interface Clock {
  readonly now: Date;
  /** The Brasília day of `now`, and the seconds left in it. */
  readonly today: string;
  readonly secondsLeft: number;
}

/** Uses clock_timestamp(): now() precedes the wait for locks, so an `updated_at` from it could go back. */
export const CLOCK = `date_trunc('milliseconds', clock_timestamp()) as now,
  to_char(clock_timestamp() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as today,
  greatest(1, ceil(extract(epoch from
    date_trunc('day', clock_timestamp() at time zone 'America/Sao_Paulo' + interval '1 day')
      at time zone 'America/Sao_Paulo' - clock_timestamp()))::int) as "secondsLeft"`;

const FIND_NOW = acrossAccounts(`select ${CLOCK}`, 'find_now');

/** Reads the database's time; sent after a lock, it is the moment after it. */
export const findNow = () =>
  map(readRow<Clock>(FIND_NOW, []), (row) => {
    if (!row) throw new Error('a select without from gave no row');
    return row;
  });

/** Clock that continues from a read database time. */
export function clockFrom(now: Date): () => Date {
  const read = performance.now();
  return () => new Date(now.getTime() + performance.now() - read);
}

/** Advances `updated_at` by at least a millisecond, whatever the clock does. */
export const laterThan = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));
