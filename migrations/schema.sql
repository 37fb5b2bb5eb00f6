-- Made from the migrations by npm run test:services -- schema, with SCHEMA=write.

CREATE FUNCTION public.backlog(OUT mails_waiting integer, OUT mails_waiting_seconds double precision, OUT mails_dead integer, OUT held_waiting integer, OUT held_waiting_seconds double precision, OUT imports_running integer, OUT imports_waiting integer, OUT imports_waiting_seconds double precision, OUT sign_ins_waiting integer, OUT sign_ins_waiting_seconds double precision) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    AS $$
      declare
        at constant timestamptz := now();
        closing constant uuid[] := array(select id from accounts where closes_at is not null);
      begin
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into mails_waiting, mails_waiting_seconds
        from (select created_at as since from outbox where sent_at is null and dead_at is null and account_id <> all(closing)
              order by created_at limit 10000) w;
        select count(*) into mails_dead from (select 1 from outbox where dead_at is not null and account_id <> all(closing) limit 10000) d;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into held_waiting, held_waiting_seconds
        from (select created_at as since from held_submissions where state = 'held' and account_id <> all(closing)
              order by created_at limit 10000) w;
        select count(*) filter (where since > at), count(*) filter (where since <= at),
               coalesce(extract(epoch from at - min(since) filter (where since <= at)), 0)
        into imports_running, imports_waiting, imports_waiting_seconds
        from (select leased_until as since from imports where finished_at is null and account_id <> all(closing)
              order by leased_until limit 10000) w;
        select count(*), coalesce(extract(epoch from at - min(since)), 0) into sign_ins_waiting, sign_ins_waiting_seconds
        from (select requested_at as since from sign_in_requests where email_key is not null order by id limit 10000) w;
      end $$;

CREATE TABLE public.accounts (
    id uuid NOT NULL,
    name text NOT NULL,
    owner_name text NOT NULL,
    owner_email text NOT NULL,
    owner_email_key text NOT NULL,
    owner_since timestamp(3) with time zone NOT NULL,
    plan_api boolean NOT NULL,
    plan_auto_origin boolean NOT NULL,
    licence_active boolean NOT NULL,
    comercial_enabled boolean NOT NULL,
    cursor_secret bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    site_domains text[] DEFAULT '{}'::text[] NOT NULL,
    sellers_see text DEFAULT 'all'::text NOT NULL,
    sellers_export boolean DEFAULT false NOT NULL,
    loss_reasons text[] DEFAULT '{}'::text[] NOT NULL,
    idle_days smallint DEFAULT 7 NOT NULL,
    has_first_names boolean DEFAULT true NOT NULL,
    closes_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    submissions_per_day integer,
    calls_per_minute integer,
    writes_per_minute integer,
    has_search_words boolean DEFAULT true NOT NULL,
    message_templates json DEFAULT '[]'::json NOT NULL,
    CONSTRAINT accounts_calls_per_minute_check CHECK (((calls_per_minute >= 120) AND (calls_per_minute <= 10000))),
    CONSTRAINT accounts_ended_at_check CHECK (((ended_at IS NULL) OR (closes_at IS NOT NULL))),
    CONSTRAINT accounts_sellers_see_check CHECK ((sellers_see = ANY (ARRAY['all'::text, 'own'::text]))),
    CONSTRAINT accounts_submissions_per_day_check CHECK (((submissions_per_day >= 3000) AND (submissions_per_day <= 1000000))),
    CONSTRAINT accounts_writes_per_minute_check CHECK (((writes_per_minute >= 60) AND (writes_per_minute <= 10000)))
);

CREATE TABLE public.activities (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    type text NOT NULL,
    text text,
    reached boolean,
    at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    done_at timestamp(3) with time zone,
    member_id uuid,
    CONSTRAINT activities_text_check CHECK ((char_length(text) <= 2000)),
    CONSTRAINT activities_type_check CHECK ((type = ANY (ARRAY['note'::text, 'call'::text, 'message'::text, 'visit'::text, 'task'::text])))
);

CREATE TABLE public.api_key_uses (
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.api_keys (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    hash bytea NOT NULL,
    name text NOT NULL,
    permissions text[] NOT NULL,
    hint text NOT NULL,
    slot smallint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    ends_at timestamp(3) with time zone,
    CONSTRAINT api_keys_permissions_check CHECK ((cardinality(permissions) > 0)),
    CONSTRAINT api_keys_permissions_check1 CHECK ((permissions <@ ARRAY['leads:read'::text, 'leads:write'::text, 'pipeline:read'::text, 'pipeline:write'::text, 'metrics:read'::text])),
    CONSTRAINT api_keys_slot_check CHECK (((slot >= 1) AND (slot <= 5)))
);

CREATE TABLE public.appointments (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    attended boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    missed boolean DEFAULT false NOT NULL,
    member_id uuid,
    text text,
    minutes smallint DEFAULT 30 NOT NULL,
    changed_at timestamp(3) with time zone,
    CONSTRAINT appointments_minutes CHECK (((minutes >= 5) AND (minutes <= 1440))),
    CONSTRAINT appointments_outcome CHECK ((NOT (attended AND missed)))
);

CREATE TABLE public.audit_entries (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_type text NOT NULL,
    actor_id text,
    address text,
    action text NOT NULL,
    subject_type text,
    subject_id uuid,
    lead_id uuid,
    details json,
    CONSTRAINT audit_entries_actor_type_check CHECK ((actor_type = ANY (ARRAY['owner'::text, 'member'::text, 'operator'::text, 'key'::text, 'job'::text]))),
    CONSTRAINT audit_entries_check CHECK (((subject_type IS NULL) = (subject_id IS NULL)))
);

CREATE TABLE public.automation_runs (
    account_id uuid NOT NULL,
    automation_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    entered_stage_at timestamp(3) with time zone NOT NULL,
    ran_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.automations (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    stage_id uuid NOT NULL,
    idle_days integer NOT NULL,
    action text NOT NULL,
    tag text,
    target_stage_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT automations_action_check CHECK ((action = ANY (ARRAY['add_tag'::text, 'move'::text, 'notify'::text]))),
    CONSTRAINT automations_check CHECK (((tag IS NOT NULL) = (action = 'add_tag'::text))),
    CONSTRAINT automations_check1 CHECK (((target_stage_id IS NOT NULL) = (action = 'move'::text))),
    CONSTRAINT automations_idle_days_check CHECK ((idle_days > 0))
);

CREATE TABLE public.bulk_job_leads (
    account_id uuid NOT NULL,
    bulk_job_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    result text,
    code text,
    version text,
    attempts smallint DEFAULT 0 NOT NULL,
    CONSTRAINT bulk_job_leads_result_check CHECK ((result = ANY (ARRAY['changed'::text, 'unchanged'::text, 'refused'::text, 'undone'::text, 'kept'::text])))
);

CREATE TABLE public.bulk_jobs (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    member_id uuid,
    change json NOT NULL,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    leased_until timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT bulk_jobs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text, 'undoing'::text, 'undone'::text])))
);

