import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leads that nobody has contacted, and the deals of a stage, the longest idle first. Each index is partial as in 0014. Row level security
 * keeps `coalesce` out of an index, and `case` not. An index is read alone only if it has the columns of its expressions, too. */
const INDEXES = {
  leads_new: `leads (account_id, id) include (responsible_id)
    where contacted_at is null and not by_hand and erased_at is null`,
  deals_idle: `deals (account_id, stage_id, (case when handled_at > created_at then handled_at else created_at end), id)
    include (lead_id, handled_at, created_at) where stage_id is not null`,
};

/** Constraints that 0036 added without a look at the rows. */
const CONSTRAINTS = ['appointments_outcome', 'appointments_member'];

export class DayLists1764000000037 implements MigrationInterface {
  /** Makes the indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const name of CONSTRAINTS) await runner.query(`alter table appointments validate constraint ${name}`);
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${index}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
