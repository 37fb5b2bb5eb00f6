import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores to which member a link of another one was shown, so that it ends when either gets another role or leaves, and when its member
 * signs in. The release before does not end such links, nor does it show any.
 */
export class ShownLinks1764000000071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sign_in_links add column shown_to uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sign_in_links drop column shown_to`);
  }
}
