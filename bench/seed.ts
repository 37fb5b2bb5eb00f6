import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { newSecret, secretHash } from '../src/auth/keys/api-key';
import { PERMISSIONS } from '../src/contract/key';
import { migrate } from '../src/database/schema/migrations';
import type { BenchCluster } from './cluster';
import * as sql from './seed.sql';

/** Number of leads of the accounts. */
export const SIZES = {
  quick: { small: 10_000, big: 100_000, many: 100, tiny: 1_000, middle: 10_000 },
  full: { small: 10_000, big: 1_000_000, many: 10_000, tiny: 1_000, middle: 100_000 },
} as const;

export type Mode = keyof typeof SIZES;
type Sizes = Readonly<Record<'small' | 'big' | 'many', number> & Partial<Record<'tiny' | 'middle', number>>> & {
  /** True if each lead came again and moved in its lists. */
  readonly moved?: boolean;
};

const MANY_ACCOUNTS = 100;

/** Frequency of a filter: ten rows, 1 %, most rows, or 3 % that are all at the end of the list. */
export const COMMONNESS = ['rare', 'onePercent', 'common', 'late'] as const;
export type Commonness = (typeof COMMONNESS)[number];

/** A seeded account. `many` are the hundred accounts for writes. `tiny` and `middle` serve only the owner's pages. */
export interface SeededAccount {
  readonly role: 'small' | 'big' | 'many' | 'tiny' | 'middle';
  readonly id: string;
  readonly key: string;
  readonly leads: number;
  readonly pipelines: Readonly<Record<Commonness, string>>;
  readonly stages: Readonly<Record<Commonness, string>>;
}

/** Makes, migrates and fills the database of a mode, unless the same migrations and seed did so before. */
export async function seededDatabase(cluster: BenchCluster, mode: Mode): Promise<string> {
  const database = `bench_${mode}`;
  const [found] = await cluster.sql<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    'postgres',
    [database],
  );
  const wanted = fingerprint();
  if (found?.comment !== wanted) {
    const begin = performance.now();
    await makeDatabase(cluster, database, SIZES[mode]);
    await cluster.sql(`comment on database ${database} is '${wanted}'`);
    console.log(`seeded ${database} in ${Math.round((performance.now() - begin) / 1000)} s`);
  }
  // Dead rows, old statistics and unwritten pages of earlier runs go, and all pages come into memory.
  await cluster.sql('vacuum analyze', database);
  await cluster.sql('checkpoint');
  await cluster.sql('create extension if not exists pg_prewarm', database);
  await cluster.sql(sql.PREWARM, database);
  return database;
}

/** Makes a new database with its accounts. Drops the earlier one. */
export async function makeDatabase(cluster: BenchCluster, database: string, sizes: Sizes): Promise<void> {
  await cluster.sql(`drop database if exists ${database} with (force)`);
  await cluster.sql(`create database ${database}`);
  await migrate(cluster.url(database));
  await fillDatabase(cluster.url(database), sizes);
}

/** Reads the accounts of a seeded database. */
export async function seededAccounts(cluster: BenchCluster, database: string): Promise<SeededAccount[]> {
  const rows = await cluster.sql<{ account: SeededAccount }>('select account from bench.accounts order by n', database);
  return rows.map(({ account }) => account);
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const migrations = join(__dirname, '../migrations');
  const files = readdirSync(migrations).filter((name) => name.endsWith('.js'));
  for (const file of [...files.map((name) => join(migrations, name)), __filename, join(__dirname, 'seed.sql.js')]) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Fills a migrated database with its accounts. */
async function fillDatabase(url: string, { small, big, many, tiny, middle, moved = false }: Sizes): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Rows are consistent by design. A check of every foreign key would take longer than making them.
    await client.query(`set session_replication_role = replica`);
    await client.query(sql.PREPARE);
    const entries = moved ? sql.MOVED_LIST_ENTRIES : sql.LIST_ENTRIES;
    const fill = (role: SeededAccount['role'], leads: number) => fillAccount(client, role, leads, entries);
    await fill('small', small);
    await fill('big', big);
    for (let n = 0; n < MANY_ACCOUNTS; n++) {
      await fill('many', many);
      // The next accounts reuse the freed space.
      if (moved && n % 5 === 0) await client.query('vacuum list_entries');
    }
    if (tiny) await fill('tiny', tiny);
    if (middle) await fill('middle', middle);
  } finally {
    await client.end();
  }
}

async function fillAccount(
  client: Client,
  role: SeededAccount['role'],
  leads: number,
  listEntries: readonly string[],
): Promise<void> {
  const ids = (): Record<Commonness, string> => ({
    rare: uuidv7(),
    onePercent: uuidv7(),
    common: uuidv7(),
    late: uuidv7(),
  });
  const key = newSecret('ent_live_');
  const account: SeededAccount = { role, id: uuidv7(), key, leads, pipelines: ids(), stages: ids() };
  await client.query('begin');
  await client.query(sql.ACCOUNT, [account.id, `${role}-${account.id}@example.com`]);
  await client.query(sql.KEY, [account.id, uuidv7(), secretHash(key), PERMISSIONS, key.slice(-4)]);
  const pipelines = COMMONNESS.map((commonness) => account.pipelines[commonness]);
  await client.query(sql.PIPELINES, [account.id, pipelines]);
  await client.query(sql.STAGES, [account.id, pipelines, COMMONNESS.map((commonness) => account.stages[commonness])]);
  await client.query(sql.TAGS, [account.id, COMMONNESS, sql.POOL_OF_TAGS]);
  await client.query(sql.PLAN, [account.id, leads, pipelines, COMMONNESS.map((one) => account.stages[one])]);
  const statements = [...sql.MEMBERS, ...sql.ROWS, ...listEntries];
  for (const statement of statements) await client.query(statement, [account.id]);
  await client.query('drop table seed_plan');
  await client.query('insert into bench.accounts (account) values ($1)', [account]);
  await client.query('commit');
}