CREATE TABLE public.closings (
    account_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    stage_id uuid NOT NULL,
    is_won boolean NOT NULL,
    value numeric(14,2),
    reason text,
    opened_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone NOT NULL,
    member_id uuid
);

CREATE TABLE public.conversations (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    phone text,
    phone_key text,
    channel text NOT NULL,
    name text,
    origin text NOT NULL,
    day date NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    is_spam boolean DEFAULT false NOT NULL,
    CONSTRAINT conversations_channel_check CHECK ((channel = ANY (ARRAY['chat'::text, 'form'::text, 'api'::text])))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02');

CREATE TABLE public.daily_submissions (
    account_id uuid NOT NULL,
    day date NOT NULL,
    used integer NOT NULL,
    allowed integer NOT NULL,
    CONSTRAINT daily_submissions_check CHECK ((used <= allowed))
)
WITH (fillfactor='50');

CREATE TABLE public.deal_changes (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    field text NOT NULL,
    before json,
    after json,
    before_reason text,
    after_reason text,
    changed_by text NOT NULL,
    key_id uuid,
    member_id uuid,
    CONSTRAINT deal_changes_changed_by_check CHECK ((changed_by = ANY (ARRAY['api'::text, 'staff'::text, 'automation'::text, 'stage'::text]))),
    CONSTRAINT deal_changes_field_check CHECK ((field = ANY (ARRAY['value'::text, 'closing'::text])))
);

CREATE TABLE public.deals (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    pipeline_id uuid NOT NULL,
    stage_id uuid NOT NULL,
    copy smallint NOT NULL,
    value numeric(14,2),
    entered_stage_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    conversation_id uuid NOT NULL,
    conversation_day date NOT NULL,
    shares_conversation boolean NOT NULL,
    handled_at timestamp(3) with time zone,
    by_person boolean DEFAULT false NOT NULL
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_vacuum_scale_factor='0.05');

CREATE TABLE public.deliveries (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    source_id uuid NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    result text NOT NULL,
    reason text,
    lead_id uuid,
    identity bytea,
    phone_key text,
    content_type text,
    body bytea,
    digits text,
    fields json,
    left_out json,
    request_id text NOT NULL,
    settled_at timestamp(3) with time zone,
    CONSTRAINT deliveries_check CHECK (((result = ANY (ARRAY['held'::text, 'spam'::text])) = (settled_at IS NULL))),
    CONSTRAINT deliveries_result_check CHECK ((result = ANY (ARRAY['created'::text, 'updated'::text, 'duplicate'::text, 'held'::text, 'test'::text, 'spam'::text, 'dismissed'::text])))
);

CREATE TABLE public.ended_accounts (
    id uuid NOT NULL,
    ended_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.hand_overs (
    account_id uuid NOT NULL,
    from_member_id uuid NOT NULL,
    to_member_id uuid,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.held_submissions (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    reason text NOT NULL,
    phone text,
    phone_key text,
    external_id text,
    body json,
    key_id uuid NOT NULL,
    key_name text NOT NULL,
    request_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    resolved_at timestamp(3) with time zone,
    lead_id uuid,
    CONSTRAINT held_submissions_reason_check CHECK ((reason = ANY (ARRAY['ambiguous_lead'::text, 'external_id_conflict'::text, 'notes_full'::text]))),
    CONSTRAINT held_submissions_state_check CHECK ((state = ANY (ARRAY['held'::text, 'applied'::text, 'dismissed'::text])))
);

CREATE TABLE public.import_rows (
    account_id uuid NOT NULL,
    import_id uuid NOT NULL,
    row_number integer NOT NULL,
    phone_key text,
    body json,
    attempts smallint DEFAULT 0 NOT NULL,
    result text,
    code text,
    fields json,
    CONSTRAINT import_rows_check CHECK (((result IS NULL) = (body IS NOT NULL))),
    CONSTRAINT import_rows_check1 CHECK (((result IS NULL) OR (phone_key IS NULL))),
    CONSTRAINT import_rows_result_check CHECK ((result = ANY (ARRAY['created'::text, 'updated'::text, 'duplicate'::text, 'refused'::text, 'erased'::text])))
)
WITH (fillfactor='80');

CREATE TABLE public.imports (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    file_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    leased_until timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    file_name text,
    counts integer[]
);

CREATE TABLE public.installation (
    is_only boolean DEFAULT true NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT installation_is_only_check CHECK (is_only)
);

CREATE TABLE public.key_refusal_days (
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    day date NOT NULL,
    code text NOT NULL,
    field text NOT NULL,
    refusals integer NOT NULL
);

CREATE TABLE public.key_refusals (
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    refusals jsonb NOT NULL
);

CREATE TABLE public.lead_assignments (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    from_member_id uuid,
    to_member_id uuid,
    assigned_by text NOT NULL,
    member_id uuid,
    assigned_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT lead_assignments_assigned_by_check CHECK ((assigned_by = ANY (ARRAY['staff'::text, 'rota'::text, 'hand_over'::text])))
);

CREATE TABLE public.lead_merges (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    merged_lead_id uuid NOT NULL,
    merged_lead json,
    merged_at timestamp(3) with time zone NOT NULL,
    merged_created_at timestamp(3) with time zone NOT NULL,
    merged_updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.lead_tags (
    account_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    tag_id uuid NOT NULL
);

CREATE TABLE public.lead_words (
    account_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C"
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02');

CREATE TABLE public.leads (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    copy smallint NOT NULL,
    phone text NOT NULL,
    name text,
    email text,
    email_key text,
    notes text DEFAULT ''::text NOT NULL,
    consent_at timestamp(3) with time zone,
    consent_key_id uuid,
    consent_request_id text,
    origin text NOT NULL,
    origin_rule text NOT NULL,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_content text,
    utm_term text,
    fbclid text,
    fbc text,
    gclid text,
    gbraid text,
    wbraid text,
    gad_source text,
    referrer text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    touched_at timestamp(3) with time zone NOT NULL,
    erased_at timestamp(3) with time zone,
    responsible_id uuid,
    by_hand boolean DEFAULT false NOT NULL,
    contacted_at timestamp(3) with time zone,
    utm_digests text[],
    source_id uuid,
    consent_source_id uuid,
    consent_text text,
    CONSTRAINT leads_notes_check CHECK ((char_length(notes) <= 2000)),
    CONSTRAINT leads_utm_digests CHECK (((utm_digests IS NULL) OR ((utm_digests[1] = md5(utm_source)) AND (utm_digests[2] = md5(utm_medium)) AND (utm_digests[3] = md5(utm_campaign)))))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.05');

CREATE TABLE public.list_entries (
    account_id uuid NOT NULL,
    list_id uuid NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    lead_id uuid NOT NULL
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_vacuum_scale_factor='0.05');

CREATE TABLE public.member_names (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    name text
);

CREATE TABLE public.members (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    role text NOT NULL,
    email text,
    email_key text,
    active boolean NOT NULL,
    away_until date,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone,
    CONSTRAINT members_check CHECK (((email IS NULL) = (email_key IS NULL))),
    CONSTRAINT members_check1 CHECK ((active OR (role <> 'owner'::text))),
    CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'seller'::text])))
);

CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);

CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;

CREATE TABLE public.notification_reads (
    account_id uuid NOT NULL,
    member_id uuid NOT NULL,
    notification_id uuid NOT NULL,
    read_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.notifications (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    subject_id uuid NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone,
    lead_id uuid
);

CREATE TABLE public.outbox (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    params jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    last_error text,
    sent_at timestamp(3) with time zone,
    dead_at timestamp(3) with time zone,
    retried_at timestamp(3) with time zone
);

CREATE TABLE public.pipelines (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.returns (
    account_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    returned_at timestamp(3) with time zone NOT NULL,
    listed_from timestamp(3) with time zone,
    sent json
);

CREATE TABLE public.rota_members (
    account_id uuid NOT NULL,
    pipeline_id uuid NOT NULL,
    member_id uuid NOT NULL,
    turn bigint NOT NULL
);

CREATE TABLE public.rotas (
    account_id uuid NOT NULL,
    pipeline_id uuid NOT NULL,
    served_to uuid NOT NULL
);

CREATE TABLE public.saved_views (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    query json NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.sessions (
    account_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    id uuid NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    member_id uuid,
    device text,
    remembered boolean DEFAULT false NOT NULL,
    is_calendar boolean DEFAULT false NOT NULL
);

CREATE TABLE public.sign_in_links (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    member_id uuid,
    shown_to uuid
);

CREATE TABLE public.sign_in_requests (
    id uuid NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    email_key text,
    network text,
    email_hash bytea,
    network_hash bytea,
    CONSTRAINT sign_in_requests_check CHECK (((email_key IS NULL) = (network IS NULL))),
    CONSTRAINT sign_in_requests_check1 CHECK (((email_key IS NULL) = (email_hash IS NOT NULL))),
    CONSTRAINT sign_in_requests_check2 CHECK (((email_hash IS NULL) = (network_hash IS NULL)))
);

CREATE TABLE public.source_addresses (
    account_id uuid NOT NULL,
    source_id uuid NOT NULL,
    id uuid NOT NULL,
    hash bytea NOT NULL,
    ends_at timestamp(3) with time zone
);

CREATE TABLE public.source_days (
    account_id uuid NOT NULL,
    source_id uuid NOT NULL,
    day date NOT NULL,
    last_at timestamp(3) with time zone NOT NULL,
    received integer NOT NULL,
    problems integer NOT NULL,
    spam integer NOT NULL,
    submitted integer NOT NULL,
    allowed integer,
    CONSTRAINT source_days_check CHECK ((submitted <= allowed))
);

CREATE TABLE public.sources (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    active boolean NOT NULL,
    slot smallint NOT NULL,
    hint text NOT NULL,
    slug text,
    tags text[] NOT NULL,
    stage_id uuid,
    origin text,
    consent boolean NOT NULL,
    mapping json NOT NULL,
    form json,
    google_key bytea,
    created_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    reread_at timestamp(3) with time zone,
    CONSTRAINT sources_check CHECK (((kind = 'form'::text) = (slug IS NOT NULL))),
    CONSTRAINT sources_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'form'::text]))),
    CONSTRAINT sources_slot_check CHECK (((slot >= 1) AND (slot <= 20)))
);

