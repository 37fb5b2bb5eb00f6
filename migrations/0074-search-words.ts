import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the leads of an account have all words of the search: earlier releases wrote none of places inside a phone. */
export class SearchWords1764000000074 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A job sees to the accounts of now. Later ones have nothing to mend.
    await runner.query(`alter table accounts add column has_search_words boolean not null default false`);
    await runner.query(`alter table accounts alter column has_search_words set default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts drop column has_search_words`);
  }
}
