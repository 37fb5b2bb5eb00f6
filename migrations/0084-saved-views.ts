import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/** Filters and order of the list of leads that members keep under a name. They end with the membership, so they refer to members. */
export class SavedViews1764000000084 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_views (
        account_id uuid not null,
        id uuid not null,
        member_id uuid not null,
        name text not null,
        name_key text not null,
        query json not null,
        created_at timestamp(3) with time zone not null,
        primary key (account_id, id),
        foreign key (account_id, member_id) references members (account_id, id)
      )`);
    await runner.query(`create unique index saved_views_name on saved_views (account_id, member_id, name_key)`);
    await runner.query(`alter table saved_views enable row level security`);
    await runner.query(`
      create policy own_account on saved_views
      using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table saved_views`);
  }
}
