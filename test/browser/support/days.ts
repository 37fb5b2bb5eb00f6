import { DAY_MS, HOUR_MS } from '../../../src/contract/durations';

/** The day in Brasília, some days from today. */
export const brasiliaDay = (days = 0): string =>
  new Date(Date.now() - 3 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10);
