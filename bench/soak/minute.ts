import type { Group } from './mix';

/** Jobs whose work is timed. */
export const JOBS = ['automations', 'imports', 'mails', 'sign-ins'] as const;
export type Job = (typeof JOBS)[number];

/** Traffic of the load generator in a minute. Times are milliseconds from the moment that a request was due. */
export interface Traffic {
  readonly requests: number;
  /** Number of wrong answers by failure. */
  readonly failures: Readonly<Record<string, number>>;
  readonly times: Readonly<Partial<Record<Group, { readonly p50: number; readonly p99: number }>>>;
  /** Largest number of due and unanswered requests at any moment. */
  readonly unanswered: number;
}

/** A table with its indexes. Rows are PostgreSQL's own count. */
export interface Table {
  readonly rows: number;
  readonly bytes: number;
}

/** Work due at the end of the minute, and the seconds that the oldest has waited. */
export interface Work {
  readonly waiting: number;
  readonly oldest: number;
}

/** The figures of one minute. */
export interface Minute extends Traffic {
  /** Bytes, after a collection of garbage at the end of the minute. */
  readonly resident: number;
  readonly heap: number;
  readonly tables: Readonly<Record<string, Table>>;
  /** Bytes of write-ahead log. `images` are the bytes of whole pages in it. */
  readonly wal: number;
  readonly images: number;
  /** Microseconds. */
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  /** Share of all processors that the rest of the machine used. */
  readonly others: number;
  readonly work: Readonly<Record<Job, Work>>;
}
