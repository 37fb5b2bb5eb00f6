import { failureOf, wholeFailureOf } from './answers';
import { Lanes } from './lanes';
import type { Kind, Requests, Target } from './requests';
import { percentile } from './statistics';

/** A job of the load generator, limited by seconds or by a number of requests. */
export interface Job {
  readonly port: number;
  readonly prefix: string;
  readonly kind: Kind;
  readonly targets: readonly number[];
  readonly connections: number;
  readonly seconds?: number;
  readonly count?: number;
}

/** The result of a job, with latencies in milliseconds. */
export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Number of wrong answers by failure; 0 is a broken connection. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Connections by port and number. The next job with the same port and number takes them over. */
const open = new Map<string, Lanes>();

/** Runs a job over all its connections at once, with the accounts among `targets` that it names. */
export async function runJob(job: Job, targets: readonly Target[], requests: Requests): Promise<Outcome> {
  const { kind, port, prefix, connections } = job;
  const chosen = job.targets.map((index) => targets[index] as Target);
  const place = `${port} ${connections}`;
  const lanes = open.get(place) ?? new Lanes(port, connections);
  open.set(place, lanes);
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  let left = job.count ?? Infinity;
  const begin = performance.now();
  const end = begin + (job.seconds ?? 600) * 1000;
  const work = async (): Promise<void> => {
    // The first answer of each worker is read. Reading all answers would take processor time from the server.
    for (let failureIn = wholeFailureOf; left-- > 0; failureIn = failureOf) {
      const sent = performance.now();
      if (sent > end) break;
      const failure = failureIn(kind, await lanes.send(requests.text(kind, prefix, chosen)));
      latencies.push(performance.now() - sent);
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - begin) / 1000;
  const [p50, p99] = [percentile(latencies, 50), percentile(latencies, 99)];
  return { requests: latencies.length, seconds, p50, p99, failures };
}

/** Closes all connections. */
export function closeAll(): void {
  for (const lanes of open.values()) lanes.close();
  open.clear();
}
