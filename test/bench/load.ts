import { Connection } from './connection';
import { type Kind, Requests, type Target } from './requests';
import { percentile, randomFrom } from './statistics';

/** What the load generator is told to do: for so many seconds, or so many requests. */
export interface Job {
  readonly port: number;
  readonly prefix: string;
  readonly kind: Kind;
  readonly targets: readonly number[];
  readonly connections: number;
  readonly seconds?: number;
  readonly count?: number;
}

/** What became of it; latencies in milliseconds. */
export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** How often each status came that is not a success; 0 stands for a broken connection. */
  readonly failures: Readonly<Record<string, number>>;
}

export type ToLoad = { readonly targets: readonly Target[] } | { readonly job: Job };

/** The load generator: a process of its own, so that its own work is no part of what it measures. */
let targets: readonly Target[] = [];
const requests = new Requests(randomFrom(Date.now()));
/** Connections that the next job of the same port takes over. */
const idle = new Map<number, Connection[]>();

function idleConnection(port: number): Connection | undefined {
  const open = (idle.get(port) ?? []).filter((connection) => connection.isOpen);
  const connection = open.pop();
  idle.set(port, open);
  return connection;
}

async function run(job: Job): Promise<Outcome> {
  const chosen = job.targets.map((index) => targets[index] as Target);
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  let left = job.count ?? Infinity;
  const begin = performance.now();
  const end = begin + (job.seconds ?? 600) * 1000;
  const work = async (): Promise<void> => {
    const connection = idleConnection(job.port) ?? new Connection(job.port);
    while (left-- > 0) {
      const text = requests.text(job.kind, job.prefix, chosen);
      const sent = performance.now();
      if (sent > end) break;
      const status = await connection.send(text).catch(() => 0);
      latencies.push(performance.now() - sent);
      if (status < 200 || status > 299) failures[status] = (failures[status] ?? 0) + 1;
      if (status === 0) return connection.close();
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

process.on('message', (told: ToLoad) => {
  if ('targets' in told) targets = told.targets;
  else void run(told.job).then((outcome) => process.send?.(outcome));
});
