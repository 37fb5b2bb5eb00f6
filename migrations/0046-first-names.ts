import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the conversations of an account have the names of their first contacts: earlier releases took the second's. */
export class FirstNames1764000000046 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A job sees to the accounts of now. Later ones, also of a release next to this one, have nothing to mend.
    await runner.query(`alter table accounts add column has_first_names boolean not null default false`);
    await runner.query(`alter table accounts alter column has_first_names set default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts drop column has_first_names`);
  }
}
