import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/** The owner's first id as a member: the same in both tables, and in a run after an interrupted one. */
const OWNER_ID = `md5('owner of ' || a.id::text)::uuid`;

/**
 * The people of an account: who may sign in, and with which role. Release 1.1.0 knows owners only, by the columns of `accounts`,
 * which stay the truth about them. It writes sessions and links without a member: these are the owner's.
 */
export class Members1764000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The address is null once the member is anonymised. It is looked up over all accounts, as the one of an owner is. The table has
    // no row level security and is on the coordinator of a distributed database, like the other tables of authentication.
    await runner.query(`
      create table members (
        account_id   uuid not null references accounts (id),
        id           uuid not null,
        role         text not null check (role in ('owner', 'manager', 'seller')),
        email        text,
        email_key    text,
        active       boolean not null,
        away_until   date,
        created_at   timestamptz(3) not null,
        last_seen_at timestamptz(3),
        primary key (account_id, id),
        check ((email is null) = (email_key is null)),
        check (active or role <> 'owner')
      )`);
    await runner.query(`create unique index members_address on members (account_id, email_key)`);
    await runner.query(`create unique index members_owner on members (account_id) where role = 'owner'`);
    await runner.query(`create index members_sign_in on members (email_key) where active`);

    // What leads show of a member. It is next to the leads of its account in a distributed database.
    await runner.query(`
      create table member_names (
        account_id uuid not null references accounts (id),
        id         uuid not null,
        name       text,
        primary key (account_id, id)
      )`);
    await runner.query(`
      insert into members (account_id, id, role, email, email_key, active, created_at)
      select a.id, ${OWNER_ID}, 'owner', a.owner_email, a.owner_email_key, true, a.owner_since from accounts a`);
    await runner.query(
      `insert into member_names (account_id, id, name) select a.id, ${OWNER_ID}, a.owner_name from accounts a`,
    );
    await guard(runner, 'member_names');

    await runner.query(`
      alter table accounts
        add column sellers_see text not null default 'all',
        add column sellers_export boolean not null default false,
        add constraint accounts_sellers_see_check check (sellers_see in ('all', 'own')) not valid`);

    await runner.query(`
      alter table sessions
        add column member_id uuid,
        add column device text,
        add column remembered boolean not null default false,
        add constraint sessions_member foreign key (account_id, member_id) references members (account_id, id) not valid`);
    await runner.query(`
      alter table sign_in_links
        add column member_id uuid,
        add constraint sign_in_links_member foreign key (account_id, member_id) references members (account_id, id) not valid`);

    await runner.query(`
      alter table audit_entries
        drop constraint audit_entries_actor_type_check,
        add constraint audit_entries_actor_type_check
          check (actor_type in ('owner', 'member', 'operator', 'key', 'job')) not valid`);

    // Who has read which entry of the list of notifications. The owner's mark stays in the entry, where release 1.1.0 sets it.
    await runner.query(`
      create table notification_reads (
        account_id      uuid not null references accounts (id),
        member_id       uuid not null,
        notification_id uuid not null,
        read_at         timestamptz(3) not null,
        primary key (account_id, member_id, notification_id),
        foreign key (account_id, member_id) references member_names (account_id, id)
      )`);
    await guard(runner, 'notification_reads');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table notification_reads`);
    // Entries of members have no place in release 1.1.0.
    await runner.query(`delete from audit_entries where actor_type = 'member'`);
    await runner.query(`
      alter table audit_entries
        drop constraint audit_entries_actor_type_check,
        add constraint audit_entries_actor_type_check check (actor_type in ('owner', 'operator', 'key', 'job'))`);
    await runner.query(`delete from sign_in_links where member_id is not null`);
    await runner.query(`delete from sessions where member_id is not null`);
    await runner.query(`alter table sign_in_links drop column member_id`);
    await runner.query(`alter table sessions drop column member_id, drop column device, drop column remembered`);
    await runner.query(`alter table accounts drop column sellers_see, drop column sellers_export`);
    await runner.query(`drop table member_names, members`);
  }
}

async function guard(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`alter table ${table} enable row level security`);
  await runner.query(`
    create policy own_account on ${table}
    using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
}
