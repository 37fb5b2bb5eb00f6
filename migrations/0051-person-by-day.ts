import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The submissions of a person by day, for statements that name a day. Without statistics PostgreSQL expects one row of an account, so that the
 * former index, for all statements, seemed as good as the primary key.
 */
export class PersonByDay1764000000051 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists submissions_day`);
    await runner.query(
      `create index concurrently submissions_day on submissions (account_id, day, conversation_id) where day is not null`,
    );
    await runner.query(`drop index concurrently if exists submissions_person`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index submissions_person on submissions (account_id, day, conversation_id)`);
    await runner.query(`drop index submissions_day`);
  }
}
