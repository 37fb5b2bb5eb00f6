import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bound of every count. A scrape reads little, however much waits. */
const MOST = 10_000;

/**
 * Counts and ages of the waiting work of all accounts, for monitoring. Runs as the owner of the tables, because row level security
 * shows the service's role one account at a time. Takes no argument and returns no personal data.
 */
export class Backlog1764000000021 implements MigrationInterface {
  /** Makes indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists held_submissions_waiting`);
    await runner.query(`
      create index concurrently held_submissions_waiting on held_submissions (created_at) where state = 'held'`);
    await runner.query(`drop index concurrently if exists outbox_waiting`);
    await runner.query(`
      create index concurrently outbox_waiting on outbox (created_at) where sent_at is null and dead_at is null`);

    // One statement per table, simple enough to run on all nodes of a distributed database. Whatever the statistics, PostgreSQL walks
    // the index and stops. Otherwise it would fetch and sort all waiting rows.
    await runner.query(`
      create or replace function backlog(
        out mails_waiting integer, out mails_waiting_seconds float, out mails_dead integer,
        out held_waiting integer, out held_waiting_seconds float,
        out imports_running integer, out imports_waiting integer, out imports_waiting_seconds float,
        out sign_ins_waiting integer, out sign_ins_waiting_seconds float)
      language plpgsql stable security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
      declare
        at constant timestamptz := now();
      begin
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into mails_waiting, mails_waiting_seconds
        from (select created_at as since from outbox where sent_at is null and dead_at is null
              order by created_at limit ${MOST}) w;
        select count(*) into mails_dead from (select 1 from outbox where dead_at is not null limit ${MOST}) d;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into held_waiting, held_waiting_seconds
        from (select created_at as since from held_submissions where state = 'held' order by created_at limit ${MOST}) w;
        select count(*) filter (where since > at), count(*) filter (where since <= at),
               coalesce(extract(epoch from at - min(since) filter (where since <= at)), 0)
        into imports_running, imports_waiting, imports_waiting_seconds
        from (select leased_until as since from imports where finished_at is null order by leased_until limit ${MOST}) w;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into sign_ins_waiting, sign_ins_waiting_seconds
        from (select requested_at as since from sign_in_requests where email_key is not null order by id limit ${MOST}) w;
      end $$`);

    // Only roles that may read the tables may call the function.
    await runner.query(`revoke execute on function backlog() from public`);
    const grantees = (await runner.query(`
      select distinct quote_ident(pg_get_userbyid(a.grantee)) as name
      from pg_class c cross join aclexplode(c.relacl) a
      where c.oid = 'held_submissions'::regclass and a.privilege_type = 'SELECT' and a.grantee not in (0, c.relowner)`)) as {
      name: string;
    }[];
    for (const { name } of grantees) await runner.query(`grant execute on function backlog() to ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function backlog()`);
    await runner.query(`drop index outbox_waiting, held_submissions_waiting`);
  }
}
