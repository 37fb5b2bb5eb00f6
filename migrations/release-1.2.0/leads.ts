/** Leads, their deals and all that is noted of them, and the record of every submission. */
export const LEADS = `
-- The contact of an account with one phone identity, phone_key (docs/decisions.md, "Phones"). An erased person has none, so the same
-- phone is a new conversation later. day is the Brasília day of created_at, origin the oldest lead's: the metrics are one index scan.
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
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create unique index conversations_phone on conversations (account_id, phone_key);
create index conversations_metrics on conversations (account_id, day, origin);

-- email_key is the form for comparisons. touched_at is the last change that no automation made. copy is 0 for a conversation's lead.
-- Further leads of the phone, which only staff can make, have 1, 2 ... So one unique index finds a conversation's leads and refuses a
-- second one with copy 0. by_hand: entered by staff or imported, so that no rota serves it. contacted_at: the first activity, move or
-- appointment by a person. The fill factor leaves room in a page for the next versions of its leads.
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
  responsible_id     uuid,
  by_hand            boolean not null default false,
  contacted_at       timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id),
  constraint leads_responsible foreign key (account_id, responsible_id) references member_names (account_id, id),
  check (char_length(notes) <= 2000)
) with (fillfactor = 80);
create unique index leads_conversation on leads (account_id, conversation_id, copy) where conversation_id is not null;
create index leads_further on leads (account_id, conversation_id) where copy > 0 and erased_at is null;
create index leads_email on leads (account_id, email_key, copy) where email_key is not null;
-- The owner's lists, newest lead first: the id of a lead begins with the moment of its creation. A campaign's beginning is one range.
create index leads_origin on leads (account_id, origin, id) where origin is not null;
create index leads_nameless on leads (account_id, id) where name is null;
create index leads_campaign on leads (account_id, utm_campaign collate "C", id) where utm_campaign is not null;
create index leads_responsible on leads (account_id, responsible_id, id) where responsible_id is not null;
create index leads_unassigned on leads (account_id, id) where responsible_id is null;
create index leads_new on leads (account_id, id) include (responsible_id)
  where contacted_at is null and not by_hand and erased_at is null;

-- Search words of a lead: of the name, the phone's digits from the end, the e-mail address. In byte order, so that words with the same
-- beginning are one range. No foreign keys: the words are derived from the lead, and are written with it.
create table lead_words (
  account_id uuid not null,
  lead_id    uuid not null,
  word       text collate "C" not null,
  primary key (account_id, lead_id, word)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index lead_words_word on lead_words (account_id, word, lead_id) where word is not null;
alter table lead_words enable row level security;

-- The order of all lists. list_id is a pipeline, a stage or a tag, the account for all its living leads, or the nil UUID for erased and
-- merged ones, which a sync finds there. A list walks one index, whatever the filter and the number of leads. No foreign keys, as above.
create table list_entries (
  account_id uuid not null,
  list_id    uuid not null,
  updated_at timestamptz(3) not null,
  lead_id    uuid not null,
  primary key (account_id, list_id, updated_at, lead_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

create table tags (
  account_id uuid not null references accounts (id),
  id         uuid not null,
  key        text not null,
  name       text not null,
  primary key (account_id, id)
);
create unique index tags_key on tags (account_id, key);
create index tags_beginning on tags (account_id, key collate "C") where key is not null;

create table lead_tags (
  account_id uuid not null,
  lead_id    uuid not null,
  tag_id     uuid not null,
  primary key (account_id, lead_id, tag_id),
  foreign key (account_id, lead_id) references leads (account_id, id),
  foreign key (account_id, tag_id) references tags (account_id, id)
);
create index lead_tags_tag on lead_tags (account_id, tag_id, lead_id) where tag_id is not null;

-- copy is 0 for a lead's deal in a pipeline. Further ones, which only staff can make, have 1, 2 ... The metrics count conversations, by
-- an index with deduplicated entries: shares_conversation marks deals that are not the only one of theirs. handled_at: the last
-- activity, move or appointment by a person, on all deals of the lead.
create table deals (
  account_id          uuid not null,
  id                  uuid not null,
  lead_id             uuid not null,
  pipeline_id         uuid not null,
  stage_id            uuid not null,
  copy                smallint not null,
  value               numeric(14, 2),
  entered_stage_at    timestamptz(3) not null,
  created_at          timestamptz(3) not null,
  conversation_id     uuid not null,
  conversation_day    date not null,
  shares_conversation boolean not null,
  handled_at          timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads (account_id, id),
  foreign key (account_id, pipeline_id, stage_id) references stages (account_id, pipeline_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create unique index deals_lead on deals (account_id, lead_id, pipeline_id, copy);
create index deals_metrics on deals (account_id, stage_id, conversation_day);
create index deals_shared on deals (account_id, stage_id, conversation_day, conversation_id) where shares_conversation;
create index deals_stage_leads on deals (account_id, stage_id, lead_id) include (value) where stage_id is not null;
create index deals_value on deals (account_id, stage_id) include (value) where value is not null;
-- The longest idle first. Row level security keeps coalesce out of an index, and case not. An index is read alone only if it has the
-- columns of its expressions, too.
create index deals_idle
  on deals (account_id, stage_id, (case when handled_at > created_at then handled_at else created_at end), id)
  include (lead_id, handled_at, created_at) where stage_id is not null;

-- The history of deals outlives them, so it does not refer to their rows.
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
  reason        text,
  member_id     uuid,
  primary key (account_id, id),
  constraint stage_moves_member foreign key (account_id, member_id) references member_names (account_id, id)
);
create index stage_moves_lead on stage_moves (account_id, lead_id, moved_at);
create index stage_moves_member on stage_moves (account_id, member_id, id) where member_id is not null;

-- One row for each deal that is won or lost now. It outlives the deal of an erased person, so that the sums stay.
create table closings (
  account_id uuid not null references accounts (id),
  deal_id    uuid not null,
  lead_id    uuid not null,
  stage_id   uuid not null,
  is_won     boolean not null,
  value      numeric(14, 2),
  reason     text,
  opened_at  timestamptz(3) not null,
  closed_at  timestamptz(3) not null,
  member_id  uuid,
  primary key (account_id, deal_id),
  foreign key (account_id, member_id) references member_names (account_id, id)
);
create index closings_lead on closings (account_id, lead_id);
create index closings_period on closings (account_id, closed_at, deal_id) where closed_at is not null;
create index closings_reason on closings (account_id, reason, lead_id) where reason is not null;

-- Every change of a lead's responsible. member_id is who made it, where a person did.
create table lead_assignments (
  account_id     uuid not null references accounts (id),
  id             uuid not null,
  lead_id        uuid not null,
  from_member_id uuid,
  to_member_id   uuid,
  assigned_by    text not null check (assigned_by in ('staff', 'rota', 'hand_over')),
  member_id      uuid,
  assigned_at    timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads (account_id, id) on delete cascade,
  foreign key (account_id, from_member_id) references member_names (account_id, id),
  foreign key (account_id, to_member_id) references member_names (account_id, id),
  foreign key (account_id, member_id) references member_names (account_id, id)
);
create index lead_assignments_lead on lead_assignments (account_id, lead_id, assigned_at);
create index lead_assignments_from on lead_assignments (account_id, from_member_id, id) where from_member_id is not null;
create index lead_assignments_to on lead_assignments (account_id, to_member_id, id) where to_member_id is not null;
create index lead_assignments_by on lead_assignments (account_id, member_id, id) where member_id is not null;

-- due_at and done_at: of tasks. An erasure empties the text.
create table activities (
  account_id uuid not null references accounts (id),
  id         uuid not null,
  lead_id    uuid not null,
  type       text not null check (type in ('note', 'call', 'message', 'visit', 'task')),
  text       text check (char_length(text) <= 2000),
  reached    boolean,
  at         timestamptz(3) not null,
  due_at     timestamptz(3),
  done_at    timestamptz(3),
  member_id  uuid,
  primary key (account_id, id),
  foreign key (account_id, member_id) references member_names (account_id, id)
);
create index activities_lead on activities (account_id, lead_id, at, id);
create index activities_due on activities (account_id, due_at, id) include (lead_id)
  where due_at is not null and done_at is null;
create index activities_member on activities (account_id, member_id, id) where member_id is not null;

create table appointments (
  account_id uuid not null,
  id         uuid not null,
  lead_id    uuid not null,
  starts_at  timestamptz(3) not null,
  attended   boolean not null,
  created_at timestamptz(3) not null,
  missed     boolean not null default false,
  member_id  uuid,
  text       text,
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads (account_id, id),
  constraint appointments_member foreign key (account_id, member_id) references member_names (account_id, id),
  constraint appointments_outcome check (not (attended and missed))
);
create index appointments_lead on appointments (account_id, lead_id);
create index appointments_attended on appointments (account_id, starts_at) where attended;
create index appointments_start on appointments (account_id, starts_at, id);

-- The record of a lead that was merged into another one. The moments of the merged lead: its creation, and its last updated_at.
create table lead_merges (
  account_id        uuid not null,
  id                uuid not null,
  lead_id           uuid not null,
  merged_lead_id    uuid not null,
  merged_lead       json,
  merged_at         timestamptz(3) not null,
  merged_created_at timestamptz(3) not null,
  merged_updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads (account_id, id)
);
create index lead_merges_lead on lead_merges (account_id, lead_id);
create unique index lead_merges_merged on lead_merges (account_id, merged_lead_id);
create index lead_merges_records on lead_merges (account_id, merged_at) where merged_lead is not null;

-- The ledger: one row for every accepted submission. An external_id belongs to one submission of the account's partners, or of its
-- imports. A held row may not claim its external_id. pipeline_id: where it asked for a deal, which a replay shows, whatever the later
-- default. note_at: where in the lead's record its note begins. No foreign keys, because a row is a fact of the past. The entries of a
-- day are next to each other: a person is found day by day, and only today's pages are written. day is a column, because row level
-- security keeps functions of time zones, which are not leakproof, out of an index.
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
  pipeline_id        uuid,
  imported           boolean not null default false,
  day                date generated always as ((created_at at time zone 'UTC')::date) stored,
  note_at            smallint,
  primary key (account_id, id)
);
create unique index submissions_external_id on submissions (account_id, external_id, imported)
  where external_id is not null and claims_external_id;
create index submissions_person on submissions (account_id, day, conversation_id);

-- Submissions of write-only keys that could not be applied. body is json, because an ignored signal may contain characters that jsonb
-- refuses. An applied conflict is settled: sent again, the submission is not held a second time.
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
);
create unique index held_submissions_once on held_submissions (account_id, external_id, phone_key)
  where state <> 'dismissed' and reason = 'external_id_conflict';
create index held_submissions_phone on held_submissions (account_id, phone_key) where phone_key is not null;
create index held_submissions_waiting on held_submissions (created_at) where state = 'held';
create index held_submissions_decided on held_submissions (account_id, resolved_at)
  where resolved_at is not null and body is not null;

-- Submissions per Brasília day. The check is the daily limit: it fails the statement that exceeds it, and its transaction.
create table daily_submissions (
  account_id uuid not null references accounts (id),
  day        date not null,
  used       integer not null,
  allowed    integer not null,
  primary key (account_id, day),
  check (used <= allowed)
) with (fillfactor = 50);`;
