import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of partner servers and sessions of owners. Secrets are stored as SHA-256 only. */
export class Auth1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Look-ups by hash come before the account is known, so the hash is unique over all accounts. Like accounts, this table
    // is on every node of a distributed database. An active key holds one of five slots, so the limit is a constraint.
    await runner.query(`
      create table api_keys (
        account_id  uuid not null references accounts (id),
        id          uuid not null,
        hash        bytea not null,
        name        text not null,
        permissions text[] not null,
        hint        text not null,
        slot        smallint not null check (slot between 1 and 5),
        created_at  timestamptz(3) not null,
        revoked_at  timestamptz(3),
        primary key (account_id, id),
        check (cardinality(permissions) > 0),
        check (permissions <@ array['leads:read', 'leads:write', 'pipeline:read', 'pipeline:write', 'metrics:read'])
      )`);
    await runner.query(`create unique index api_keys_hash on api_keys (hash)`);
    await runner.query(`create unique index api_keys_slot on api_keys (account_id, slot) where revoked_at is null`);

    // A separate table, written once a minute per key. api_keys is rarely written.
    await runner.query(`
      create table api_key_uses (
        account_id   uuid not null,
        key_id       uuid not null,
        last_used_at timestamptz(3) not null,
        primary key (account_id, key_id)
      )`);

    await runner.query(`
      create table sessions (
        account_id uuid not null references accounts (id),
        token_hash bytea not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (account_id, token_hash)
      )`);

    await runner.query(`
      create table sign_in_links (
        account_id uuid not null references accounts (id),
        id         uuid not null,
        token_hash bytea not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at    timestamptz(3),
        primary key (account_id, id)
      )`);
    await runner.query(`create unique index sign_in_links_token on sign_in_links (account_id, token_hash)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table sign_in_links, sessions, api_key_uses, api_keys`);
  }
}
