import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_OWN = `account_id = nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * The audit trail of an account: who did what to whom, by ids, which alone are no personal data. A role that does not own the table
 * adds and reads entries. It changes none, and deletes none of the last six months, which have up to 184 days.
 */
export class Audit1764000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The id contains the moment, so pages and periods are ranges of the primary key.
    await runner.query(`
      create table audit_entries (
        account_id   uuid not null references accounts (id),
        id           uuid not null,
        at           timestamptz(3) not null,
        actor_type   text not null check (actor_type in ('owner', 'operator', 'key', 'job')),
        actor_id     text,
        address      text,
        action       text not null,
        subject_type text,
        subject_id   uuid,
        primary key (account_id, id),
        check ((subject_type is null) = (subject_id is null))
      )`);
    await runner.query(`alter table audit_entries enable row level security`);
    await runner.query(`create policy own_account_read on audit_entries for select using (${IS_OWN})`);
    await runner.query(`create policy own_account_add on audit_entries for insert with check (${IS_OWN})`);
    await runner.query(`
      create policy own_account_expire on audit_entries for delete
      using (${IS_OWN} and at < now() - interval '6 months')`);

    // Without a policy an update finds no row. Without the privilege it fails with an error.
    const grantees = (await runner.query(`
      select distinct quote_ident(pg_get_userbyid(a.grantee)) as name
      from pg_class c cross join aclexplode(c.relacl) a
      where c.oid = 'audit_entries'::regclass and a.privilege_type = 'UPDATE' and a.grantee not in (0, c.relowner)`)) as {
      name: string;
    }[];
    for (const { name } of grantees) await runner.query(`revoke update on audit_entries from ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table audit_entries`);
  }
}
