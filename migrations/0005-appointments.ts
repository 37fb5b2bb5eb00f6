import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Appointments, which the operator adds. The metrics count the attended ones. */
export class Appointments1764000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table appointments (
        account_id uuid not null,
        id         uuid not null,
        lead_id    uuid not null,
        starts_at  timestamptz(3) not null,
        attended   boolean not null,
        created_at timestamptz(3) not null,
        primary key (account_id, id),
        foreign key (account_id, lead_id) references leads (account_id, id)
      )`);
    await runner.query(`create index appointments_lead on appointments (account_id, lead_id)`);
    await runner.query(`create index appointments_attended on appointments (account_id, starts_at) where attended`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table appointments`);
  }
}
