import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Partner, TestApp } from '../support/app';

/** Address of a worker in the catalog of the coordinator. */
export interface Worker {
  readonly host: string;
  readonly port: number;
}

const FIND_WORKER = `select n.nodename as host, n.nodeport as port from pg_dist_shard s
  join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid
  where s.logicalrelid = 'leads'::regclass and s.shardid = get_shard_id_for_distribution_column('leads', $1::uuid)`;

/** Finds the worker that holds the rows of an account. */
export async function workerOf(test: TestApp, accountId: string): Promise<Worker> {
  const [worker] = await test.sql<Worker>(FIND_WORKER, [accountId]);
  if (!worker) throw new Error('the account is on no worker');
  return worker;
}

/** Creates the same number of partners on each worker. The map is keyed by `host:port`. */
export async function partnersOnEach(test: TestApp, each: number): Promise<Map<string, Partner[]>> {
  const workers = await test.sql<Worker>(
    'select node_name as host, node_port::int as port from citus_get_active_worker_nodes()',
  );
  const found = new Map(workers.map(({ host, port }) => [`${host}:${port}`, [] as Partner[]]));
  while ([...found.values()].some((partners) => partners.length < each)) {
    const partner = await test.partner();
    const { host, port } = await workerOf(test, partner.accountId);
    const partners = found.get(`${host}:${port}`);
    if (partners && partners.length < each) partners.push(partner);
  }
  return found;
}

/** Maps `host:port` of each worker to the administrator's URL. */
export const workerUrls = (): ReadonlyMap<string, string> =>
  new Map(
    (process.env.TEST_SERVER_URLS ?? '')
      .split(' ')
      .slice(1)
      .map((url) => [new URL(url).host, url]),
  );

/**
 * Kills all processes of a worker at once and starts it again after `restartAfter` seconds. In a container the restart policy
 * starts it; elsewhere the shell that killed it does. Returns when the worker is dead.
 */
export async function killWorker(url: string, restartAfter: number): Promise<void> {
  await runOnWorker(
    url,
    ({ folder, programs }) =>
      `kill -STOP $p; for c in $(cat /proc/$p/task/$p/children); do kill -9 $c; done; kill -9 $p; sleep ${restartAfter}; ${programs}/pg_ctl -D ${folder} -l ${folder}/restarted.log restart`,
  );
  while (await answers(url)) await sleep(50);
}

/**
 * Stops a worker's processes for so many seconds: all of them, or each that serves this database. Then its postmaster still
 * answers, as on a machine whose disk hangs.
 */
export const freezeWorker = (url: string, seconds: number, database?: string): Promise<void> =>
  runOnWorker(url, () =>
    database === undefined
      ? `c=$(cat /proc/$p/task/$p/children); kill -STOP $p $c; sleep ${seconds}; kill -CONT $p $c`
      : // Without a process of its own for each of them: the machine is busy enough.
        `e=$(($(date +%s) + ${seconds})); while [ $(date +%s) -lt $e ]; do read -r all < /proc/$p/task/$p/children; for c in $all; do read -r name < /proc/$c/cmdline; case "$name" in *${database}*) kill -STOP $c;; esac; done; sleep 0.2; done; read -r all < /proc/$p/task/$p/children; kill -CONT $all`,
  );

interface Folders {
  readonly folder: string;
  readonly programs: string;
}

/** Runs a shell script on the worker's machine, a second later; $p is the postmaster. Does not wait for it. */
async function runOnWorker(url: string, scriptOf: (folders: Folders) => string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<Folders>(
    `select current_setting('data_directory') as folder, (select setting from pg_config where name = 'BINDIR') as programs`,
  );
  const folders = rows[0] ?? { folder: '', programs: '' };
  const script = `sleep 1; p=$(head -n 1 ${folders.folder}/postmaster.pid); ${scriptOf(folders)}`;
  await client.query(
    `copy (select 1) to program ${client.escapeLiteral(`cat >/dev/null; setsid sh -c '${script}' >/dev/null 2>&1 &`)}`,
  );
  // The shell inherited the server's end of this connection, so the connection never closes.
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

export async function untilAnswers(url: string): Promise<void> {
  while (!(await answers(url))) await sleep(100);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
