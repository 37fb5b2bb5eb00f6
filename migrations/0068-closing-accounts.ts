import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the closed accounts, whose waiting work `backlog()` leaves out, however many accounts there are. */
export class ClosingAccounts1764000000068 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists accounts_closing`);
    await runner.query(`create index concurrently accounts_closing on accounts (id) where closes_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index accounts_closing`);
  }
}
