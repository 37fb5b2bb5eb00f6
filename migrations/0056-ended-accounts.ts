import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts that are closed for some days, and then emptied. `closes_at` says from when an account may be emptied; while it is set, nothing
 * goes in or out. `ended_at` says since when it cannot be restored. Of an account whose rows are being deleted, or are gone, only the
 * row of `ended_accounts` is left. Waiting work of closing accounts is left out of the monitoring.
 */
export class EndedAccounts1764000000056 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table accounts
        add column closes_at timestamp(3) with time zone,
        add column ended_at timestamp(3) with time zone,
        add constraint accounts_ended_at_check check (ended_at is null or closes_at is not null) not valid`);
    await runner.query(`alter table accounts validate constraint accounts_ended_at_check`);
    await runner.query(`
      create table ended_accounts (
        id uuid primary key,
        ended_at timestamp(3) with time zone not null
      )`);
    for (const role of await writersOf(runner, 'ended_accounts'))
      await runner.query(`revoke insert, update, delete on ended_accounts from ${role}`);
    await runner.query(
      backlog(`closing constant uuid[] := array(select id from accounts where closes_at is not null);`, {
        andOpen: ' and account_id <> all(closing)',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(backlog('', { andOpen: '' }));
    await runner.query(`drop table ended_accounts`);
    await runner.query(`alter table accounts drop column ended_at, drop column closes_at`);
  }
}

/** Roles, without the owner, that may add rows to a table. */
async function writersOf(runner: QueryRunner, table: string): Promise<string[]> {
  const rows = (await runner.query(`
    select distinct quote_ident(pg_get_userbyid(a.grantee)) as name
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = '${table}'::regclass and a.privilege_type = 'INSERT' and a.grantee not in (0, c.relowner)`)) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

/** As release 1.2.0 made it, but for the condition on accounts. */
const backlog = (constants: string, { andOpen }: { readonly andOpen: string }): string => `
create or replace function backlog(
  out mails_waiting integer, out mails_waiting_seconds float, out mails_dead integer,
  out held_waiting integer, out held_waiting_seconds float,
  out imports_running integer, out imports_waiting integer, out imports_waiting_seconds float,
  out sign_ins_waiting integer, out sign_ins_waiting_seconds float)
language plpgsql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
      declare
        at constant timestamptz := now();
        ${constants}
      begin
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into mails_waiting, mails_waiting_seconds
        from (select created_at as since from outbox where sent_at is null and dead_at is null${andOpen}
              order by created_at limit 10000) w;
        select count(*) into mails_dead from (select 1 from outbox where dead_at is not null${andOpen} limit 10000) d;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into held_waiting, held_waiting_seconds
        from (select created_at as since from held_submissions where state = 'held'${andOpen}
              order by created_at limit 10000) w;
        select count(*) filter (where since > at), count(*) filter (where since <= at),
               coalesce(extract(epoch from at - min(since) filter (where since <= at)), 0)
        into imports_running, imports_waiting, imports_waiting_seconds
        from (select leased_until as since from imports where finished_at is null${andOpen}
              order by leased_until limit 10000) w;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into sign_ins_waiting, sign_ins_waiting_seconds
        from (select requested_at as since from sign_in_requests where email_key is not null order by id limit 10000) w;
      end $$`;
