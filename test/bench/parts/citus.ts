import { Client } from 'pg';
import { distribute } from '../../../src/database/distribution';
import { migrate } from '../../../src/database/migrations';
import { makeRoles } from '../../../src/database/roles';
import { clusterUrls } from '../../citus/required-cluster';
import { type Bench, type Slot, targetsOf, type Work } from '../bench';
import { type Databases, databasesAt } from '../cluster';
import { cpuOf, cpuOfCluster } from '../cpu';
import { processAt } from '../listener';
import type { Kind } from '../requests';
import { contendersOf, type PartResult } from '../result';
import { interleave } from '../rounds';
import { fillDatabase, seededAccounts } from '../seed';
import { LoadProcess, ServerProcess } from '../servers';

const DATABASE = 'bench_citus';
const SIZES = { small: 100, big: 10_000, many: 100 } as const;

const CASES = [
  { kind: 'new', name: 'POST new' },
  { kind: 'get', name: 'GET by id' },
  { kind: 'list', name: 'list of 50' },
] as const satisfies readonly { kind: Kind; name: string }[];

/** One of the two sides: a service with its own load generator, and the PostgreSQL servers that work for it. */
interface Side {
  readonly server: ServerProcess;
  readonly load: LoadProcess;
  readonly postmasters: readonly number[];
}

/**
 * What it costs to be distributed: the service on a Citus cluster, of which all nodes are on this machine, against the service on one
 * PostgreSQL with the same rows. Both are durable, or the part fails.
 */
export async function citus(bench: Bench): Promise<PartResult> {
  const [coordinator, ...workers] = await clusterUrls();
  const plain = await openSide(bench.cluster, [bench.cluster.url('postgres')]);
  try {
    const distributed = await openSide(databasesAt(coordinator), [coordinator, ...workers]);
    try {
      return await compared(bench, { plain, distributed });
    } finally {
      await close(distributed);
    }
  } finally {
    await close(plain);
  }
}

async function compared(bench: Bench, sides: Readonly<Record<'plain' | 'distributed', Side>>): Promise<PartResult> {
  const contenders = CASES.flatMap(({ kind, name }) => {
    const work = { kind, connections: 16, targets: bench.accountsOf(kind === 'list' ? 'big' : 'many') };
    return [
      [name, { ...work, server: sides.plain.server }],
      [onCitus(name), { ...work, server: sides.distributed.server }],
    ] as const;
  });
  const slot = (work: Work): Promise<Slot> =>
    slotOf(work.server === sides.plain.server ? sides.plain : sides.distributed, work);
  const rounds = await interleave({ isQuick: bench.isQuick, slot }, Object.fromEntries(contenders));
  for (const { name } of CASES) rounds.check(name);
  return {
    measures: CASES.map(({ name }) => ({ goal: 'citus', what: name, value: rounds.speed(onCitus(name), name) })),
    contenders: contendersOf(rounds),
    notes: [
      `CPU per request on Citus ÷ on one PostgreSQL: ${CASES.map(({ name }) => `${name} ${rounds.cpu(onCitus(name), name).median.toFixed(2)}`).join(', ')}.`,
    ],
  };
}

const onCitus = (name: string): string => `${name}, on Citus`;

async function slotOf({ server, load, postmasters }: Side, { kind, connections, seconds, targets = [] }: Work) {
  const meter = (): { nodeCpu: number; databaseCpu: number } => ({
    nodeCpu: cpuOf(server.pid),
    databaseCpu: postmasters.reduce((sum, postmaster) => sum + cpuOfCluster(postmaster), 0),
  });
  const before = meter();
  const outcome = await load.run({ kind, connections, seconds, targets, prefix: '', port: server.port });
  const after = meter();
  const { requests, p50, p99, failures } = outcome;
  if (Object.keys(failures).length > 0) {
    throw new Error(`${kind}: ${JSON.stringify(failures)} of ${requests} answers were wrong`);
  }
  const per = (name: keyof typeof before): number => (after[name] - before[name]) / requests;
  const cost = { nodeCpu: per('nodeCpu'), databaseCpu: per('databaseCpu'), redisCpu: 0, wal: 0 };
  return { requests, rate: requests / outcome.seconds, p50, p99, ...cost };
}

/** A new database on these servers, the coordinator or the only one first, with the service on it. */
async function openSide(databases: Databases, urls: readonly string[]): Promise<Side> {
  const isCluster = urls.length > 1;
  for (const url of urls) await makeEmpty(url, isCluster);
  const url = databases.url(DATABASE);
  if (isCluster) await onServer(url, (client) => join(client, urls));
  const { owner, app } = await makeRoles(url, { owner: 'of-the-tables', app: 'of-the-service' });
  await migrate(owner);
  await fillDatabase(url, SIZES);
  // Before the rows are distributed: the list of the accounts stays on the coordinator and could not be joined with them.
  const targets = await targetsOf(databases, DATABASE, await seededAccounts(databases, DATABASE));
  if (isCluster) await onServer(url, distribute);
  await databases.sql('vacuum analyze', DATABASE);
  const postmasters = urls.map((server) => processAt(portOf(server), 'postgres') ?? NaN);
  return { server: await ServerProcess.service(app), load: new LoadProcess(targets), postmasters };
}

async function close({ server, load }: Side): Promise<void> {
  load.stop();
  await server.stop();
}

async function makeEmpty(url: string, isNode: boolean): Promise<void> {
  const server = databasesAt(url);
  const [durable] = await server.sql<{ fsync: string }>('show fsync');
  if (durable?.fsync !== 'on') throw new Error(`fsync is off on ${new URL(url).host}`);
  await server.sql(`drop database if exists ${DATABASE} with (force)`);
  await server.sql(`create database ${DATABASE}`);
  if (isNode) await server.sql('create extension citus', DATABASE);
}

async function join(client: Client, [coordinator = '', ...workers]: readonly string[]): Promise<void> {
  const placeOf = (url: string): [host: string, port: number] => [new URL(url).hostname, portOf(url)];
  await client.query('select citus_set_coordinator_host($1, $2)', placeOf(coordinator));
  for (const worker of workers) await client.query('select citus_add_node($1, $2)', placeOf(worker));
}

const portOf = (url: string): number => Number(new URL(url).port || 5_432);

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