CREATE TABLE public.stage_moves (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    from_stage_id uuid NOT NULL,
    to_stage_id uuid NOT NULL,
    moved_by text NOT NULL,
    key_id uuid,
    moved_at timestamp(3) with time zone NOT NULL,
    reason text,
    member_id uuid,
    left_stay json,
    CONSTRAINT stage_moves_moved_by_check CHECK ((moved_by = ANY (ARRAY['api'::text, 'staff'::text, 'automation'::text, 'stage'::text])))
);

CREATE TABLE public.stages (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    pipeline_id uuid NOT NULL,
    name text NOT NULL,
    "position" integer NOT NULL,
    is_entry boolean NOT NULL,
    is_won boolean NOT NULL,
    is_lost boolean NOT NULL,
    is_scheduling boolean NOT NULL,
    is_sale boolean NOT NULL,
    value numeric(14,2),
    CONSTRAINT stages_check CHECK ((NOT (is_won AND is_lost))),
    CONSTRAINT stages_check1 CHECK ((NOT (is_entry AND (is_won OR is_lost))))
);

CREATE TABLE public.submissions (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    external_id text,
    claims_external_id boolean NOT NULL,
    conversation_id uuid,
    lead_id uuid,
    key_id uuid,
    request_id text NOT NULL,
    result text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    pipeline_id uuid,
    imported boolean DEFAULT false NOT NULL,
    day date GENERATED ALWAYS AS (((created_at AT TIME ZONE 'UTC'::text))::date) STORED,
    note_at smallint,
    also_sent json,
    source_id uuid,
    phone_digest bytea,
    CONSTRAINT submissions_result_check CHECK ((result = ANY (ARRAY['created'::text, 'updated'::text, 'held'::text])))
);

