import { Client } from 'pg';
import { distribute } from '../../src/database/cluster/distribution';
import { migrate } from '../../src/database/schema/migrations';
import { makeRoles } from '../../src/database/schema/roles';
import { copyTemplate, onEachServer, ROLE_PASSWORDS, TEMPLATE, testDatabase } from '../support/database';
import { clusterUrls } from './required-cluster';

/** Shards of the template: more would make each copy of it slow. */
const SHARDS = 32;

/**
 * Makes one template on all nodes, migrated and distributed by the service's own functions. Each Jest worker gets a copy of it on
 * every node.
 */
export default async function makeCluster({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const [coordinator, ...workers] = await clusterUrls();
  process.env.TEST_SERVER_URL = coordinator;
  process.env.TEST_SERVER_URLS = [coordinator, ...workers].join(' ');
  await makeDistributable(TEMPLATE);
  await inDatabase(at(coordinator, TEMPLATE), (client) => distribute(client, SHARDS));
  await onEachServer(async (admin) => {
    await admin.query(`alter database ${TEMPLATE} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [TEMPLATE]);
  });
  for (let worker = 1; worker <= maxWorkers; worker++) await copyTemplate(testDatabase(worker));
}

/** Makes an empty migrated database on all nodes; returns the address of its owner at the coordinator. */
export async function makeDistributable(name: string): Promise<string> {
  const [coordinator = '', ...workers] = (process.env.TEST_SERVER_URLS ?? '').split(' ');
  await onEachServer((admin) => remake(admin, name));
  await inDatabase(at(coordinator, name), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', placeOf(coordinator));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', placeOf(worker));
  });
  const { owner } = await makeRoles(at(coordinator, name), ROLE_PASSWORDS);
  await migrate(owner);
  return owner;
}

const at = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).toString();

const placeOf = (server: string): [host: string, port: number] => {
  const { hostname, port } = new URL(server);
  return [hostname, Number(port || 5432)];
};

async function remake(admin: Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  const { host, port, user, password } = admin;
  const client = new Client({ host, port, user, password: password ?? undefined, database: name });
  await client.connect();
  await client.query('create extension citus');
  await client.end();
}

async function inDatabase(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
