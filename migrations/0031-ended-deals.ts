import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An erasure deletes the person's deals. Their history stays, as the ledger does, so it no longer refers to the deal's row. A check of
 * the references would also read all moves of the account for each deal.
 */
const FORMER = {
  stage_moves: 'stage_moves_account_id_deal_id_fkey',
  automation_runs: 'automation_runs_account_id_deal_id_fkey',
};

export class EndedDeals1764000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name] of Object.entries(FORMER))
      await runner.query(`alter table ${table} drop constraint ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of Object.entries(FORMER))
      await runner.query(`
        alter table ${table} add constraint ${name}
        foreign key (account_id, deal_id) references deals (account_id, id) not valid`);
  }
}
