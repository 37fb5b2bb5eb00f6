import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_OWN = `account_id = nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * The audit trail of an account: who did what to whom, by ids, which say nothing about a person by themselves. A role that does
 * not own the table adds entries and reads them; it changes none, and removes none of the last six months, the longest of
 * which have 184 days.
 */
export class Audit1764000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The id holds the moment, so pages and periods are runs of the primary key.
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

    // Without a policy an update finds no row; without the right to it, it fails and says so.
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
