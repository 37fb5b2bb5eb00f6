import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions that their owner can see and end, and that end by themselves when nobody uses them; requests for sign-in links. */
export class SignIn1764000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Running sessions continue: they get an id, made from the data kept of them, and count as used now.
    await runner.query(`alter table sessions add column id uuid, add column last_used_at timestamptz(3)`);
    await runner.query(`
      update sessions s set id = v.id, last_used_at = v.now
      from (select account_id, token_hash, md5(account_id::text || encode(token_hash, 'hex'))::uuid as id,
                   date_trunc('milliseconds', now()) as now
            from sessions) v
      where s.account_id = v.account_id and s.token_hash = v.token_hash`);
    await runner.query(`alter table sessions alter column id set not null, alter column last_used_at set not null`);
    await runner.query(`create unique index sessions_id on sessions (account_id, id)`);

    // Every request for a link adds a row, for any address; a job does the rest. It is not account data: whose address it
    // is, if anybody's, is not known when the row is written. So it has no account_id and no row level security, and in a
    // distributed database it stays on the coordinator, where nothing is joined with it. email_key and network (the client's) are
    // there until the work is done. Then the row goes, unless mails were its answer: such a request counts for an hour, by keyed
    // hashes of both.
    await runner.query(`
      create table sign_in_requests (
        id           uuid primary key,
        requested_at timestamptz(3) not null,
        email_key    text,
        network      text,
        email_hash   bytea,
        network_hash bytea,
        check ((email_key is null) = (network is null)),
        check ((email_key is null) = (email_hash is not null)),
        check ((email_hash is null) = (network_hash is null))
      )`);
    await runner.query(`create index sign_in_requests_open on sign_in_requests (id) where email_key is not null`);
    await runner.query(`
      create index sign_in_requests_mailed on sign_in_requests (email_hash, requested_at) where email_hash is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table sign_in_requests`);
    await runner.query(`drop index sessions_id`);
    await runner.query(`alter table sessions drop column id, drop column last_used_at`);
  }
}
