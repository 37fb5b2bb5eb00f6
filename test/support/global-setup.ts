import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres';
import { migrate } from '../../src/database/schema/migrations';
import { makeRoles } from '../../src/database/schema/roles';
import { copyTemplate, ROLE_PASSWORDS, TEMPLATE, testDatabase } from './database';

declare global {
  var embeddedPostgres: EmbeddedPostgres | undefined;
}

/** Starts a server in the first folder that no other run of this clone uses. */
async function freeServer(number = 1): Promise<EmbeddedPostgres> {
  const dataDir = number === 1 ? '.data/test' : `.data/test-${number}`;
  return startEmbeddedPostgres({ dataDir, unsafeButFast: true }).catch((error: Error) => {
    if (error.message.includes(' is in use ')) return freeServer(number + 1);
    throw error;
  });
}

/** Uses `TEST_DATABASE_URL` or the embedded PostgreSQL. Each Jest worker copies a template with the two production roles. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  let server = process.env.TEST_DATABASE_URL;
  if (!server) {
    globalThis.embeddedPostgres = await freeServer();
    server = globalThis.embeddedPostgres.adminUrl;
  }
  const at = (database: string): string => Object.assign(new URL(server), { pathname: `/${database}` }).toString();
  const admin = new Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
    await admin.query(`create database ${TEMPLATE}`);
    const { owner } = await makeRoles(at(TEMPLATE), ROLE_PASSWORDS);
    await migrate(owner);
  } finally {
    await admin.end();
  }
  process.env.TEST_SERVER_URL = server;
  for (let worker = 1; worker <= maxWorkers; worker++) await copyTemplate(testDatabase(worker));
}
