import { Client } from 'pg';

/** The passwords of the two roles on the test server. */
export const ROLE_PASSWORDS = { owner: 'owner-of-the-test-suite', app: 'service-of-the-test-suite' };

/** The service's address for an administrator's one: with the role that row level security applies to. */
export function asService(url: string): string {
  const isAdmin = new URL(url).username === new URL(process.env.TEST_SERVER_URL ?? '').username;
  const service = { username: 'entrada_app', password: ROLE_PASSWORDS.app };
  return isAdmin ? Object.assign(new URL(url), service).toString() : url;
}

/** An administrator's address on the test server: this worker's database, or another one. */
export function databaseUrl(name = `entrada_test_${process.env.JEST_WORKER_ID}`): string {
  return Object.assign(new URL(process.env.TEST_SERVER_URL ?? ''), { pathname: `/${name}` }).toString();
}

/** An empty database for one test file, for tests that look at whole tables; made from the migrated template. */
export async function privateDatabase(name: string): Promise<string> {
  await copyTemplate(`entrada_test_${name}`);
  return databaseUrl(`entrada_test_${name}`);
}

/** The servers that make up the test database: one, or all nodes of a Citus cluster, the coordinator first. */
const servers = (): string[] => (process.env.TEST_SERVER_URLS ?? process.env.TEST_SERVER_URL ?? '').split(' ');

/**
 * Replaces a database by a copy of the migrated template, on each node of a cluster: the copies of the nodes are then one distributed
 * database. Copied as files, because Citus holds locks that the other way needs.
 */
export async function copyTemplate(name: string): Promise<void> {
  const copies = servers().length > 1 ? 'strategy file_copy' : '';
  await onEachServer(async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template entrada_test_template ${copies}`);
  });
}

/** Runs the work as an administrator of each server, one after the other. */
export async function onEachServer(work: (admin: Client) => Promise<unknown>): Promise<void> {
  for (const connectionString of servers()) {
    const admin = new Client({ connectionString });
    await admin.connect();
    try {
      await work(admin);
    } finally {
      await admin.end();
    }
  }
}
