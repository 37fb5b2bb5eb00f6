import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations, leads, deals, and the record of every submission. */
export class Leads1764000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The contact of an account with one phone identity, counted by the metrics. phone_key is the identity (docs:
    // decisions, "Phones"). An erased person has none, so the same phone is a new conversation later. day is the Brasília
    // day of created_at. origin is the oldest lead's. These copies make the metrics one index scan.
    await runner.query(`
      create table conversations (
        account_id uuid not null references accounts (id),
        id         uuid not null,
        phone      text,
        phone_key  text,
        channel    text not null check (channel in ('chat', 'form', 'api')),
        name       text,
        origin     text not null,
        day        date not null,
        created_at timestamptz(3) not null,
        primary key (account_id, id)
      ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`);
    await runner.query(`create unique index conversations_phone on conversations (account_id, phone_key)`);
    await runner.query(`create index conversations_metrics on conversations (account_id, day, origin)`);

    // email_key is the form for comparisons. touched_at is the last change that no automation made. copy is 0 for a
    // conversation's lead. Further leads of the phone, which only staff can make, have 1, 2 ... So one unique index finds a
    // conversation's leads and refuses a second one with copy 0.
    await runner.query(`
      create table leads (
        account_id         uuid not null,
        id                 uuid not null,
        conversation_id    uuid not null,
        copy               smallint not null,
        phone              text not null,
        name               text,
        email              text,
        email_key          text,
        notes              text not null default '',
        consent_at         timestamptz(3),
        consent_key_id     uuid,
        consent_request_id text,
        origin             text not null,
        origin_rule        text not null,
        utm_source         text,
        utm_medium         text,
        utm_campaign       text,
        utm_content        text,
        utm_term           text,
        fbclid             text,
        fbc                text,
        gclid              text,
        gbraid             text,
        wbraid             text,
        gad_source         text,
        referrer           text,
        created_at         timestamptz(3) not null,
        updated_at         timestamptz(3) not null,
        touched_at         timestamptz(3) not null,
        erased_at          timestamptz(3),
        primary key (account_id, id),
        foreign key (account_id, conversation_id) references conversations (account_id, id),
        check (char_length(notes) <= 2000)
      )`);
    await runner.query(`create unique index leads_conversation on leads (account_id, conversation_id, copy)`);
    await runner.query(`create index leads_sync on leads (account_id, updated_at, id)`);
    await runner.query(`create index leads_email on leads (account_id, email_key) where email_key is not null`);

    await runner.query(`
      create table tags (
        account_id uuid not null references accounts (id),
        id         uuid not null,
        key        text not null,
        name       text not null,
        primary key (account_id, id)
      )`);
    await runner.query(`create unique index tags_key on tags (account_id, key)`);

    // lead_updated_at copies the lead's updated_at here and in deals. So a filtered list walks one index in its order,
    // whatever the number of leads.
    await runner.query(`
      create table lead_tags (
        account_id      uuid not null,
        lead_id         uuid not null,
        tag_id          uuid not null,
        lead_updated_at timestamptz(3) not null,
        primary key (account_id, lead_id, tag_id),
        foreign key (account_id, lead_id) references leads (account_id, id),
        foreign key (account_id, tag_id) references tags (account_id, id)
      )`);
    await runner.query(`create index lead_tags_list on lead_tags (account_id, tag_id, lead_updated_at, lead_id)`);

    // Every deal is open, because the status of the API has no other value. copy is 0 for a lead's deal in a pipeline.
    // Further ones, which only staff can make, have 1, 2 ... The metrics count by conversation_id and conversation_day.
    await runner.query(`
      create table deals (
        account_id       uuid not null,
        id               uuid not null,
        lead_id          uuid not null,
        pipeline_id      uuid not null,
        stage_id         uuid not null,
        copy             smallint not null,
        value            numeric(14, 2),
        entered_stage_at timestamptz(3) not null,
        created_at       timestamptz(3) not null,
        lead_updated_at  timestamptz(3) not null,
        conversation_id  uuid not null,
        conversation_day date not null,
        primary key (account_id, id),
        foreign key (account_id, lead_id) references leads (account_id, id),
        foreign key (account_id, pipeline_id, stage_id) references stages (account_id, pipeline_id, id)
      ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`);
    await runner.query(`create unique index deals_lead on deals (account_id, lead_id, pipeline_id, copy)`);
    await runner.query(`create index deals_stage_list on deals (account_id, stage_id, lead_updated_at, lead_id)`);
    await runner.query(`create index deals_pipeline_list on deals (account_id, pipeline_id, lead_updated_at, lead_id)`);
    await runner.query(
      `create index deals_metrics on deals (account_id, stage_id, conversation_day) include (conversation_id)`,
    );

    await runner.query(`
      create table stage_moves (
        account_id    uuid not null,
        id            uuid not null,
        lead_id       uuid not null,
        deal_id       uuid not null,
        from_stage_id uuid not null,
        to_stage_id   uuid not null,
        moved_by      text not null check (moved_by in ('api', 'staff', 'automation')),
        key_id        uuid,
        moved_at      timestamptz(3) not null,
        primary key (account_id, id),
        foreign key (account_id, deal_id) references deals (account_id, id)
      )`);
    await runner.query(`create index stage_moves_lead on stage_moves (account_id, lead_id, moved_at)`);

    // The ledger: one row for every accepted submission. An external_id belongs to one submission of the account. A held
    // row may not claim its external_id. No foreign keys, because a row is a fact of the past.
    await runner.query(`
      create table submissions (
        account_id         uuid not null,
        id                 uuid not null,
        external_id        text,
        claims_external_id boolean not null,
        conversation_id    uuid,
        lead_id            uuid,
        key_id             uuid,
        request_id         text not null,
        result             text not null check (result in ('created', 'updated', 'held')),
        created_at         timestamptz(3) not null,
        primary key (account_id, id)
      )`);
    await runner.query(`
      create unique index submissions_external_id on submissions (account_id, external_id)
      where external_id is not null and claims_external_id`);
    await runner.query(`create index submissions_conversation on submissions (account_id, conversation_id)`);

    // Submissions of write-only keys that could not be applied. body is json, because an ignored signal may contain
    // characters that jsonb refuses.
    await runner.query(`
      create table held_submissions (
        account_id    uuid not null references accounts (id),
        id            uuid not null,
        submission_id uuid not null,
        reason        text not null check (reason in ('ambiguous_lead', 'external_id_conflict', 'notes_full')),
        phone         text,
        phone_key     text,
        external_id   text,
        body          json,
        key_id        uuid not null,
        key_name      text not null,
        request_id    text not null,
        created_at    timestamptz(3) not null,
        state         text not null check (state in ('held', 'applied', 'dismissed')),
        resolved_at   timestamptz(3),
        lead_id       uuid,
        primary key (account_id, id)
      )`);
    await runner.query(`
      create unique index held_submissions_once on held_submissions (account_id, external_id, phone_key)
      where state = 'held' and reason = 'external_id_conflict'`);
    await runner.query(`create index held_submissions_phone on held_submissions (account_id, phone_key)`);

    // Submissions per Brasília day. The check is the daily limit: it fails the statement that exceeds it, and the
    // statement's transaction.
    await runner.query(`
      create table daily_submissions (
        account_id uuid not null references accounts (id),
        day        date not null,
        used       integer not null,
        allowed    integer not null,
        primary key (account_id, day),
        check (used <= allowed)
      ) with (fillfactor = 50)`);

    // The record of a lead that was merged into another one.
    await runner.query(`
      create table lead_merges (
        account_id     uuid not null,
        id             uuid not null,
        lead_id        uuid not null,
        merged_lead_id uuid not null,
        merged_lead    json,
        merged_at      timestamptz(3) not null,
        primary key (account_id, id),
        foreign key (account_id, lead_id) references leads (account_id, id)
      )`);
    await runner.query(`create index lead_merges_lead on lead_merges (account_id, lead_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table lead_merges, daily_submissions, held_submissions, submissions, stage_moves, deals, lead_tags, tags, leads,
        conversations`);
  }
}
