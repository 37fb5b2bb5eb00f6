import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of leads, which a job imports row by row. */
export class Imports1764000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without row level security, because the job reads all accounts. The table has no personal data.
    // One instance works on the import until leased_until.
    await runner.query(`
      create table imports (
        account_id   uuid not null references accounts (id),
        id           uuid not null,
        file_hash    bytea not null,
        created_at   timestamptz(3) not null,
        leased_until timestamptz(3) not null,
        finished_at  timestamptz(3),
        primary key (account_id, id)
      )`);
    await runner.query(
      `create unique index imports_running on imports (account_id, file_hash) where finished_at is null`,
    );
    await runner.query(`create index imports_due on imports (leased_until) where finished_at is null`);

    // A row has personal data only while it is pending. The first check ensures this, and refuses to record a row twice.
    // fields contains columns and reasons, never values.
    await runner.query(`
      create table import_rows (
        account_id uuid not null,
        import_id  uuid not null,
        row_number integer not null,
        phone_key  text,
        body       json,
        attempts   smallint not null default 0,
        result     text check (result in ('created', 'updated', 'duplicate', 'refused', 'erased')),
        code       text,
        fields     json,
        primary key (account_id, import_id, row_number),
        foreign key (account_id, import_id) references imports (account_id, id),
        check ((result is null) = (body is not null)),
        check (result is null or phone_key is null)
      ) with (fillfactor = 80)`);
    await runner.query(`
      create index import_rows_pending on import_rows (account_id, import_id, row_number) where result is null`);
    await runner.query(`create index import_rows_phone on import_rows (account_id, phone_key) where result is null`);
    await runner.query(`alter table import_rows enable row level security`);
    await runner.query(`
      create policy own_account on import_rows
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table import_rows, imports`);
  }
}
