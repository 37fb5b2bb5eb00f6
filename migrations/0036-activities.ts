import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/** What people do with a lead, how deals ended, and when a person last took care of a lead. */
export class Activities1764000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // due_at and done_at: of tasks. An erasure empties the text. No foreign key to leads: release 1.1.0 deletes a merged lead
    // without moving these rows, which then follow it by a job.
    await runner.query(`
      create table activities (
        account_id uuid not null references accounts (id),
        id         uuid not null,
        lead_id    uuid not null,
        type       text not null check (type in ('note', 'call', 'message', 'visit', 'task')),
        text       text check (char_length(text) <= 2000),
        reached    boolean,
        at         timestamptz(3) not null,
        due_at     timestamptz(3),
        done_at    timestamptz(3),
        member_id  uuid,
        primary key (account_id, id),
        foreign key (account_id, member_id) references member_names (account_id, id)
      )`);
    await runner.query(`create index activities_lead on activities (account_id, lead_id, at, id)`);
    await runner.query(`
      create index activities_due on activities (account_id, due_at, id) include (lead_id)
      where due_at is not null and done_at is null`);
    await runner.query(`
      create index activities_member on activities (account_id, member_id, id) where member_id is not null`);
    await guard(runner, 'activities');

    // One row for each deal that is won or lost now. It outlives the deal of an erased person, so that the sums stay. No foreign keys
    // to lead, deal and stage, for that reason and as above.
    await runner.query(`
      create table closings (
        account_id uuid not null references accounts (id),
        deal_id    uuid not null,
        lead_id    uuid not null,
        stage_id   uuid not null,
        is_won     boolean not null,
        value      numeric(14,2),
        reason     text,
        opened_at  timestamptz(3) not null,
        closed_at  timestamptz(3) not null,
        member_id  uuid,
        primary key (account_id, deal_id),
        foreign key (account_id, member_id) references member_names (account_id, id)
      )`);
    await runner.query(
      `create index closings_period on closings (account_id, closed_at, deal_id) where closed_at is not null`,
    );
    await runner.query(`create index closings_lead on closings (account_id, lead_id)`);
    await runner.query(`
      create index closings_reason on closings (account_id, reason, lead_id) where reason is not null`);
    await guard(runner, 'closings');

    // contacted_at: the first activity, move or appointment by a person. handled_at: the last one, on the deals of the lead.
    await runner.query(`alter table leads add column contacted_at timestamptz(3)`);
    await runner.query(`alter table deals add column handled_at timestamptz(3)`);
    await runner.query(`
      alter table appointments
        add column missed boolean not null default false,
        add column member_id uuid,
        add column text text,
        add constraint appointments_outcome check (not (attended and missed)) not valid,
        add constraint appointments_member foreign key (account_id, member_id)
          references member_names (account_id, id) not valid`);
    await runner.query(`
      alter table accounts
        add column loss_reasons text[] not null default '{}',
        add column idle_days smallint not null default 7`);
    // Where in the lead's record the note of the submission begins; null without a note, and of earlier releases.
    await runner.query(`alter table submissions add column note_at smallint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions drop column note_at`);
    await runner.query(`alter table accounts drop column loss_reasons, drop column idle_days`);
    await runner.query(`
      alter table appointments drop column missed, drop column member_id, drop column text`);
    await runner.query(`alter table deals drop column handled_at`);
    await runner.query(`alter table leads drop column contacted_at`);
    await runner.query(`drop table closings, activities`);
  }
}

async function guard(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`alter table ${table} enable row level security`);
  await runner.query(`
    create policy own_account on ${table}
    using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
}
