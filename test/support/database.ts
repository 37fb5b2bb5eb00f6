import { createHash } from 'node:crypto';
import { Client } from 'pg';

export const ROLE_PASSWORDS = { owner: 'owner-of-the-test-suite', app: 'service-of-the-test-suite' };

/** Turns an administrator's address into the service's, whose role is subject to row level security. */
export function asService(url: string): string {
  const isAdmin = new URL(url).username === new URL(process.env.TEST_SERVER_URL ?? '').username;
  const service = { username: 'entrada_app', password: ROLE_PASSWORDS.app };
  return isAdmin ? Object.assign(new URL(url), service).toString() : url;
}

/** Of this clone, so that two of them can be tested on one server at once. */
const CLONE = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8);

export const testDatabase = (name: string | number): string => `entrada_test_${CLONE}_${name}`;

export const TEMPLATE = testDatabase('template');

export function databaseUrl(name = testDatabase(process.env.JEST_WORKER_ID ?? '')): string {
  return Object.assign(new URL(process.env.TEST_SERVER_URL ?? ''), { pathname: `/${name}` }).toString();
}

/** Makes an empty migrated database for one test file, for tests of whole tables. */
export async function privateDatabase(name: string): Promise<string> {
  await copyTemplate(testDatabase(name));
  return databaseUrl(testDatabase(name));
}

/** The servers of the test database: one, or all nodes of a Citus cluster, coordinator first. */
const servers = (): string[] => (process.env.TEST_SERVER_URLS ?? process.env.TEST_SERVER_URL ?? '').split(' ');

/** Copies the migrated template on each node. Copies files, because Citus holds locks that block the other strategy. */
export async function copyTemplate(name: string): Promise<void> {
  const copies = servers().length > 1 ? 'strategy file_copy' : '';
  await onEachServer(async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template ${TEMPLATE} ${copies}`);
  });
}

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
