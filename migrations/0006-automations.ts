import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules for idle deals of a stage, and the record that makes each run once per stay. */
export class Automations1764000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
      )`);
    await runner.query(`create index automations_stage on automations (account_id, stage_id)`);

    // A stay is a deal in a stage since one moment.
    await runner.query(`
      create table automation_runs (
        account_id       uuid not null,
        automation_id    uuid not null,
        deal_id          uuid not null,
        entered_stage_at timestamptz(3) not null,
        ran_at           timestamptz(3) not null,
        primary key (account_id, automation_id, deal_id, entered_stage_at),
        foreign key (account_id, automation_id) references automations (account_id, id) on delete cascade,
        foreign key (account_id, deal_id) references deals (account_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table automation_runs, automations`);
  }
}
