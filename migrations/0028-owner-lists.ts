import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The owner's lists, newest lead first. The id of a lead begins with the moment of its creation. Each index is partial as in 0014, so
 * that only a statement about its second column can use it. Sums of values read the first index only.
 */
const INDEXES = {
  deals_stage_leads: `deals (account_id, stage_id, lead_id) include (value) where stage_id is not null`,
  lead_tags_tag: `lead_tags (account_id, tag_id, lead_id) where tag_id is not null`,
  leads_origin: `leads (account_id, origin, id) where origin is not null`,
  leads_nameless: `leads (account_id, id) where name is null`,
};

export class OwnerLists1764000000028 implements MigrationInterface {
  /** Makes the indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${index}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
