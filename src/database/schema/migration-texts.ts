import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MIGRATIONS } from './data-source';

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
