import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Host names of an account's own site. They are read with the account by every request of a partner, so they are a column of it and
 * not a table. With a constant default no row is rewritten, and the release before, which does not know the column, opens accounts
 * without it.
 */
export class SiteDomains1764000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts add column site_domains text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts drop column site_domains`);
  }
}
