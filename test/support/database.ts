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
  const client = new Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    await client.query(`drop database if exists entrada_test_${name} with (force)`);
    await client.query(`create database entrada_test_${name} template entrada_test_template`);
  } finally {
    await client.end();
  }
  return databaseUrl(`entrada_test_${name}`);
}
