import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { migrate } from '../../src/database/schema/migrations';

/** The schema that the migrations make. `SCHEMA=write npm run test:services -- schema` writes the file. */
const FILE = 'migrations/schema.sql';

const server = process.env.TEST_DATABASE_URL as string;

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Removes comments, session settings and differences between minor versions of pg_dump. */
const cleaned = (dump: string): string =>
  dump
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog|\\(un)?restrict)/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

it('migrations/schema.sql shows the schema as the migrations make it', async () => {
  const name = `schema_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  try {
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
    await migrate(url);
    const options = ['--schema-only', '--no-owner', '--no-privileges', '--no-comments'];
    const { stdout } = await promisify(execFile)('pg_dump', [...options, url], { maxBuffer: 2 ** 24 });
    const text = `-- Made from the migrations by npm run test:services -- schema, with SCHEMA=write.\n\n${cleaned(stdout)}\n`;
    if (process.env.SCHEMA === 'write') writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  } finally {
    await onServer(`drop database ${name} with (force)`);
  }
});
