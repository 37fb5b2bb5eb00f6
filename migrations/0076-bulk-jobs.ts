import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * Bulk jobs: changes of all leads of a list, and these leads as they were at the click. `result` is null until the change of a lead is
 * made; `version` is what the lead was like right after it, so that only a lead that nobody has touched since is put back.
 */
export class BulkJobs1764000000076 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bulk_jobs (
        account_id uuid not null references accounts (id),
        id uuid not null,
        member_id uuid,
        change json not null,
        state text not null check (state in ('running', 'finished', 'undoing', 'undone')),
        created_at timestamp(3) with time zone not null,
        leased_until timestamp(3) with time zone not null,
        finished_at timestamp(3) with time zone,
        primary key (account_id, id),
        foreign key (account_id, member_id) references member_names (account_id, id)
      )`);
    await runner.query(`
      create unique index bulk_jobs_running on bulk_jobs (account_id, member_id) nulls not distinct
      where state in ('running', 'undoing')`);
    await runner.query(`create index bulk_jobs_due on bulk_jobs (leased_until) where state in ('running', 'undoing')`);
    await runner.query(
      `create index bulk_jobs_member on bulk_jobs (account_id, member_id, id) where member_id is not null`,
    );
    await runner.query(`
      create table bulk_job_leads (
        account_id uuid not null,
        bulk_job_id uuid not null,
        lead_id uuid not null,
        result text check (result in ('changed', 'unchanged', 'refused', 'undone', 'kept')),
        code text,
        version text,
        attempts smallint not null default 0,
        primary key (account_id, bulk_job_id, lead_id),
        foreign key (account_id, bulk_job_id) references bulk_jobs (account_id, id)
      )`);
    await runner.query(
      `create index bulk_job_leads_pending on bulk_job_leads (account_id, bulk_job_id, lead_id) where result is null`,
    );
    await runner.query(
      `create index bulk_job_leads_changed on bulk_job_leads (account_id, bulk_job_id, lead_id) where result = 'changed'`,
    );
    // A job looks for due ones in all accounts, so the jobs themselves have no row level security.
    await runner.query(`alter table bulk_job_leads enable row level security`);
    await runner.query(`
      create policy own_account on bulk_job_leads
      using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table bulk_job_leads`);
    await runner.query(`drop table bulk_jobs`);
  }
}
