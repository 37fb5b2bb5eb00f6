import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pipelines and their stages. */
export class Pipelines1764000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pipelines (
        account_id uuid not null references accounts (id),
        id         uuid not null,
        name       text not null,
        is_default boolean not null,
        created_at timestamptz(3) not null,
        primary key (account_id, id)
      )`);
    await runner.query(`create unique index pipelines_one_default on pipelines (account_id) where is_default`);

    // position is the API's field "order": 1, 2, 3 ... without gaps. Deals refer to the second unique key, so that a deal's
    // stage is always in its pipeline.
    await runner.query(`
      create table stages (
        account_id    uuid not null,
        id            uuid not null,
        pipeline_id   uuid not null,
        name          text not null,
        position      integer not null,
        is_entry      boolean not null,
        is_won        boolean not null,
        is_lost       boolean not null,
        is_scheduling boolean not null,
        is_sale       boolean not null,
        value         numeric(14, 2),
        primary key (account_id, id),
        unique (account_id, pipeline_id, id),
        unique (account_id, pipeline_id, position),
        foreign key (account_id, pipeline_id) references pipelines (account_id, id),
        check (not (is_won and is_lost)),
        check (not (is_entry and (is_won or is_lost)))
      )`);
    await runner.query(`create unique index stages_one_entry on stages (account_id, pipeline_id) where is_entry`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table stages, pipelines`);
  }
}
