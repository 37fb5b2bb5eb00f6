import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks sessions that only read the agenda: addresses for calendars of members. The release before opens nothing with one, because it
 * finds sessions by the form of their tokens, and ends it with the others. Besides, stores when an appointment was last changed; null for
 * those of that release.
 */
export class CalendarAddresses1764000000082 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sessions add column is_calendar boolean not null default false`);
    await runner.query(`alter table appointments add column changed_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from sessions where is_calendar`);
    await runner.query(`alter table appointments drop column changed_at`);
    await runner.query(`alter table sessions drop column is_calendar`);
  }
}
