import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RedisServer } from '../../test/fault/support/redis';
import type { Bench, Work } from '../bench';
import type { GoalId } from '../goals';
import type { Kind } from '../requests';
import type { PartResult } from '../result';
import { compare, type Ratio } from '../rounds';
import { ServerProcess } from '../servers';
import { spread } from '../statistics';
import { Unmet } from '../unmet';

/** Parts that compare a server's requests per second, or its latency, with a yardstick. */

const LABELS = { new: 'POST new', replay: 'POST replay', get: 'GET by id', list: 'list of 50' } as const;
type Labelled = keyof typeof LABELS;

/** Makes the work of 16 connections. Lists are of the big account, all else of a hundred accounts. */
const workOf = (bench: Bench, server: ServerProcess, kind: Kind): Work => ({
  server,
  kind,
  connections: 16,
  targets: bench.accountsOf(kind === 'list' ? 'big' : 'many'),
});

/** Compares new leads with both yardsticks, and known and repeated leads with new ones. */
export async function post(bench: Bench): Promise<PartResult> {
  const { service, bare } = bench;
  const contenders = {
    'POST new': workOf(bench, service, 'new'),
    'POST new, bare': workOf(bench, bare, 'new'),
    'POST new, naive TypeORM': { ...workOf(bench, bare, 'new'), prefix: '/naive' },
    'POST again': workOf(bench, service, 'again'),
    'POST known': workOf(bench, service, 'known'),
    'POST replay': workOf(bench, service, 'replay'),
  };
  const repeated = { goal: 'repeated', below: 'POST new' } as const;
  const found = await compare(bench, contenders, [
    { goal: 'postBare', above: 'POST new', below: 'POST new, bare' },
    { goal: 'cpu', what: 'POST new', above: 'POST new', below: 'POST new, bare', by: 'cpu' },
    { goal: 'postNaive', above: 'POST new', below: 'POST new, naive TypeORM' },
    { ...repeated, what: 'replay', above: 'POST replay' },
    { ...repeated, what: 'existing lead, made shortly before', above: 'POST again' },
    { ...repeated, what: 'existing lead, any of the seed', above: 'POST known' },
  ]);
  const flights = Object.entries(await flightsOf(bench));
  const counted = flights.map(([what, count]) => ({ goal: 'flights', what, value: spread([count]) }) as const);
  return { ...found, measures: [...found.measures, ...counted] };
}

/** Counts round trips in a separate process, which inspects each statement that it sends. */
async function flightsOf(bench: Bench): Promise<Record<string, number>> {
  const env = { ...process.env, DATABASE_URL: bench.serviceUrl, BENCH_KEY: bench.account('small').key };
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, '../trips.js')], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, number>;
}

/** Compares the service with the bare server, at 16 and 32 connections. */
export function get(bench: Bench): Promise<PartResult> {
  const contenders: Record<string, Work> = {};
  const ratios: Ratio[] = [];
  for (const connections of [16, 32]) {
    const [above, below, what] = [
      `GET by id, ${connections}`,
      `GET by id, ${connections}, bare`,
      `${connections} connections`,
    ];
    contenders[above] = { ...workOf(bench, bench.service, 'get'), connections };
    contenders[below] = { ...workOf(bench, bench.bare, 'get'), connections };
    ratios.push({ goal: 'getBare', what, above, below });
    if (connections === 16) ratios.push({ goal: 'cpu', what: above, above, below, by: 'cpu' });
  }
  return compare(bench, contenders, ratios);
}

/** Compares lists from random places of the big account with the bare server. */
export function list(bench: Bench): Promise<PartResult> {
  const [above, below] = ['list of 50', 'list of 50, bare'];
  const contenders = { [above]: workOf(bench, bench.service, 'list'), [below]: workOf(bench, bench.bare, 'list') };
  return compare(bench, contenders, [
    { goal: 'listBare', above, below },
    { goal: 'cpu', what: above, above, below, by: 'cpu' },
  ]);
}

/** Compares metrics of 366 days of the big and the small account, on one connection. */
export function metrics(bench: Bench): Promise<PartResult> {
  const of = (role: 'small' | 'big'): Work => {
    return { server: bench.service, kind: 'metrics', connections: 1, targets: bench.accountsOf(role) };
  };
  const [above, below] = ['metrics, big account', 'metrics, 10 k'];
  return compare(bench, { [above]: of('big'), [below]: of('small') }, [{ goal: 'metrics', above, below, by: 'p50' }]);
}

/** Compares 32 connections that write to one account with 32 that write to a hundred accounts. */
export function hot(bench: Bench): Promise<PartResult> {
  const work = { ...workOf(bench, bench.service, 'new'), connections: 32 };
  const [above, below] = ['POST new, 32, one account', 'POST new, 32, 100 accounts'];
  const contenders = { [above]: { ...work, targets: work.targets?.slice(0, 1) }, [below]: work };
  return compare(bench, contenders, [{ goal: 'hot', above, below }]);
}

/** Compares the same work at 32 connections and at four times as many. Any answer but a success fails the part. */
export function overload(bench: Bench): Promise<PartResult> {
  const contenders: Record<string, Work> = {};
  for (const kind of ['new', 'get'] as const) {
    for (const connections of [32, 128])
      contenders[`${LABELS[kind]}, ${connections}`] = { ...workOf(bench, bench.service, kind), connections };
  }
  const ratios = (['new', 'get'] as const).map((kind): Ratio => {
    const name = LABELS[kind];
    return { goal: 'overload', what: name, above: `${name}, 128`, below: `${name}, 32` };
  });
  return compare(bench, contenders, ratios);
}

/** Measures the cost of row level security: the shipped service against the service as the owner of the tables. */
export const roles = (bench: Bench): Promise<PartResult> =>
  besides(bench, bench.service, '', bench.asOwner, ', as the owner', {
    new: 'isolated',
    replay: 'isolated',
    get: 'isolated',
    list: 'isolated',
  });

/** Measures the cost of counting calls in Redis: the service with its own Redis against the service without. */
export async function redis(bench: Bench): Promise<PartResult> {
  const { status } = spawnSync('redis-server', ['--version']);
  if (status !== 0) throw new Unmet('The part redis needs redis-server (Debian: apt-get install redis-server).');
  const server = await RedisServer.start();
  const service = await ServerProcess.service(bench.serviceUrl, { redis: server });
  const goals = { new: 'redisPost', get: 'redisGet', list: 'redisList' } as const;
  try {
    return await besides(bench, service, ', with Redis', bench.service, '', goals);
  } finally {
    await service.stop();
    await server.kill();
  }
}

/** Compares two services at the same kinds of requests. */
function besides(
  bench: Bench,
  one: ServerProcess,
  named: string,
  other: ServerProcess,
  otherNamed: string,
  goals: Readonly<Partial<Record<Labelled, GoalId>>>,
): Promise<PartResult> {
  const contenders: Record<string, Work> = {};
  const ratios = Object.entries(goals).map(([key, goal]): Ratio => {
    const kind = key as Labelled;
    const [above, below] = [LABELS[kind] + named, LABELS[kind] + otherNamed];
    contenders[above] = workOf(bench, one, kind);
    contenders[below] = workOf(bench, other, kind);
    return { goal, what: LABELS[kind], above, below };
  });
  return compare(bench, contenders, ratios);
}
