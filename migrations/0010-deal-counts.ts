import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The metrics count deals by an index with deduplicated entries, at a few bytes per deal. They count conversations, so a
 * column marks deals that are not the only one of their conversation.
 */
export class DealCounts1764000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table deals add column shares_conversation boolean not null default false`);
    await runner.query(`
      update deals d set shares_conversation = true
      from (select account_id, conversation_id from deals group by 1, 2 having count(*) > 1) s
      where d.account_id = s.account_id and d.conversation_id = s.conversation_id`);
    await runner.query(`alter table deals alter column shares_conversation drop default`);
    await runner.query(`drop index deals_metrics`);
    await runner.query(`create index deals_metrics on deals (account_id, stage_id, conversation_day)`);
    await runner.query(`
      create index deals_shared on deals (account_id, stage_id, conversation_day, conversation_id)
      where shares_conversation`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index deals_metrics`);
    await runner.query(
      `create index deals_metrics on deals (account_id, stage_id, conversation_day) include (conversation_id)`,
    );
    await runner.query(`alter table deals drop column shares_conversation`);
  }
}
