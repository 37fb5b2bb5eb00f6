/** Passed as a value, because Citus computes no times in an update. */
export const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
