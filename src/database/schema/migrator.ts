import type { Client } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { Migrator } from '../refusals';
import { MIGRATIONS } from './data-source';

export async function findMigrator(client: Client): Promise<Migrator> {
  const { rows } = await client.query<Omit<Migrator, 'tables'>>(FIND_SERVER);
  const [server] = rows as [Omit<Migrator, 'tables'>];
  const { rows: tables } = await client.query<Migrator['tables'][number]>(FIND_TABLES, [await tableNames()]);
  return { ...server, tables };
}

const FIND_SERVER = `
  select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
         current_user::text as role, current_schema()::text as schema,
         coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`;

const FIND_TABLES = `
  select c.relname::text as name, pg_get_userbyid(c.relowner)::text as owner, pg_has_role(c.relowner, 'usage') as "isOwn"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relname = any($1::text[]) order by c.relname`;

/** Tables that migrations create, and the one that lists the migrations. */
async function tableNames(): Promise<string[]> {
  const statements = (await migrationTexts()).flatMap((migration) => migration.statements);
  const made = statements.flatMap((text) => [...text.matchAll(/create table (?:if not exists )?(\w+)/g)]);
  return ['migrations', ...made.map(([, name = '']) => name)];
}

export interface MigrationText {
  readonly name: string;
  /** First release that does not need what it removes. */
  readonly unusedSince: string | undefined;
  readonly isTransaction: boolean;
  readonly statements: readonly string[];
}

/** Lists the SQL of all migrations without sending it; omits what depends on an answer of the database. */
export async function migrationTexts(): Promise<MigrationText[]> {
  const dataSource = new DataSource({ type: 'postgres' });
  const texts: MigrationText[] = [];
  for (const Migration of MIGRATIONS) {
    const migration: MigrationInterface & { readonly unusedSince?: string } = new Migration();
    const statements: string[] = [];
    const query = async (text: string): Promise<never[]> => {
      statements.push(text);
      return [];
    };
    const runner: QueryRunner = Object.assign(dataSource.createQueryRunner(), { query });
    await migration.up(runner);
    const { unusedSince, transaction: isTransaction = true } = migration;
    texts.push({ name: Migration.name, unusedSince, isTransaction, statements });
  }
  return texts;
}
