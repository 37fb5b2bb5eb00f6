import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNTS } from './release-1.2.0/accounts';
import { LEADS } from './release-1.2.0/leads';

/** The account of the transaction. nullif, because the setting is empty, not null, where an earlier transaction has set it. */
const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/** Guarded by row level security. Not: what is read before the account is known, and what jobs look for over all accounts. */
const GUARDED = [
  'activities',
  'api_key_uses',
  'appointments',
  'automation_runs',
  'closings',
  'conversations',
  'daily_submissions',
  'deals',
  'held_submissions',
  'import_rows',
  'key_refusals',
  'lead_assignments',
  'lead_merges',
  'lead_tags',
  'leads',
  'list_entries',
  'member_names',
  'notification_reads',
  'notifications',
  'pipelines',
  'rota_members',
  'stage_moves',
  'stages',
  'submissions',
  'tags',
];

/**
 * The schema of release 1.2.0, named after that release's last migration: a database that has applied it has this schema.
 *
 * Ids and times come from the service or from clock_timestamp(), never from defaults or triggers. Every key of account data starts with
 * account_id, so that tables can be distributed by it. An index is partial where only a statement about its second column may use it:
 * without statistics PostgreSQL expects one row per account, so any index seems right, and a statement keeps its plan from that time.
 */
export class Campaigns1764000000038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [ACCOUNTS, LEADS, JOBS]) await runner.query(statements);
    // Without the privileges a write fails with an error. Without a policy it would find no row.
    for (const role of await granteesOf(runner, 'audit_entries', 'UPDATE'))
      await runner.query(`revoke update on audit_entries from ${role}`);
    for (const role of await granteesOf(runner, 'installation', 'INSERT'))
      await runner.query(`revoke insert, update, delete on installation from ${role}`);
    for (const role of await granteesOf(runner, 'held_submissions', 'SELECT'))
      await runner.query(`grant execute on function backlog() to ${role}`);

    // A second barrier after the account_id of every query: a role that does not own the tables sees and writes only rows of the
    // transaction's account. The subquery reads the account once per statement, not once per index search; it would cost more for a
    // single written row.
    for (const table of GUARDED) {
      await runner.query(`alter table ${table} enable row level security`);
      await runner.query(`
        create policy own_account on ${table}
        using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
    }
    await runner.query(`
      create policy own_account on lead_words using (account_id = (select ${ACCOUNT}))`);
    // Entries are added and read, never changed, and deleted after six months, which have up to 184 days.
    await runner.query(`create policy own_account_read on audit_entries for select using (account_id = ${ACCOUNT})`);
    await runner.query(`
      create policy own_account_add on audit_entries for insert with check (account_id = ${ACCOUNT})`);
    await runner.query(`
      create policy own_account_expire on audit_entries for delete
      using (account_id = ${ACCOUNT} and at < now() - interval '6 months')`);
  }

  down(): Promise<void> {
    throw new Error('There is no schema before the one of release 1.2.0.');
  }
}

/** Roles, without the owner, that have this privilege on a table. */
async function granteesOf(runner: QueryRunner, table: string, privilege: string): Promise<string[]> {
  const rows = (await runner.query(`
    select distinct quote_ident(pg_get_userbyid(a.grantee)) as name
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = '${table}'::regclass and a.privilege_type = '${privilege}' and a.grantee not in (0, c.relowner)`)) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

/** Rules and imports, and what monitoring reads. */
const JOBS = `
-- Rules for idle deals of a stage.
create table automations (
  account_id      uuid not null,
  id              uuid not null,
  stage_id        uuid not null,
  idle_days       integer not null check (idle_days > 0),
  action          text not null check (action in ('add_tag', 'move', 'notify')),
  tag             text,
  target_stage_id uuid,
  created_at      timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, stage_id) references stages (account_id, id),
  foreign key (account_id, target_stage_id) references stages (account_id, id),
  check ((tag is not null) = (action = 'add_tag')),
  check ((target_stage_id is not null) = (action = 'move'))
);
create index automations_stage on automations (account_id, stage_id);

-- Makes each rule run once per stay of a deal in a stage.
create table automation_runs (
  account_id       uuid not null,
  automation_id    uuid not null,
  deal_id          uuid not null,
  entered_stage_at timestamptz(3) not null,
  ran_at           timestamptz(3) not null,
  primary key (account_id, automation_id, deal_id, entered_stage_at),
  foreign key (account_id, automation_id) references automations (account_id, id) on delete cascade
);

-- Files of leads. One instance works on the import until leased_until.
create table imports (
  account_id   uuid not null references accounts (id),
  id           uuid not null,
  file_hash    bytea not null,
  created_at   timestamptz(3) not null,
  leased_until timestamptz(3) not null,
  finished_at  timestamptz(3),
  file_name    text,
  primary key (account_id, id)
);
create unique index imports_running on imports (account_id, file_hash) where finished_at is null;
create index imports_due on imports (leased_until) where finished_at is null;
create index imports_finished on imports (account_id, finished_at) where finished_at is not null;

-- A row has personal data only while it is pending. The first check ensures this, and refuses to record a row twice. fields has columns
-- and reasons, never values.
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
) with (fillfactor = 80);
create index import_rows_pending on import_rows (account_id, import_id, row_number) where result is null;
create index import_rows_phone on import_rows (account_id, phone_key, row_number)
  where result is null and phone_key is not null;

-- Counts and ages of the waiting work of all accounts, for monitoring. Runs as the owner of the tables, because row level security shows
-- the service's role one account at a time. Takes no argument and returns no personal data. A scrape reads little, however much waits:
-- one statement per table, simple enough for all nodes of a distributed database, whatever the statistics, walks the index and stops.
create function backlog(
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
              order by created_at limit 10000) w;
        select count(*) into mails_dead from (select 1 from outbox where dead_at is not null limit 10000) d;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into held_waiting, held_waiting_seconds
        from (select created_at as since from held_submissions where state = 'held' order by created_at limit 10000) w;
        select count(*) filter (where since > at), count(*) filter (where since <= at),
               coalesce(extract(epoch from at - min(since) filter (where since <= at)), 0)
        into imports_running, imports_waiting, imports_waiting_seconds
        from (select leased_until as since from imports where finished_at is null order by leased_until limit 10000) w;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into sign_ins_waiting, sign_ins_waiting_seconds
        from (select requested_at as since from sign_in_requests where email_key is not null order by id limit 10000) w;
      end $$;
revoke execute on function backlog() from public`;
