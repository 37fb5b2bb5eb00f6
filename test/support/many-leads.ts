import { countsOf } from '../../src/imports/imports.queries';
import type { TestApp } from './app';
import { ENTER_LISTS } from './list-entries';

export interface Place {
  readonly accountId: string;
  readonly pipelineId: string;
  readonly stageId: string;
}

interface Database {
  readonly sql: (text: string, values?: unknown[]) => Promise<unknown>;
}

/** The number of leads and the first moment: one lead per minute. */
export interface Crowd {
  readonly count: number;
  readonly since: string;
}

/** The source by which the leads came. */
export const SOURCE_OF_LEADS = '00000000-0000-4000-8000-000000000001';

/** SQL: an id that begins with the milliseconds of a moment, as the service makes them. */
const idAt = (moment: string): string =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid`;

/** Writes leads, each with a conversation, a deal in the stage and a submission. Adds the tag `comum` if the account has it. */
export async function addLeads(test: Database, place: Place, { count, since }: Crowd): Promise<void> {
  const account = [place.accountId];
  await test.sql(
    `insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
     select $1, gen_random_uuid(), 5500000000 + n, 5500000000 + n, 'chat', 'organic', $3::date + n % 300,
       $3::timestamptz + n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [place.accountId, count, since],
  );
  await test.sql(
    `insert into leads (account_id, id, conversation_id, copy, phone, email, email_key, origin, origin_rule, source_id, created_at, updated_at, touched_at)
     select account_id, ${idAt('created_at')}, id, 0, phone, phone || '@example.com', phone || '@example.com', origin, 'utm_other', '${SOURCE_OF_LEADS}', created_at, created_at, created_at
     from conversations where account_id = $1 and phone like '5500%'`,
    account,
  );
  // Otherwise PostgreSQL uses the statistics of earlier tests, and joins row by row.
  await test.sql('analyze conversations, leads');
  await test.sql(
    `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, entered_stage_at, created_at, conversation_id, conversation_day, shares_conversation)
     select l.account_id, gen_random_uuid(), l.id, $2, $3, 0, l.created_at, l.created_at, l.conversation_id, c.day, false
     from leads l join conversations c on c.account_id = l.account_id and c.id = l.conversation_id
     where l.account_id = $1 and l.phone like '5500%'`,
    [place.accountId, place.pipelineId, place.stageId],
  );
  await test.sql(
    `insert into lead_tags select l.account_id, l.id, t.id from leads l join tags t on t.account_id = l.account_id
     where l.account_id = $1 and t.key = 'comum' on conflict do nothing`,
    account,
  );
  await test.sql(
    `insert into submissions (account_id, id, external_id, claims_external_id, conversation_id, lead_id, request_id, result, created_at)
     select account_id, gen_random_uuid(), 'seed-' || phone, true, conversation_id, id, 'r', 'updated', created_at
     from leads where account_id = $1 and phone like '5500%'`,
    account,
  );
  await test.sql(ENTER_LISTS, [account]);
}

export const HELD = 5_000;
export const HELD_DELIVERIES = 500;

