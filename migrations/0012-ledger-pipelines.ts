import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of the ledger and held submissions for replays, imports and settled conflicts. */
export class LedgerPipelines1764000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The pipeline in which a submission asked for a deal. A replay shows that deal, whatever the later default.
    await runner.query(`alter table submissions add column pipeline_id uuid`);

    // Imports and partners have separate external_ids, and cannot claim each other's. key_id is the import's.
    await runner.query(`alter table submissions add column imported boolean not null default false`);
    await runner.query(`
      update submissions s set imported = true from imports i where i.account_id = s.account_id and i.id = s.key_id`);
    await runner.query(`drop index submissions_external_id`);
    await runner.query(`
      create unique index submissions_external_id on submissions (account_id, external_id, imported)
      where external_id is not null and claims_external_id`);

    // An applied conflict is settled: sent again, the submission is not held a second time. Submissions that are already
    // held twice keep the external_id only in their bodies.
    await runner.query(`
      update held_submissions h set external_id = null
      from (select account_id, id,
                   row_number() over (partition by account_id, external_id, phone_key
                                      order by case when state = 'applied' then 0 else 1 end, created_at, id) as place
            from held_submissions
            where reason = 'external_id_conflict' and state <> 'dismissed' and external_id is not null) d
      where h.account_id = d.account_id and h.id = d.id and d.place > 1`);
    await runner.query(`drop index held_submissions_once`);
    await runner.query(`
      create unique index held_submissions_once on held_submissions (account_id, external_id, phone_key)
      where state <> 'dismissed' and reason = 'external_id_conflict'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index held_submissions_once`);
    await runner.query(`
      create unique index held_submissions_once on held_submissions (account_id, external_id, phone_key)
      where state = 'held' and reason = 'external_id_conflict'`);
    await runner.query(`drop index submissions_external_id`);
    await runner.query(`
      update submissions s set claims_external_id = false from submissions p
      where p.account_id = s.account_id and p.external_id = s.external_id and s.imported and not p.imported`);
    await runner.query(`
      create unique index submissions_external_id on submissions (account_id, external_id)
      where external_id is not null and claims_external_id`);
    await runner.query(`alter table submissions drop column imported`);
    await runner.query(`alter table submissions drop column pipeline_id`);
  }
}
