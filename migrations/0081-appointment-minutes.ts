import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long an appointment lasts. The release before neither sends nor reads it. */
export class AppointmentMinutes1764000000081 implements MigrationInterface {
  /** The rows are checked in a transaction of their own, so that requests can run. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table appointments add column if not exists minutes smallint not null default 30,
        drop constraint if exists appointments_minutes,
        add constraint appointments_minutes check (minutes between 5 and 1440) not valid`);
    await runner.query(`alter table appointments validate constraint appointments_minutes`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table appointments drop column minutes`);
  }
}
