import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The leads of a campaign, newest first, and the tags by the beginning of their keys; in byte order, so that one beginning is one range.
 * Each index is partial as in 0014.
 */
const INDEXES = {
  leads_campaign: `leads (account_id, utm_campaign collate "C", id) where utm_campaign is not null`,
  tags_beginning: `tags (account_id, key collate "C") where key is not null`,
};

export class Campaigns1764000000038 implements MigrationInterface {
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
