import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rules that move deals to a stage: each removed stage is looked for among them. */
export class RuleTargets1764000000044 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists automations_target`);
    await runner.query(`create index concurrently automations_target
      on automations (account_id, target_stage_id) where target_stage_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index automations_target`);
  }
}
