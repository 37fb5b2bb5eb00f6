import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lead of a notification, so that the owner's list can show its current name. */
export class NoticeLeads1764000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table notifications add column lead_id uuid`);
    // Until now only the text contained the id. A merged lead is replaced by the lead into which it was merged.
    await runner.query(`
      update notifications n set lead_id = coalesce(m.lead_id, t.lead_id)
      from (select account_id, id, substring(message from '^O lead ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ')::uuid as lead_id
            from notifications where type = 'automation.notice') t
      left join lead_merges m on m.account_id = t.account_id and m.merged_lead_id = t.lead_id
      where n.account_id = t.account_id and n.id = t.id`);
    await runner.query(
      `create index notifications_lead on notifications (account_id, lead_id) where lead_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table notifications drop column lead_id`);
  }
}
