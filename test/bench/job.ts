import { failureOf, wholeFailureOf } from './answers';
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

/** The failure of a broken connection. */
const BROKEN = '0';

/** Connections that the next job of the same port takes over. */
const idle = new Map<number, Connection[]>();

function idleConnection(port: number): Connection | undefined {
  const open = (idle.get(port) ?? []).filter((connection) => connection.isOpen);
  const connection = open.pop();
  idle.set(port, open);
  return connection;
}

/** Closes the connections of a port, so that the next job opens its own. */
export function closeIdle(port: number): void {
  for (const connection of idle.get(port) ?? []) connection.close();
  idle.delete(port);
}

/** Does a job, with the accounts that it may choose from. */
export function runJob(job: Job, targets: readonly Target[], requests: Requests): Promise<Outcome> {
  const chosen = job.targets.map((index) => targets[index] as Target);
  return drive(job, async (connection, isFirst) => {
    const answer = await connection.send(requests.text(job.kind, job.prefix, chosen));
    // One answer of each connection is read: reading all of them would take processor time from the server.
    return (isFirst ? wholeFailureOf : failureOf)(job.kind, answer);
  });
}

/**
 * Repeats `act` over some connections at once, one after the other on each, for a time or a number of times. `act` returns what is
 * wrong with its answer, in short.
 */
export async function drive(
  { port, connections, ...limits }: Pick<Job, 'port' | 'connections' | 'seconds' | 'count'>,
  act: (connection: Connection, isFirst: boolean) => Promise<string | undefined>,
): Promise<Outcome> {
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  let left = limits.count ?? Infinity;
  const begin = performance.now();
  const end = begin + (limits.seconds ?? 600) * 1000;
  const work = async (): Promise<void> => {
    const connection = idleConnection(port) ?? new Connection(port);
    let isFirst = true;
    while (left-- > 0) {
      const sent = performance.now();
      if (sent > end) break;
      const failure = await act(connection, isFirst).catch((error: unknown) => {
        if (connection.isOpen) throw error;
        return BROKEN;
      });
      latencies.push(performance.now() - sent);
      isFirst = false;
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
      if (failure === BROKEN) return connection.close();
    }
    idle.set(port, [...(idle.get(port) ?? []), connection]);
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - begin) / 1000;
  return {
    requests: latencies.length,
    seconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    failures,
  };
}
