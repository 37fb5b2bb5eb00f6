import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a lead has of each kind, in the order in which pages of the timeline and lists of tasks read it, and who was applied to a lead.
 * Each index is partial as in 0014.
 */
const INDEXES = {
  activities_open: `activities (account_id, lead_id, due_at, id)
    where lead_id is not null and due_at is not null and done_at is null`,
  appointments_of_lead: `appointments (account_id, lead_id, starts_at, id) where lead_id is not null`,
  automation_runs_deal: `automation_runs (account_id, deal_id, ran_at) where deal_id is not null`,
  held_submissions_lead: `held_submissions (account_id, lead_id) where lead_id is not null`,
};

export class OpenTasks1764000000040 implements MigrationInterface {
  /** Makes the indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${index}`);
    }
    await runner.query(`drop index concurrently if exists appointments_lead`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index appointments_lead on appointments (account_id, lead_id)`);
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
