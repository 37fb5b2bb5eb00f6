/** Accounts, their members, keys and sessions, what they are told, and their pipelines. */
export const ACCOUNTS = `
-- The id of this installation, made here at random. Copies of the database have the same one.
create table installation (
  is_only boolean primary key default true check (is_only),
  id      uuid not null
);
insert into installation (id) values (gen_random_uuid());

-- Small, rarely written, and read by every request. site_domains: the account's own site.
create table accounts (
  id                uuid primary key,
  name              text not null,
  owner_name        text not null,
  owner_email       text not null,
  owner_email_key   text not null,
  owner_since       timestamptz(3) not null,
  plan_api          boolean not null,
  plan_auto_origin  boolean not null,
  licence_active    boolean not null,
  comercial_enabled boolean not null,
  cursor_secret     bytea not null,
  created_at        timestamptz(3) not null,
  site_domains      text[] not null default '{}',
  sellers_see       text not null default 'all' check (sellers_see in ('all', 'own')),
  sellers_export    boolean not null default false,
  loss_reasons      text[] not null default '{}',
  idle_days         smallint not null default 7
);
create index accounts_newest on accounts (created_at desc, id desc);
create index accounts_owner_email on accounts (owner_email_key);

-- Who may sign in, and with which role. The address is null once the member is anonymised. It is looked up over all accounts.
create table members (
  account_id   uuid not null references accounts (id),
  id           uuid not null,
  role         text not null check (role in ('owner', 'manager', 'seller')),
  email        text,
  email_key    text,
  active       boolean not null,
  away_until   date,
  created_at   timestamptz(3) not null,
  last_seen_at timestamptz(3),
  primary key (account_id, id),
  check ((email is null) = (email_key is null)),
  check (active or role <> 'owner')
);
create unique index members_address on members (account_id, email_key);
create unique index members_owner on members (account_id) where role = 'owner';
create index members_sign_in on members (email_key) where active;

-- What leads show of a member: next to the leads of its account in a distributed database, which has members on the coordinator.
create table member_names (
  account_id uuid not null references accounts (id),
  id         uuid not null,
  name       text,
  primary key (account_id, id)
);

-- Secrets are stored as SHA-256 only. A key is looked up before the account is known, so its hash is unique over all accounts. An active
-- key holds one of five slots, so the limit is a constraint. ends_at: of a replaced key.
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
  ends_at     timestamptz(3),
  primary key (account_id, id),
  check (cardinality(permissions) > 0),
  check (permissions <@ array['leads:read', 'leads:write', 'pipeline:read', 'pipeline:write', 'metrics:read'])
);
create unique index api_keys_hash on api_keys (hash);
create unique index api_keys_slot on api_keys (account_id, slot) where revoked_at is null;

-- Written once a minute per key, while api_keys is rarely written.
create table api_key_uses (
  account_id   uuid not null,
  key_id       uuid not null,
  last_used_at timestamptz(3) not null,
  primary key (account_id, key_id)
);

-- The last refusals of a key: one row per key, which a flood of refused calls does not lengthen.
create table key_refusals (
  account_id uuid not null,
  key_id     uuid not null,
  refusals   jsonb not null,
  primary key (account_id, key_id)
);

create table sessions (
  account_id   uuid not null references accounts (id),
  token_hash   bytea not null,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  id           uuid not null,
  last_used_at timestamptz(3) not null,
  member_id    uuid,
  device       text,
  remembered   boolean not null default false,
  primary key (account_id, token_hash),
  constraint sessions_member foreign key (account_id, member_id) references members (account_id, id)
);
create unique index sessions_id on sessions (account_id, id);

create table sign_in_links (
  account_id uuid not null references accounts (id),
  id         uuid not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3),
  member_id  uuid,
  primary key (account_id, id),
  constraint sign_in_links_member foreign key (account_id, member_id) references members (account_id, id)
);
create unique index sign_in_links_token on sign_in_links (account_id, token_hash);

-- Every request for a link adds a row, for any address, before an account is known. It has email_key and the client's network until the
-- work is done, and is then deleted, unless mails were sent. Such a request counts for an hour, by keyed hashes of both.
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
);
create index sign_in_requests_open on sign_in_requests (id) where email_key is not null;
create index sign_in_requests_mailed on sign_in_requests (email_hash, requested_at) where email_hash is not null;

-- Who did what to whom, by ids, which alone are no personal data. The id contains the moment: pages and periods are ranges of the key.
create table audit_entries (
  account_id   uuid not null references accounts (id),
  id           uuid not null,
  at           timestamptz(3) not null,
  actor_type   text not null check (actor_type in ('owner', 'member', 'operator', 'key', 'job')),
  actor_id     text,
  address      text,
  action       text not null,
  subject_type text,
  subject_id   uuid,
  primary key (account_id, id),
  check ((subject_type is null) = (subject_id is null))
);
create index audit_entries_member on audit_entries (account_id, actor_id, id) where actor_type in ('owner', 'member');
alter table audit_entries enable row level security;

-- The unique index guarantees "exactly once". read_at is the mark of the owner and the operator.
create table notifications (
  account_id uuid not null references accounts (id),
  id         uuid not null,
  type       text not null,
  subject_id uuid not null,
  message    text not null,
  created_at timestamptz(3) not null,
  read_at    timestamptz(3),
  lead_id    uuid,
  primary key (account_id, id)
);
create unique index notifications_once on notifications (account_id, type, subject_id);
create index notifications_unread on notifications (account_id, id) where read_at is null;
create index notifications_lead on notifications (account_id, lead_id) where lead_id is not null;

create table notification_reads (
  account_id      uuid not null references accounts (id),
  member_id       uuid not null,
  notification_id uuid not null,
  read_at         timestamptz(3) not null,
  primary key (account_id, member_id, notification_id),
  foreign key (account_id, member_id) references member_names (account_id, id)
);

-- E-mails to send. A text is made when its mail is sent. params contain names, but no key and no sign-in token.
create table outbox (
  account_id      uuid not null references accounts (id),
  id              uuid not null,
  kind            text not null,
  recipient       text not null,
  params          jsonb not null,
  created_at      timestamptz(3) not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  last_error      text,
  sent_at         timestamptz(3),
  dead_at         timestamptz(3),
  primary key (account_id, id)
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null and dead_at is null;
create index outbox_waiting on outbox (created_at) where sent_at is null and dead_at is null;
create index outbox_dead on outbox (dead_at) where dead_at is not null;
create index outbox_sent on outbox (account_id, sent_at) where sent_at is not null;

create table pipelines (
  account_id uuid not null references accounts (id),
  id         uuid not null,
  name       text not null,
  is_default boolean not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index pipelines_one_default on pipelines (account_id) where is_default;

-- position is the API's "order": 1, 2, 3 ... without gaps. Deals refer to the second unique key, so a deal's stage is in its pipeline.
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
);
create unique index stages_one_entry on stages (account_id, pipeline_id) where is_entry;

-- Leads of the pipeline with a greater id than served_to, which grows with time, are the rota's.
create table rotas (
  account_id  uuid not null references accounts (id),
  pipeline_id uuid not null,
  served_to   uuid not null,
  primary key (account_id, pipeline_id),
  foreign key (account_id, pipeline_id) references pipelines (account_id, id) on delete cascade
);

-- The member with the lowest turn was served longest ago.
create table rota_members (
  account_id  uuid not null references accounts (id),
  pipeline_id uuid not null,
  member_id   uuid not null,
  turn        bigint not null,
  primary key (account_id, pipeline_id, member_id),
  foreign key (account_id, pipeline_id) references rotas (account_id, pipeline_id) on delete cascade,
  foreign key (account_id, member_id) references member_names (account_id, id)
);

-- Leads of a former member that go to another one, or to nobody, in batches.
create table hand_overs (
  account_id     uuid not null references accounts (id),
  from_member_id uuid not null,
  to_member_id   uuid,
  created_at     timestamptz(3) not null,
  primary key (account_id, from_member_id),
  foreign key (account_id, from_member_id) references member_names (account_id, id),
  foreign key (account_id, to_member_id) references member_names (account_id, id)
);`;
