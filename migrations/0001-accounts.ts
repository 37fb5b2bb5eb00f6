import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts and their owners' notifications. Ids and times come from the service or from clock_timestamp(), never from defaults or
 * triggers. Every key of account data starts with account_id, so that tables can be distributed by it.
 */
export class Accounts1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // accounts is small, rarely written, and read by every request. A distributed database keeps it on every node.
    await runner.query(`
      create table accounts (
        id                uuid primary key,
        name              text not null,
        owner_name        text not null,
        owner_email       text not null,
        owner_email_key   text not null,
        owner_since       timestamptz(3) not null,
        plan_api          boolean not null,
        plan_auto_origin  boolean not null,
        licence_active    boolean not null,
        comercial_enabled boolean not null,
        cursor_secret     bytea not null,
        created_at        timestamptz(3) not null
      )`);
    await runner.query(`create index accounts_newest on accounts (created_at desc, id desc)`);
    await runner.query(`create index accounts_owner_email on accounts (owner_email_key)`);

    // subject_id is the subject of the notification. The unique index guarantees "exactly once".
    await runner.query(`
      create table notifications (
        account_id uuid not null references accounts (id),
        id         uuid not null,
        type       text not null,
        subject_id uuid not null,
        message    text not null,
        created_at timestamptz(3) not null,
        read_at    timestamptz(3),
        primary key (account_id, id)
      )`);
    await runner.query(`create unique index notifications_once on notifications (account_id, type, subject_id)`);

    // E-mails to send. A text is made when its mail is sent. params contain names, but no key and no sign-in token.
    await runner.query(`
      create table outbox (
        account_id      uuid not null references accounts (id),
        id              uuid not null,
        kind            text not null,
        recipient       text not null,
        params          jsonb not null,
        created_at      timestamptz(3) not null,
        attempts        integer not null default 0,
        next_attempt_at timestamptz(3) not null,
        last_error      text,
        sent_at         timestamptz(3),
        dead_at         timestamptz(3),
        primary key (account_id, id)
      )`);
    await runner.query(`create index outbox_due on outbox (next_attempt_at) where sent_at is null and dead_at is null`);
    await runner.query(`create index outbox_dead on outbox (dead_at) where dead_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table outbox, notifications, accounts`);
  }
}
