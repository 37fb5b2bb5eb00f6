import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../src/app.module';
import { dataSourceOptions } from '../src/database/data-source';
import { migrate, revertLatest } from '../src/database/migrations';
import { databaseUrl } from './support/database';

const NAME = `entrada_schema_${process.pid}`;

async function onServer(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  await work(client).finally(() => client.end());
}

beforeEach(() => onServer(async (client) => void (await client.query(`create database ${NAME}`))));
afterEach(() => onServer(async (client) => void (await client.query(`drop database ${NAME} with (force)`))));

/** Columns, constraints and indexes of the whole schema as text. */
async function schema(): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl(NAME) });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    select line from (
      select format('%s.%s %s %s', table_name, column_name, udt_name, is_nullable) as line
      from information_schema.columns where table_schema = 'public'
      union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public') s
    where line not like 'migrations%' and line not like '%public.migrations%' order by line`);
  await client.end();
  return rows.map(({ line }) => line);
}

it('goes up, down to nothing, and up to the same again', async () => {
  const applied = await migrate(databaseUrl(NAME));
  const up = await schema();
  expect(up.length).toBeGreaterThan(100);
  for (let i = 0; i < applied.length; i++) await revertLatest(databaseUrl(NAME));
  expect(await schema()).toEqual([]);
  expect(await migrate(databaseUrl(NAME))).toEqual(applied);
  expect(await schema()).toEqual(up);
});

it('is applied once when several processes start at the same moment', async () => {
  const run = promisify(execFile);
  const env = { ...process.env, DATABASE_URL: databaseUrl(NAME) };
  const results = await Promise.all([1, 2, 3].map(() => run(process.execPath, ['dist/src/migrate.js'], { env })));
  expect(results.map(({ stdout }) => stdout.split(':')[0]?.trim()).sort()).toEqual([
    'Applied',
    'Nothing to apply.',
    'Nothing to apply.',
  ]);
});

it('has the account id first in every key of account data', async () => {
  await migrate(databaseUrl(NAME));
  const lines = await schema();
  const keys = lines.filter((line) => /PRIMARY KEY|UNIQUE|FOREIGN KEY|CREATE UNIQUE INDEX/.test(line));
  const exceptions = keys.filter((line) => !/\((account_id|id\))/.test(line.replace(/REFERENCES.*/, '')));
  expect(exceptions).toEqual(['CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash)']);
  const plainId = keys.filter((line) => /\(id\)/.test(line.replace(/REFERENCES.*/, '')));
  expect(plainId).toEqual([
    'CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id)',
    'accounts PRIMARY KEY (id)',
  ]);
});

it('is what the entities say: every mapped column exists with its type and nullability', async () => {
  await migrate(databaseUrl(NAME));
  const dataSource = await new DataSource({ ...dataSourceOptions(databaseUrl(NAME)), entities: ENTITIES }).initialize();
  const lines = new Set(await schema());
  const types: Record<string, string> = { boolean: 'bool', integer: 'int4', smallint: 'int2' };
  for (const { tableName, columns } of dataSource.entityMetadatas) {
    for (const column of columns) {
      const type = String(column.type);
      const name = `${column.isArray ? '_' : ''}${types[type] ?? type}`;
      expect(lines).toContain(`${tableName}.${column.databaseName} ${name} ${column.isNullable ? 'YES' : 'NO'}`);
    }
  }
  await dataSource.destroy();
});
