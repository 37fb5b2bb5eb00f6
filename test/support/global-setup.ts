import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres';
import { migrate } from '../../src/database/schema/migrations';
import { makeRoles } from '../../src/database/schema/roles';
import { copyTemplate, ROLE_PASSWORDS, TEMPLATE, testDatabase } from './database';

declare global {
  var embeddedPostgres: EmbeddedPostgres | undefined;
}

/** Uses `TEST_DATABASE_URL` or the embedded PostgreSQL. Each Jest worker copies a template with the two production roles. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  let server = process.env.TEST_DATABASE_URL;
  if (!server) {
    globalThis.embeddedPostgres = await startEmbeddedPostgres({ dataDir: '.data/test', unsafeButFast: true });
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
