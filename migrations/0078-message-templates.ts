import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts that members send by WhatsApp: a list of `{ name, text }`. */
export class MessageTemplates1764000000078 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts add column message_templates json not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table accounts drop column message_templates`);
  }
}
