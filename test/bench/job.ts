import { type Answer, failureOf, wholeFailureOf } from './answers';
import { Connection } from './connection';
import type { Kind, Requests, Target } from './requests';
import { percentile } from './statistics';

/** A job of the load generator: for a number of seconds, or a number of requests. */
export interface Job {
  readonly port: number;
  readonly prefix: string;
  readonly kind: Kind;
  readonly targets: readonly number[];
  readonly connections: number;
  readonly seconds?: number;
  readonly count?: number;
}

/** The result of a job; latencies in milliseconds. */
export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** The number of wrong answers, by what is wrong; 0 means a broken connection. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The status of a broken connection. */
const NONE: Answer = { status: 0, length: 0, text: () => '' };

/** Connections that the next job of the same port takes over. */
const idle = new Map<number, Connection[]>();

function idleConnection(port: number): Connection | undefined {
  const open = (idle.get(port) ?? []).filter((connection) => connection.isOpen);
  const connection = open.pop();
  idle.set(port, open);
  return connection;
}

/** Does a job, with the accounts that it may choose from. */
export async function runJob(job: Job, targets: readonly Target[], requests: Requests): Promise<Outcome> {
  const chosen = job.targets.map((index) => targets[index] as Target);
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  let left = job.count ?? Infinity;
  const begin = performance.now();
  const end = begin + (job.seconds ?? 600) * 1000;
  const work = async (): Promise<void> => {
    const connection = idleConnection(job.port) ?? new Connection(job.port);
    let isFirst = true;
    while (left-- > 0) {
      const text = requests.text(job.kind, job.prefix, chosen);
      const sent = performance.now();
      if (sent > end) break;
      const answer = await connection.send(text).catch(() => NONE);
      latencies.push(performance.now() - sent);
      // One answer of each connection is read: reading all of them would take processor time from the server.
      const failure = (isFirst ? wholeFailureOf : failureOf)(job.kind, answer);
      isFirst = false;
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
      if (answer === NONE) return connection.close();
    }
    idle.set(job.port, [...(idle.get(job.port) ?? []), connection]);
  };
  await Promise.all(Array.from({ length: job.connections }, work));
  const seconds = (performance.now() - begin) / 1000;
  return {
    requests: latencies.length,
    seconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    failures,
  };
}
