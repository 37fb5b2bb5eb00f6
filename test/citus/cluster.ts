import { Client } from 'pg';
import { distribute } from '../../src/database/cluster/distribution';
import { migrate } from '../../src/database/schema/migrations';
import { makeRoles } from '../../src/database/schema/roles';
import { copyTemplate, onEachServer, ROLE_PASSWORDS, TEMPLATE, testDatabase } from '../support/database';
import { clusterUrls } from './required-cluster';

/**
 * Makes one template on all nodes, migrated and distributed by the service's own functions. Each Jest worker gets a copy of it on
 * every node.
 */
export default async function makeCluster({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const [coordinator, ...workers] = await clusterUrls();
  process.env.TEST_SERVER_URL = coordinator;
  process.env.TEST_SERVER_URLS = [coordinator, ...workers].join(' ');
  await onEachServer(remakeTemplate);
  await inTemplate(coordinator, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', placeOf(coordinator));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', placeOf(worker));
  });
  const { owner } = await makeRoles(at(coordinator, TEMPLATE), ROLE_PASSWORDS);
  await migrate(owner);
  await inTemplate(coordinator, distribute);
  await onEachServer(async (admin) => {
    await admin.query(`alter database ${TEMPLATE} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [TEMPLATE]);
  });
  for (let worker = 1; worker <= maxWorkers; worker++) await copyTemplate(testDatabase(worker));
}

const at = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).toString();

const placeOf = (server: string): [host: string, port: number] => {
  const { hostname, port } = new URL(server);
  return [hostname, Number(port || 5432)];
};

async function remakeTemplate(admin: Client): Promise<void> {
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
  await admin.query(`create database ${TEMPLATE}`);
  const { host, port, user, password } = admin;
  const client = new Client({ host, port, user, password: password ?? undefined, database: TEMPLATE });
  await client.connect();
  await client.query('create extension citus');
  await client.end();
}

async function inTemplate(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: at(server, TEMPLATE) });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