/** Writes the other rows of a large account by SQL: history, full pipelines, tags, notifications, imports, old keys. */
export async function addPast(test: TestApp, { accountId }: Place, count: number, accounts = 2_000): Promise<void> {
  const numbers = `generate_series(1, ${count}) n`;
  for (const text of [
    `insert into tags select $1, gen_random_uuid(), 'tag ' || n, 'tag ' || n from generate_series(1, 5000) n`,
    // A tag of leads at the end of every list.
    `insert into tags values ($1, gen_random_uuid(), 'longe', 'longe')`,
    `insert into lead_tags select l.account_id, l.id, t.id from leads l join tags t on t.account_id = l.account_id and t.key = 'longe'
     where l.account_id = $1 and l.phone like '5500%' order by l.updated_at desc limit 2000`,
    `insert into list_entries select l.account_id, lt.tag_id, l.updated_at, l.id
     from lead_tags lt join leads l on l.account_id = lt.account_id and l.id = lt.lead_id
     where lt.account_id = $1 and lt.tag_id = (select id from tags where account_id = $1 and key = 'longe')`,
    `insert into pipelines select $1, gen_random_uuid(), 'funil ' || n, false, now() from generate_series(1, 40) n`,
    `insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
     select $1, gen_random_uuid(), p.id, 'etapa ' || n, n, n = 1, false, false, false, false
     from pipelines p, generate_series(1, 35) n where p.account_id = $1 and p.name like 'funil %'`,
    `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at)
     select account_id, gen_random_uuid(), lead_id, id, stage_id, stage_id, 'staff', created_at from deals where account_id = $1`,
    `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at) select account_id, gen_random_uuid(), id, created_at, true, created_at from leads where account_id = $1`,
    `insert into returns (account_id, lead_id, returned_at, listed_from, sent)
     select account_id, id, created_at, case when random() < 0.9 then created_at end, '{}' from leads where account_id = $1
     on conflict do nothing`,
    `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_at, merged_created_at, merged_updated_at)
     select account_id, gen_random_uuid(), id, gen_random_uuid(), created_at, created_at, created_at from leads where account_id = $1`,
    `insert into list_entries
     select account_id, '00000000-0000-0000-0000-000000000000', merged_updated_at, merged_lead_id from lead_merges where account_id = $1
     on conflict do nothing`,
    `insert into notifications select $1, gen_random_uuid(), 'automation.notice', gen_random_uuid(), 'm', now(), now() from ${numbers}`,
    `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at, sent_at)
     select $1, gen_random_uuid(), 'api_key.created', 'r', '{}', now(), now(), now() from ${numbers}`,
    `update lead_merges set merged_lead = '{}' where account_id = $1`,
    `insert into audit_entries (account_id, id, at, actor_type, action)
     select $1, ('f' || right(gen_random_uuid()::text, -1))::uuid, now(), 'job', 'retention.ran' from ${numbers}`,
    `insert into held_submissions (account_id, id, submission_id, reason, phone, phone_key, body, key_id, key_name, request_id,
       created_at, state, resolved_at, lead_id)
     select account_id, gen_random_uuid(), id, 'notes_full', phone, phone, json_build_object('phone', phone), id, 'k',
       gen_random_uuid(), now(), 'applied', now(), id
     from leads where account_id = $1 and phone like '5500%' limit ${HELD}`,
    `insert into sources (account_id, id, kind, name, active, slot, hint, tags, consent, mapping, created_at, deleted_at)
     select $1, case when n = 0 then '${SOURCE_OF_LEADS}'::uuid else gen_random_uuid() end, 'webhook', 'fonte ' || n, false, 1, 'h', '{}',
       false, '[]', now(), now() from generate_series(0, 100) n`,
    `insert into source_addresses (account_id, id, source_id, hash)
     select account_id, gen_random_uuid(), '${SOURCE_OF_LEADS}', uuid_send(gen_random_uuid()) from sources where account_id = $1`,
    `insert into source_days (account_id, source_id, day, last_at, received, problems, spam, submitted)
     select $1, '${SOURCE_OF_LEADS}', date '2024-01-01' + n, now(), 1, 1, 1, 0 from generate_series(1, 600) n`,
    `insert into deliveries (account_id, id, source_id, received_at, result, lead_id, identity, phone_key, body, fields, left_out, request_id, settled_at)
     select account_id, ${idAt('created_at')}, '${SOURCE_OF_LEADS}', created_at, 'created', id, uuid_send(id), phone, '', '[]', '[]', 'r', now()
     from leads where account_id = $1 and phone like '5500%'`,
    `insert into deliveries (account_id, id, source_id, received_at, result, reason, body, digits, fields, left_out, request_id)
     select account_id, gen_random_uuid(), source_id, received_at, 'held', 'no_phone', '', phone_key, '[]', '[]', 'r'
     from deliveries where account_id = $1 and phone_key is not null limit ${HELD_DELIVERIES}`,
    `insert into daily_submissions select $1, date '2024-01-01' + n, 0, 3000 from generate_series(1, 600) n`,
    `insert into imports select $1, gen_random_uuid(), int4send(n), now(), now(), now() from generate_series(1, 200) n`,
    `insert into import_rows (account_id, import_id, row_number, result)
     select i.account_id, i.id, n, 'created' from imports i, generate_series(1, 200) n where i.account_id = $1 and length(i.file_hash) = 4`,
    // Its identifier is above all others, so that it is on the first page of a list.
    `insert into imports select $1, overlay(gen_random_uuid()::text placing 'ffffffff' from 1)::uuid, int4send(0), now(), now() + interval '1 day'`,
    `insert into import_rows (account_id, import_id, row_number, phone_key, body)
     select i.account_id, i.id, n, n, '{}' from imports i, generate_series(1, 20000) n where i.account_id = $1 and i.file_hash = int4send(0)`,
    `update imports i set counts = ${countsOf('i.id')} where i.account_id = $1`,
    `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
     select account_id, gen_random_uuid(), id, 365, 'notify', now() from stages where account_id = $1 and name like 'etapa %' limit 100`,
    `insert into automation_runs
     select a.account_id, a.id, d.id, d.entered_stage_at, now()
     from (select account_id, id from automations where account_id = $1 limit 1) a
     join deals d on d.account_id = $1 and d.created_at < '2026-11-01'`,
    `insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at, revoked_at)
     select $1, gen_random_uuid(), uuid_send(gen_random_uuid()), 'k', array['leads:read'], 'h', 1, now(), now() from generate_series(1, 500) n`,
    `insert into api_key_uses select $1, gen_random_uuid(), now() from generate_series(1, 500) n`,
    `insert into key_refusals select $1, gen_random_uuid(), '[]' from generate_series(1, 500) n`,
    `insert into key_refusal_days
     select $1, gen_random_uuid(), current_date - n % 30, 'validation_error', '', 1 from generate_series(1, 500) n`,
    `insert into sessions (account_id, token_hash, id, created_at, expires_at, last_used_at, member_id)
     select $1, uuid_send(gen_random_uuid()), gen_random_uuid(), now(), now() + interval '1 day', now(), m.id
     from generate_series(1, 50) n, members m where m.account_id = $1 and m.role = 'owner'`,
    `insert into sign_in_requests (id, requested_at, email_hash, network_hash)
     select gen_random_uuid(), now(), uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()) from generate_series(1, 2000) n
     where $1::uuid is not null`,
    `insert into sign_in_links select $1, gen_random_uuid(), uuid_send(gen_random_uuid()), now() - interval '1 day', now() + interval '1 day'
     from generate_series(1, 50) n`,
    `update deals set entered_stage_at = '2024-01-01' where account_id = $1 and conversation_day = (
       select min(conversation_day) from deals where account_id = $1)`,
    `insert into accounts select gen_random_uuid(), name, owner_name, n || owner_email, n || owner_email_key, owner_since, plan_api,
       plan_auto_origin, licence_active, comercial_enabled, cursor_secret, created_at from accounts, generate_series(1, ${accounts}) n where id = $1`,
  ]) {
    await test.sql(text, [accountId]);
  }
}
