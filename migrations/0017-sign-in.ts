import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions that their owner can see and end, and that end when unused. Requests for sign-in links. */
export class SignIn1764000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Running sessions continue. They get an id derived from their stored data, and count as used now.
    await runner.query(`alter table sessions add column id uuid, add column last_used_at timestamptz(3)`);
    await runner.query(`
      update sessions s set id = v.id, last_used_at = v.now
      from (select account_id, token_hash, md5(account_id::text || encode(token_hash, 'hex'))::uuid as id,
                   date_trunc('milliseconds', now()) as now
            from sessions) v
      where s.account_id = v.account_id and s.token_hash = v.token_hash`);
    await runner.query(`alter table sessions alter column id set not null, alter column last_used_at set not null`);
    await runner.query(`create unique index sessions_id on sessions (account_id, id)`);

    // Every request for a link adds a row, for any address, and a job does the rest. It is no account data, because the row is
    // written before an account is known. So it has no account_id and no row level security. A distributed database keeps it on
    // the coordinator, where nothing is joined with it. The row has email_key and the client's network until the work is done.
    // It is then deleted, unless mails were sent. Such a request counts for an hour, by keyed hashes of both.
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
