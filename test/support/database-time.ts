import { withNotices } from './executions';

/** SQL: lets each session of a database report the processor time of its statements. */
export const timeSettings = (database: string): string[] =>
  ['log_statement_stats = on', 'client_min_messages = log'].map(
    (setting) => `alter database ${database} set ${setting}`,
  );

/** Milliseconds of processor time of PostgreSQL, which other processes of a busy machine do not lengthen. */
export interface DatabaseTime {
  readonly databaseMs: number;
  /** Of the longest statement. */
  readonly longestMs: number;
}

/** Runs the work and adds up the times that its statements took, in planning too. */
export async function databaseTimeOf<T>(work: () => Promise<T>): Promise<T & DatabaseTime> {
  const times: number[] = [];
  const answer = await withNotices(({ detail = '' }) => {
    const [, user, system] = /^!\s+([\d.]+) s user, ([\d.]+) s system/m.exec(detail) ?? [];
    times.push(1_000 * (Number(user ?? 0) + Number(system ?? 0)));
  }, work);
  const sum = times.reduce((one, other) => one + other, 0);
  return { ...answer, databaseMs: Math.round(sum), longestMs: Math.round(Math.max(0, ...times)) };
}
