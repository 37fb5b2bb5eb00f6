import type { Group } from './mix';

/** The jobs whose work is timed. */
export const JOBS = ['automations', 'imports', 'mails', 'sign-ins'] as const;
export type Job = (typeof JOBS)[number];

/** What the load generator saw in a minute; times in milliseconds from the moment that a request was due. */
export interface Traffic {
  readonly requests: number;
  /** Answers that were wrong, by what is wrong. */
  readonly failures: Readonly<Record<string, number>>;
  readonly times: Readonly<Partial<Record<Group, { readonly p50: number; readonly p99: number }>>>;
  /** The most requests that were due and not answered, at any moment. */
  readonly unanswered: number;
}

/** A table with its indexes; rows as PostgreSQL counts them. */
export interface Table {
  readonly rows: number;
  readonly dead: number;
  readonly bytes: number;
  readonly vacuums: number;
}

/** A job's work; times in seconds. */
export interface Work {
  readonly done: number;
  /** From when it was due to when it was done, the median of what was done in the minute; undefined when nothing was. */
  readonly lag: number | undefined;
  /** What is due at the end of the minute, and for how long the oldest has been. */
  readonly waiting: number;
  readonly oldest: number;
}

/** The figures of one minute. */
export interface Minute extends Traffic {
  /** Bytes, after a collection of garbage at the end of the minute. */
  readonly resident: number;
  readonly heap: number;
  readonly tables: Readonly<Record<string, Table>>;
  /** Bytes of write-ahead log; `images` are those of whole pages in it. */
  readonly wal: number;
  readonly images: number;
  /** Microseconds. */
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  /** The share of all processors that the rest of the machine used. */
  readonly others: number;
  readonly work: Readonly<Record<Job, Work>>;
  readonly held: number;
}
