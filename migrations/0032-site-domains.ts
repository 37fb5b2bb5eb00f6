import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Host names of an account's own site. Every request of a partner reads them with the account, so they are a column, not a table. The
 * constant default rewrites no row. Release 1.1.0, which does not know the column, opens accounts without it.
 */
export class SiteDomains1764000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts add column site_domains text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts drop column site_domains`);
  }
}
