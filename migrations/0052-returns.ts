import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * Who comes back: one row for each lead with a later submission. A table of its own, because a row of `leads` has twenty indexes, and a
 * submission that adds nothing leaves it as it is. `listed_from` is null while a person has done something since.
 */
export class Returns1764000000052 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table returns (
        account_id uuid not null,
        lead_id uuid not null,
        returned_at timestamp(3) with time zone not null,
        listed_from timestamp(3) with time zone,
        sent json,
        primary key (account_id, lead_id),
        foreign key (account_id, lead_id) references leads (account_id, id) on delete cascade
      )`);
    // With both moments, so that leads that are still new are left out without a look at their rows.
    await runner.query(
      `create index returns_listed on returns (account_id, returned_at, lead_id, listed_from) where listed_from is not null`,
    );
    await runner.query(`alter table returns enable row level security`);
    await runner.query(`
      create policy own_account on returns
      using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
    // Whether a member or the back office made the deal. Of earlier deals that is not known.
    await runner.query(`alter table deals add column by_person boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table deals drop column by_person`);
    await runner.query(`drop table returns`);
  }
}