CREATE TABLE public.tags (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    name text NOT NULL
);

ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.api_key_uses
    ADD CONSTRAINT api_key_uses_pkey PRIMARY KEY (account_id, key_id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.appointments
    ADD CONSTRAINT appointments_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.automation_runs
    ADD CONSTRAINT automation_runs_pkey PRIMARY KEY (account_id, automation_id, deal_id, entered_stage_at);

ALTER TABLE ONLY public.automations
    ADD CONSTRAINT automations_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.bulk_job_leads
    ADD CONSTRAINT bulk_job_leads_pkey PRIMARY KEY (account_id, bulk_job_id, lead_id);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT bulk_jobs_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.closings
    ADD CONSTRAINT closings_pkey PRIMARY KEY (account_id, deal_id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.daily_submissions
    ADD CONSTRAINT daily_submissions_pkey PRIMARY KEY (account_id, day);

ALTER TABLE ONLY public.deal_changes
    ADD CONSTRAINT deal_changes_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.deals
    ADD CONSTRAINT deals_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.ended_accounts
    ADD CONSTRAINT ended_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hand_overs
    ADD CONSTRAINT hand_overs_pkey PRIMARY KEY (account_id, from_member_id);

ALTER TABLE ONLY public.held_submissions
    ADD CONSTRAINT held_submissions_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_pkey PRIMARY KEY (account_id, import_id, row_number);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.key_refusal_days
    ADD CONSTRAINT key_refusal_days_pkey PRIMARY KEY (account_id, key_id, day, code, field);

ALTER TABLE ONLY public.key_refusals
    ADD CONSTRAINT key_refusals_pkey PRIMARY KEY (account_id, key_id);

ALTER TABLE ONLY public.lead_assignments
    ADD CONSTRAINT lead_assignments_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.lead_merges
    ADD CONSTRAINT lead_merges_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.lead_tags
    ADD CONSTRAINT lead_tags_pkey PRIMARY KEY (account_id, lead_id, tag_id);

ALTER TABLE ONLY public.lead_words
    ADD CONSTRAINT lead_words_pkey PRIMARY KEY (account_id, lead_id, word);

ALTER TABLE ONLY public.leads
    ADD CONSTRAINT leads_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.list_entries
    ADD CONSTRAINT list_entries_pkey PRIMARY KEY (account_id, list_id, updated_at, lead_id);

ALTER TABLE ONLY public.member_names
    ADD CONSTRAINT member_names_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.notification_reads
    ADD CONSTRAINT notification_reads_pkey PRIMARY KEY (account_id, member_id, notification_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.pipelines
    ADD CONSTRAINT pipelines_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.returns
    ADD CONSTRAINT returns_pkey PRIMARY KEY (account_id, lead_id);

ALTER TABLE ONLY public.rota_members
    ADD CONSTRAINT rota_members_pkey PRIMARY KEY (account_id, pipeline_id, member_id);

ALTER TABLE ONLY public.rotas
    ADD CONSTRAINT rotas_pkey PRIMARY KEY (account_id, pipeline_id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (account_id, token_hash);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.sign_in_requests
    ADD CONSTRAINT sign_in_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.source_addresses
    ADD CONSTRAINT source_addresses_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.source_days
    ADD CONSTRAINT source_days_pkey PRIMARY KEY (account_id, source_id, day);

ALTER TABLE ONLY public.sources
    ADD CONSTRAINT sources_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.stage_moves
    ADD CONSTRAINT stage_moves_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.stages
    ADD CONSTRAINT stages_account_id_pipeline_id_id_key UNIQUE (account_id, pipeline_id, id);

ALTER TABLE ONLY public.stages
    ADD CONSTRAINT stages_account_id_pipeline_id_position_key UNIQUE (account_id, pipeline_id, "position");

ALTER TABLE ONLY public.stages
    ADD CONSTRAINT stages_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (account_id, id);

CREATE INDEX accounts_closing ON public.accounts USING btree (id) WHERE (closes_at IS NOT NULL);

CREATE INDEX accounts_newest ON public.accounts USING btree (created_at DESC, id DESC);

CREATE INDEX accounts_owner_email ON public.accounts USING btree (owner_email_key);

CREATE INDEX accounts_words ON public.accounts USING gin (to_tsvector('simple'::regconfig, lower(regexp_replace(regexp_replace(NORMALIZE(name, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]'::text, ' '::text, 'g'::text)))) WITH (fastupdate=off);

CREATE INDEX activities_due ON public.activities USING btree (account_id, due_at, id) INCLUDE (lead_id) WHERE ((due_at IS NOT NULL) AND (done_at IS NULL));

CREATE INDEX activities_lead ON public.activities USING btree (account_id, lead_id, at, id);

CREATE INDEX activities_member ON public.activities USING btree (account_id, member_id, id) WHERE (member_id IS NOT NULL);

CREATE INDEX activities_open ON public.activities USING btree (account_id, lead_id, due_at, id) WHERE ((lead_id IS NOT NULL) AND (due_at IS NOT NULL) AND (done_at IS NULL));

CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash);

CREATE UNIQUE INDEX api_keys_slot ON public.api_keys USING btree (account_id, slot) WHERE (revoked_at IS NULL);

CREATE INDEX appointments_attended ON public.appointments USING btree (account_id, starts_at) WHERE attended;

CREATE INDEX appointments_member ON public.appointments USING btree (account_id, member_id, starts_at) WHERE (NOT missed);

CREATE INDEX appointments_of_lead ON public.appointments USING btree (account_id, lead_id, starts_at, id) WHERE (lead_id IS NOT NULL);

CREATE INDEX appointments_start ON public.appointments USING btree (account_id, starts_at, id);

CREATE INDEX audit_entries_action ON public.audit_entries USING btree (account_id, action, id) WHERE (action IS NOT NULL);

CREATE INDEX audit_entries_lead ON public.audit_entries USING btree (account_id, (
CASE
    WHEN (lead_id IS NULL) THEN subject_id
    ELSE lead_id
END), id) WHERE (
CASE
    WHEN (lead_id IS NULL) THEN subject_id
    ELSE lead_id
END IS NOT NULL);

CREATE INDEX audit_entries_member ON public.audit_entries USING btree (account_id, actor_id, id) WHERE (actor_type = ANY (ARRAY['owner'::text, 'member'::text]));

CREATE INDEX audit_entries_operator ON public.audit_entries USING btree (account_id, id) WHERE (actor_type = 'operator'::text);

CREATE INDEX automation_runs_deal ON public.automation_runs USING btree (account_id, deal_id, ran_at) WHERE (deal_id IS NOT NULL);

CREATE INDEX automations_stage ON public.automations USING btree (account_id, stage_id);

CREATE INDEX automations_target ON public.automations USING btree (account_id, target_stage_id) WHERE (target_stage_id IS NOT NULL);

CREATE INDEX bulk_job_leads_changed ON public.bulk_job_leads USING btree (account_id, bulk_job_id, lead_id) WHERE (result = 'changed'::text);

CREATE INDEX bulk_job_leads_pending ON public.bulk_job_leads USING btree (account_id, bulk_job_id, lead_id) WHERE (result IS NULL);

CREATE INDEX bulk_jobs_due ON public.bulk_jobs USING btree (leased_until) WHERE (state = ANY (ARRAY['running'::text, 'undoing'::text]));

CREATE INDEX bulk_jobs_member ON public.bulk_jobs USING btree (account_id, member_id, id) WHERE (member_id IS NOT NULL);

CREATE UNIQUE INDEX bulk_jobs_running ON public.bulk_jobs USING btree (account_id, member_id) NULLS NOT DISTINCT WHERE (state = ANY (ARRAY['running'::text, 'undoing'::text]));

CREATE INDEX closings_lead ON public.closings USING btree (account_id, lead_id);

CREATE INDEX closings_member ON public.closings USING btree (account_id, member_id, closed_at) WHERE (member_id IS NOT NULL);

CREATE INDEX closings_period ON public.closings USING btree (account_id, closed_at, deal_id) WHERE (closed_at IS NOT NULL);

CREATE INDEX closings_reason ON public.closings USING btree (account_id, reason, lead_id) WHERE (reason IS NOT NULL);

CREATE INDEX conversations_period ON public.conversations USING btree (account_id, day, origin, is_spam);

CREATE UNIQUE INDEX conversations_phone ON public.conversations USING btree (account_id, phone_key);

CREATE INDEX deal_changes_lead ON public.deal_changes USING btree (account_id, lead_id, changed_at);

CREATE INDEX deal_changes_member ON public.deal_changes USING btree (account_id, member_id, id) WHERE (member_id IS NOT NULL);

CREATE INDEX deals_idle ON public.deals USING btree (account_id, stage_id, (
CASE
    WHEN (handled_at > created_at) THEN handled_at
    ELSE created_at
END), id) INCLUDE (lead_id, handled_at, created_at) WHERE (stage_id IS NOT NULL);

CREATE UNIQUE INDEX deals_lead ON public.deals USING btree (account_id, lead_id, pipeline_id, copy);

CREATE INDEX deals_metrics ON public.deals USING btree (account_id, stage_id, conversation_day);

CREATE INDEX deals_shared ON public.deals USING btree (account_id, stage_id, conversation_day, conversation_id) WHERE shares_conversation;

CREATE INDEX deals_stage_leads ON public.deals USING btree (account_id, stage_id, lead_id) INCLUDE (value) WHERE (stage_id IS NOT NULL);

CREATE INDEX deals_value ON public.deals USING btree (account_id, stage_id) INCLUDE (value) WHERE (value IS NOT NULL);

CREATE INDEX deliveries_bounded ON public.deliveries USING btree (account_id, source_id, result, id) WHERE (result = ANY (ARRAY['duplicate'::text, 'spam'::text, 'test'::text]));

CREATE INDEX deliveries_digits ON public.deliveries USING btree (account_id, id) WHERE (digits IS NOT NULL);

CREATE UNIQUE INDEX deliveries_identity ON public.deliveries USING btree (account_id, identity) WHERE (identity IS NOT NULL);

CREATE INDEX deliveries_lead ON public.deliveries USING btree (account_id, lead_id, id) WHERE (lead_id IS NOT NULL);

CREATE INDEX deliveries_phone ON public.deliveries USING btree (account_id, phone_key, id) WHERE (phone_key IS NOT NULL);

CREATE INDEX deliveries_settled ON public.deliveries USING btree (account_id, settled_at) WHERE ((settled_at IS NOT NULL) AND (fields IS NOT NULL));

CREATE INDEX deliveries_source ON public.deliveries USING btree (account_id, source_id, id) WHERE (source_id IS NOT NULL);

CREATE INDEX deliveries_waiting ON public.deliveries USING btree (account_id, id) WHERE (settled_at IS NULL);

CREATE INDEX deliveries_waiting_source ON public.deliveries USING btree (account_id, source_id, id) WHERE ((settled_at IS NULL) AND (source_id IS NOT NULL));

CREATE INDEX held_submissions_decided ON public.held_submissions USING btree (account_id, resolved_at) WHERE ((resolved_at IS NOT NULL) AND (body IS NOT NULL));

CREATE INDEX held_submissions_lead ON public.held_submissions USING btree (account_id, lead_id) WHERE (lead_id IS NOT NULL);

CREATE UNIQUE INDEX held_submissions_once ON public.held_submissions USING btree (account_id, external_id, phone_key) WHERE ((state <> 'dismissed'::text) AND (reason = 'external_id_conflict'::text));

CREATE INDEX held_submissions_phone ON public.held_submissions USING btree (account_id, phone_key) WHERE (phone_key IS NOT NULL);

CREATE INDEX held_submissions_waiting ON public.held_submissions USING btree (created_at) WHERE (state = 'held'::text);

CREATE INDEX import_rows_pending ON public.import_rows USING btree (account_id, import_id, row_number) WHERE (result IS NULL);

CREATE INDEX import_rows_phone ON public.import_rows USING btree (account_id, phone_key, row_number) WHERE ((result IS NULL) AND (phone_key IS NOT NULL));

CREATE INDEX imports_due ON public.imports USING btree (leased_until) WHERE (finished_at IS NULL);

CREATE INDEX imports_finished ON public.imports USING btree (account_id, finished_at) WHERE (finished_at IS NOT NULL);

CREATE UNIQUE INDEX imports_running ON public.imports USING btree (account_id, file_hash) WHERE (finished_at IS NULL);

CREATE INDEX lead_assignments_by ON public.lead_assignments USING btree (account_id, member_id, id) WHERE (member_id IS NOT NULL);

CREATE INDEX lead_assignments_from ON public.lead_assignments USING btree (account_id, from_member_id, id) WHERE (from_member_id IS NOT NULL);

CREATE INDEX lead_assignments_lead ON public.lead_assignments USING btree (account_id, lead_id, assigned_at);

CREATE INDEX lead_assignments_to ON public.lead_assignments USING btree (account_id, to_member_id, id) WHERE (to_member_id IS NOT NULL);

CREATE INDEX lead_merges_lead ON public.lead_merges USING btree (account_id, lead_id);

CREATE UNIQUE INDEX lead_merges_merged ON public.lead_merges USING btree (account_id, merged_lead_id);

CREATE INDEX lead_merges_records ON public.lead_merges USING btree (account_id, merged_at) WHERE (merged_lead IS NOT NULL);

CREATE INDEX lead_tags_tag ON public.lead_tags USING btree (account_id, tag_id, lead_id) WHERE (tag_id IS NOT NULL);

CREATE INDEX lead_words_word ON public.lead_words USING btree (account_id, word, lead_id) WHERE (word IS NOT NULL);

CREATE INDEX leads_campaign ON public.leads USING btree (account_id, utm_campaign COLLATE "C", id) WHERE (utm_campaign IS NOT NULL);

CREATE UNIQUE INDEX leads_conversation ON public.leads USING btree (account_id, conversation_id, copy) WHERE (conversation_id IS NOT NULL);

CREATE INDEX leads_copies ON public.leads USING btree (account_id, conversation_id, created_at, id) WHERE (copy > 0);

CREATE INDEX leads_email ON public.leads USING btree (account_id, email_key, copy) WHERE (email_key IS NOT NULL);

CREATE INDEX leads_further ON public.leads USING btree (account_id, conversation_id) WHERE ((copy > 0) AND (erased_at IS NULL));

CREATE INDEX leads_nameless ON public.leads USING btree (account_id, id) WHERE (name IS NULL);

CREATE INDEX leads_new ON public.leads USING btree (account_id, id) INCLUDE (responsible_id) WHERE ((contacted_at IS NULL) AND (NOT by_hand) AND (erased_at IS NULL));

CREATE INDEX leads_origin ON public.leads USING btree (account_id, origin, id) WHERE (origin IS NOT NULL);

CREATE INDEX leads_responsible ON public.leads USING btree (account_id, responsible_id, id) WHERE (responsible_id IS NOT NULL);

CREATE INDEX leads_source ON public.leads USING btree (account_id, source_id, id) WHERE (source_id IS NOT NULL);

CREATE INDEX leads_unassigned ON public.leads USING btree (account_id, id) WHERE (responsible_id IS NULL);

CREATE UNIQUE INDEX members_address ON public.members USING btree (account_id, email_key);

CREATE INDEX members_beginning ON public.members USING btree (email_key COLLATE "C", account_id) WHERE active;

CREATE UNIQUE INDEX members_owner ON public.members USING btree (account_id) WHERE (role = 'owner'::text);

CREATE INDEX members_sign_in ON public.members USING btree (email_key) WHERE active;

CREATE INDEX notifications_lead ON public.notifications USING btree (account_id, lead_id) WHERE (lead_id IS NOT NULL);

CREATE UNIQUE INDEX notifications_once ON public.notifications USING btree (account_id, type, subject_id);

CREATE INDEX notifications_unread ON public.notifications USING btree (account_id, id) WHERE (read_at IS NULL);

CREATE INDEX outbox_dead ON public.outbox USING btree (dead_at) WHERE (dead_at IS NOT NULL);

CREATE INDEX outbox_due ON public.outbox USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (dead_at IS NULL));

CREATE INDEX outbox_invitations ON public.outbox USING btree (account_id, recipient) WHERE ((kind = 'sign_in_link'::text) AND (params ? 'role'::text));

CREATE INDEX outbox_sent ON public.outbox USING btree (account_id, sent_at) WHERE (sent_at IS NOT NULL);

CREATE INDEX outbox_waiting ON public.outbox USING btree (created_at) WHERE ((sent_at IS NULL) AND (dead_at IS NULL));

CREATE UNIQUE INDEX pipelines_one_default ON public.pipelines USING btree (account_id) WHERE is_default;

CREATE INDEX returns_listed ON public.returns USING btree (account_id, returned_at, lead_id, listed_from) WHERE (listed_from IS NOT NULL);

CREATE UNIQUE INDEX saved_views_name ON public.saved_views USING btree (account_id, member_id, name_key);

CREATE UNIQUE INDEX sessions_id ON public.sessions USING btree (account_id, id);

CREATE UNIQUE INDEX sign_in_links_token ON public.sign_in_links USING btree (account_id, token_hash);

CREATE INDEX sign_in_requests_mailed ON public.sign_in_requests USING btree (email_hash, requested_at) WHERE (email_hash IS NOT NULL);

CREATE INDEX sign_in_requests_open ON public.sign_in_requests USING btree (id) WHERE (email_key IS NOT NULL);

CREATE UNIQUE INDEX source_addresses_hash ON public.source_addresses USING btree (hash);

CREATE INDEX source_addresses_source ON public.source_addresses USING btree (account_id, source_id);

CREATE INDEX sources_reread ON public.sources USING btree (reread_at) WHERE (reread_at IS NOT NULL);

CREATE UNIQUE INDEX sources_slot ON public.sources USING btree (account_id, slot) WHERE (active AND (deleted_at IS NULL));

CREATE INDEX stage_moves_lead ON public.stage_moves USING btree (account_id, lead_id, moved_at);

CREATE INDEX stage_moves_member ON public.stage_moves USING btree (account_id, member_id, id) WHERE (member_id IS NOT NULL);

CREATE UNIQUE INDEX stages_one_entry ON public.stages USING btree (account_id, pipeline_id) WHERE is_entry;

CREATE INDEX submissions_day ON public.submissions USING btree (account_id, day, conversation_id) WHERE (day IS NOT NULL);

CREATE UNIQUE INDEX submissions_external_id ON public.submissions USING btree (account_id, external_id, imported) WHERE ((external_id IS NOT NULL) AND claims_external_id);

CREATE INDEX tags_beginning ON public.tags USING btree (account_id, key COLLATE "C") WHERE (key IS NOT NULL);

CREATE UNIQUE INDEX tags_key ON public.tags USING btree (account_id, key);

ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.appointments
    ADD CONSTRAINT appointments_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id);

ALTER TABLE ONLY public.appointments
    ADD CONSTRAINT appointments_member FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.automation_runs
    ADD CONSTRAINT automation_runs_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES public.automations(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.automations
    ADD CONSTRAINT automations_account_id_stage_id_fkey FOREIGN KEY (account_id, stage_id) REFERENCES public.stages(account_id, id);

ALTER TABLE ONLY public.automations
    ADD CONSTRAINT automations_account_id_target_stage_id_fkey FOREIGN KEY (account_id, target_stage_id) REFERENCES public.stages(account_id, id);

ALTER TABLE ONLY public.bulk_job_leads
    ADD CONSTRAINT bulk_job_leads_account_id_bulk_job_id_fkey FOREIGN KEY (account_id, bulk_job_id) REFERENCES public.bulk_jobs(account_id, id);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT bulk_jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT bulk_jobs_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.closings
    ADD CONSTRAINT closings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.closings
    ADD CONSTRAINT closings_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.daily_submissions
    ADD CONSTRAINT daily_submissions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.deal_changes
    ADD CONSTRAINT deal_changes_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.deal_changes
    ADD CONSTRAINT deal_changes_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.deals
    ADD CONSTRAINT deals_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id);

ALTER TABLE ONLY public.deals
    ADD CONSTRAINT deals_account_id_pipeline_id_stage_id_fkey FOREIGN KEY (account_id, pipeline_id, stage_id) REFERENCES public.stages(account_id, pipeline_id, id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_account_id_source_id_fkey FOREIGN KEY (account_id, source_id) REFERENCES public.sources(account_id, id);

ALTER TABLE ONLY public.hand_overs
    ADD CONSTRAINT hand_overs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.hand_overs
    ADD CONSTRAINT hand_overs_account_id_from_member_id_fkey FOREIGN KEY (account_id, from_member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.hand_overs
    ADD CONSTRAINT hand_overs_account_id_to_member_id_fkey FOREIGN KEY (account_id, to_member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.held_submissions
    ADD CONSTRAINT held_submissions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES public.imports(account_id, id);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.lead_assignments
    ADD CONSTRAINT lead_assignments_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.lead_assignments
    ADD CONSTRAINT lead_assignments_account_id_from_member_id_fkey FOREIGN KEY (account_id, from_member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.lead_assignments
    ADD CONSTRAINT lead_assignments_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lead_assignments
    ADD CONSTRAINT lead_assignments_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.lead_assignments
    ADD CONSTRAINT lead_assignments_account_id_to_member_id_fkey FOREIGN KEY (account_id, to_member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.lead_merges
    ADD CONSTRAINT lead_merges_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id);

ALTER TABLE ONLY public.lead_tags
    ADD CONSTRAINT lead_tags_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id);

ALTER TABLE ONLY public.lead_tags
    ADD CONSTRAINT lead_tags_account_id_tag_id_fkey FOREIGN KEY (account_id, tag_id) REFERENCES public.tags(account_id, id);

ALTER TABLE ONLY public.leads
    ADD CONSTRAINT leads_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES public.conversations(account_id, id);

ALTER TABLE ONLY public.leads
    ADD CONSTRAINT leads_responsible FOREIGN KEY (account_id, responsible_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.member_names
    ADD CONSTRAINT member_names_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.notification_reads
    ADD CONSTRAINT notification_reads_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.notification_reads
    ADD CONSTRAINT notification_reads_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.pipelines
    ADD CONSTRAINT pipelines_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.returns
    ADD CONSTRAINT returns_account_id_lead_id_fkey FOREIGN KEY (account_id, lead_id) REFERENCES public.leads(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rota_members
    ADD CONSTRAINT rota_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.rota_members
    ADD CONSTRAINT rota_members_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.rota_members
    ADD CONSTRAINT rota_members_account_id_pipeline_id_fkey FOREIGN KEY (account_id, pipeline_id) REFERENCES public.rotas(account_id, pipeline_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rotas
    ADD CONSTRAINT rotas_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.rotas
    ADD CONSTRAINT rotas_account_id_pipeline_id_fkey FOREIGN KEY (account_id, pipeline_id) REFERENCES public.pipelines(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES public.members(account_id, id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_member FOREIGN KEY (account_id, member_id) REFERENCES public.members(account_id, id);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_member FOREIGN KEY (account_id, member_id) REFERENCES public.members(account_id, id);

ALTER TABLE ONLY public.source_addresses
    ADD CONSTRAINT source_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.source_days
    ADD CONSTRAINT source_days_account_id_source_id_fkey FOREIGN KEY (account_id, source_id) REFERENCES public.sources(account_id, id);

ALTER TABLE ONLY public.sources
    ADD CONSTRAINT sources_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.stage_moves
    ADD CONSTRAINT stage_moves_member FOREIGN KEY (account_id, member_id) REFERENCES public.member_names(account_id, id);

ALTER TABLE ONLY public.stages
    ADD CONSTRAINT stages_account_id_pipeline_id_fkey FOREIGN KEY (account_id, pipeline_id) REFERENCES public.pipelines(account_id, id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE public.activities ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.api_key_uses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.appointments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.automation_runs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.bulk_job_leads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.closings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.conversations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.daily_submissions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deal_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.held_submissions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_rows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.key_refusal_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.key_refusals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_assignments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_merges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_tags ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_words ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.leads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.list_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.member_names ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notification_reads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_account ON public.activities USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.api_key_uses USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.appointments USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.automation_runs USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.bulk_job_leads USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.closings USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.conversations USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.daily_submissions USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.deal_changes USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.deals USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.deliveries USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.held_submissions USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.import_rows USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.key_refusal_days USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.key_refusals USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.lead_assignments USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.lead_merges USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.lead_tags USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.lead_words USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY own_account ON public.leads USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.list_entries USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.member_names USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.notification_reads USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.notifications USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.pipelines USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.returns USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.rota_members USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.saved_views USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.source_days USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.stage_moves USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.stages USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.submissions USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account ON public.tags USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account_add ON public.audit_entries FOR INSERT WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

CREATE POLICY own_account_expire ON public.audit_entries FOR DELETE USING (((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid) AND (at < (now() - '6 mons'::interval))));

CREATE POLICY own_account_read ON public.audit_entries FOR SELECT USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));

ALTER TABLE public.pipelines ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.returns ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.rota_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saved_views ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.source_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stage_moves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.submissions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tags ENABLE ROW LEVEL SECURITY;
