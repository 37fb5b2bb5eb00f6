import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * Whose lead it is, how it came to be so, and the rota by which new leads get somebody. A lead of release 1.1.0 has nobody, and
 * counts as arrived by itself.
 */
export class Responsible1764000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // by_hand: entered by staff or imported, so that no rota serves it.
    await runner.query(`
      alter table leads
        add column responsible_id uuid,
        add column by_hand boolean not null default false,
        add constraint leads_responsible foreign key (account_id, responsible_id)
          references member_names (account_id, id) not valid`);
    await runner.query(`
      alter table stage_moves
        add column member_id uuid,
        add constraint stage_moves_member foreign key (account_id, member_id)
          references member_names (account_id, id) not valid`);

    // Every change of a lead's responsible. member_id is who made it, where a person did. Release 1.1.0 deletes merged leads
    // without moving these rows, which then go with them.
    await runner.query(`
      create table lead_assignments (
        account_id     uuid not null references accounts (id),
        id             uuid not null,
        lead_id        uuid not null,
        from_member_id uuid,
        to_member_id   uuid,
        assigned_by    text not null check (assigned_by in ('staff', 'rota', 'hand_over')),
        member_id      uuid,
        assigned_at    timestamptz(3) not null,
        primary key (account_id, id),
        foreign key (account_id, lead_id) references leads (account_id, id) on delete cascade,
        foreign key (account_id, from_member_id) references member_names (account_id, id),
        foreign key (account_id, to_member_id) references member_names (account_id, id),
        foreign key (account_id, member_id) references member_names (account_id, id)
      )`);
    await runner.query(`create index lead_assignments_lead on lead_assignments (account_id, lead_id, assigned_at)`);
    await guard(runner, 'lead_assignments');

    // Leads of a former member that go to another one, or to nobody, in batches. The job looks for them over all accounts, so there is
    // no row level security here and on `rotas`.
    await runner.query(`
      create table hand_overs (
        account_id     uuid not null references accounts (id),
        from_member_id uuid not null,
        to_member_id   uuid,
        created_at     timestamptz(3) not null,
        primary key (account_id, from_member_id),
        foreign key (account_id, from_member_id) references member_names (account_id, id),
        foreign key (account_id, to_member_id) references member_names (account_id, id)
      )`);

    // Leads of the pipeline with a greater id than served_to, which grows with time, are the rota's. The member with the lowest turn
    // was served longest ago.
    await runner.query(`
      create table rotas (
        account_id  uuid not null references accounts (id),
        pipeline_id uuid not null,
        served_to   uuid not null,
        primary key (account_id, pipeline_id),
        foreign key (account_id, pipeline_id) references pipelines (account_id, id) on delete cascade
      )`);
    await runner.query(`
      create table rota_members (
        account_id  uuid not null references accounts (id),
        pipeline_id uuid not null,
        member_id   uuid not null,
        turn        bigint not null,
        primary key (account_id, pipeline_id, member_id),
        foreign key (account_id, pipeline_id) references rotas (account_id, pipeline_id) on delete cascade,
        foreign key (account_id, member_id) references member_names (account_id, id)
      )`);
    await guard(runner, 'rota_members');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table rota_members, rotas, hand_overs, lead_assignments`);
    await runner.query(`alter table stage_moves drop column member_id`);
    await runner.query(`alter table leads drop column responsible_id, drop column by_hand`);
  }
}

async function guard(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`alter table ${table} enable row level security`);
  await runner.query(`
    create policy own_account on ${table}
    using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
}
