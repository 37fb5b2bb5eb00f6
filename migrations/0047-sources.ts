import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * Sources: addresses that take what other tools send, and what came to them.
 *
 * `source_addresses` is read before the account is known, as api_keys is: by the hash of a webhook's token, or the slug of a form.
 * A deleted source stays, for the names of where leads came from, and so do its addresses, which answer that it ended.
 */
export class Sources1764000000047 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sources (
        account_id uuid not null references accounts (id),
        id uuid not null,
        kind text not null check (kind in ('webhook', 'form')),
        name text not null,
        active boolean not null,
        slot smallint not null check (slot between 1 and 20),
        hint text not null,
        slug text,
        tags text[] not null,
        stage_id uuid,
        origin text,
        consent boolean not null,
        mapping json not null,
        form json,
        google_key bytea,
        created_at timestamp(3) with time zone not null,
        deleted_at timestamp(3) with time zone,
        reread_at timestamp(3) with time zone,
        primary key (account_id, id),
        check ((kind = 'form') = (slug is not null))
      )`);
    // At most 20 active sources an account.
    await runner.query(
      `create unique index sources_slot on sources (account_id, slot) where active and deleted_at is null`,
    );
    // What waits is read again by a job, which looks for sources over all accounts: so they have no policy.
    await runner.query(`create index sources_reread on sources (reread_at) where reread_at is not null`);
    await runner.query(`
      create table source_addresses (
        account_id uuid not null references accounts (id),
        source_id uuid not null,
        id uuid not null,
        hash bytea not null,
        ends_at timestamp(3) with time zone,
        primary key (account_id, id)
      )`);
    await runner.query(`create unique index source_addresses_hash on source_addresses (hash)`);
    await runner.query(`create index source_addresses_source on source_addresses (account_id, source_id)`);
    await runner.query(`
      create table source_days (
        account_id uuid not null,
        source_id uuid not null,
        day date not null,
        last_at timestamp(3) with time zone not null,
        received integer not null,
        problems integer not null,
        spam integer not null,
        submitted integer not null,
        allowed integer,
        primary key (account_id, source_id, day),
        foreign key (account_id, source_id) references sources (account_id, id),
        check (submitted <= allowed)
      )`);
    await runner.query(`
      create table deliveries (
        account_id uuid not null,
        id uuid not null,
        source_id uuid not null,
        received_at timestamp(3) with time zone not null,
        result text not null
          check (result in ('created', 'updated', 'duplicate', 'held', 'test', 'spam', 'dismissed')),
        reason text,
        lead_id uuid,
        identity bytea,
        phone_key text,
        content_type text,
        body bytea,
        digits text,
        fields json,
        left_out json,
        request_id text not null,
        settled_at timestamp(3) with time zone,
        primary key (account_id, id),
        foreign key (account_id, source_id) references sources (account_id, id),
        foreign key (account_id, lead_id) references leads (account_id, id),
        check ((result in ('held', 'spam')) = (settled_at is null))
      )`);
    // The same again is one delivery, whoever sends it at once.
    await runner.query(
      `create unique index deliveries_identity on deliveries (account_id, identity) where identity is not null`,
    );
    await runner.query(
      `create index deliveries_source on deliveries (account_id, source_id, id) where source_id is not null`,
    );
    // Where a person is looked for in what was not applied.
    await runner.query(`create index deliveries_digits on deliveries (account_id, id) where digits is not null`);
    await runner.query(`create index deliveries_waiting on deliveries (account_id, id) where settled_at is null`);
    await runner.query(
      `create index deliveries_waiting_source on deliveries (account_id, source_id, id)
       where settled_at is null and source_id is not null`,
    );
    await runner.query(
      `create index deliveries_phone on deliveries (account_id, phone_key, id) where phone_key is not null`,
    );
    await runner.query(
      `create index deliveries_lead on deliveries (account_id, lead_id, id) where lead_id is not null`,
    );
    await runner.query(
      `create index deliveries_settled on deliveries (account_id, settled_at) where settled_at is not null and fields is not null`,
    );
    await runner.query(`alter table submissions add column source_id uuid`);
    await runner.query(
      `alter table leads add column source_id uuid, add column consent_source_id uuid, add column consent_text text`,
    );
    for (const table of ['source_days', 'deliveries']) {
      await runner.query(`alter table ${table} enable row level security`);
      await runner.query(`
        create policy own_account on ${table}
        using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table leads drop column source_id, drop column consent_source_id, drop column consent_text`,
    );
    await runner.query(`alter table submissions drop column source_id`);
    for (const table of ['deliveries', 'source_days', 'source_addresses', 'sources']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
