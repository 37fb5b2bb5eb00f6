/** Statements that fill the database of the benchmark. Hashes of row numbers choose the values, so every run has the same rows. */

/** Tags of new leads of the load. The account has them already. */
export const POOL_OF_TAGS = [
  'site',
  'evento',
  'loja',
  'feira',
  'retorno',
  'parceiro',
  'vip',
  'curso',
  'promo',
  'zap',
] as const;

/** `bench.id` makes ids that begin with the milliseconds of their time, as the service does. */
export const PREPARE = `
  create schema bench;
  create table bench.accounts (n serial primary key, account jsonb not null);
  create function bench.id(at timestamptz, salt text) returns uuid language sql immutable as $$
    select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(salt), 1, 3)
            || '8' || substr(md5(salt), 4, 15))::uuid $$;
  create function bench.entry_stage(pipeline_id uuid) returns uuid language sql immutable as $$
    select bench.id(timestamptz '2025-06-01 12:00Z', 'entry' || pipeline_id) $$;
  create function bench.percent(n bigint, salt bigint) returns bigint language sql immutable as $$
    select abs(hashint8extended(n, salt) % 100) $$;`;

export const ACCOUNT = `
  insert into accounts (id, name, owner_name, owner_email, owner_email_key, owner_since, plan_api, plan_auto_origin,
                        licence_active, comercial_enabled, cursor_secret, created_at)
  values ($1, 'Conta', 'Dona', $2, $2, now(), true, true, true, true, sha256(convert_to($2, 'UTF8')), now())`;

export const KEY = `
  insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at)
  values ($1, $2, $3, 'site', $4, $5, 1, now())`;

/** The owner, a seller who has 2 % of the leads, and a colleague who has 93 %. The rest is nobody's. */
export const MEMBERS = [
  `insert into members (account_id, id, role, email, email_key, active, created_at)
   select a.id, md5(a.id::text || m.name)::uuid, m.role, m.address, m.address, true, now()
   from accounts a
   cross join lateral (values ('owner', 'owner', a.owner_email_key), ('seller', 'seller', 'seller@example.com'),
                              ('colleague', 'seller', 'colleague@example.com')) m (name, role, address)
   where a.id = $1`,
  `insert into member_names (account_id, id, name)
   select $1::uuid, md5($1::uuid::text || name)::uuid, name from unnest(array['owner', 'seller', 'colleague']) name`,
] as const;

const RESPONSIBLE = `
  case when bench.percent(n, 9) < 2 then md5($1::uuid::text || 'seller')::uuid
       when bench.percent(n, 9) >= 7 then md5($1::uuid::text || 'colleague')::uuid end`;

/** The third pipeline, the common one, is the default. */
export const PIPELINES = `
  insert into pipelines (account_id, id, name, is_default, created_at)
  select $1::uuid, p.id, 'Funil ' || p.n, p.n = 3, now() from unnest($2::uuid[]) with ordinality p (id, n)`;

/** Each pipeline has an entry stage. The default pipeline has the four stages of the filters and three more. */
export const STAGES = `
  insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
  select $1::uuid, s.id, ($2::uuid[])[3], 'Etapa ' || s.n, s.n, s.n = 3, false, false, s.n = 2, s.n = 4
  from unnest($3::uuid[]) with ordinality s (id, n)
  union all
  select $1::uuid, bench.id(now(), $1::uuid::text || name), ($2::uuid[])[3], name, n + 4, false, n = 2, n = 3, n = 1, n = 2
  from unnest(array['Agendado', 'Ganho', 'Perdido']) with ordinality x (name, n)
  union all
  select $1::uuid, bench.entry_stage(p.id), p.id, 'Novo', 1, true, false, false, false, false
  from unnest($2::uuid[]) with ordinality p (id, n) where p.n <> 3`;

export const TAGS = `
  insert into tags (account_id, id, key, name)
  select $1::uuid, bench.id(now(), $1::uuid::text || name), lower(name), name from unnest($2::text[] || $3::text[]) name`;

/** One row for each lead: its ids, its times, and the stage of its deal. Rows spread over 366 days, in the order of n. */
export const PLAN = `
  create temp table seed_plan as
  select n, at, bench.id(at, $1::uuid::text || 'c' || n) as conversation_id, bench.id(at, $1::uuid::text || 'l' || n) as lead_id,
         bench.id(at, $1::uuid::text || 'd' || n) as deal_id, bench.id(at, $1::uuid::text || 's' || n) as submission_id,
         '8' || lpad(n::text, 7, '0') as eight,
         (array['network_a_ads', 'social', 'network_b_ads', 'organic', 'referral', 'untracked'])
           [1 + abs(hashint8extended(n, 1) % 6)] as origin,
         n % ($2 / 10) = 7 as is_rare, n > $2 * 0.97 as is_late, place, bench.percent(n, 4) as share,
         case place when 'rare pipeline' then ($3::uuid[])[1] when '1 % pipeline' then ($3::uuid[])[2]
                    when 'late pipeline' then ($3::uuid[])[4] else ($3::uuid[])[3] end as pipeline_id,
         case place when 'rare pipeline' then bench.entry_stage(($3::uuid[])[1])
                    when '1 % pipeline' then bench.entry_stage(($3::uuid[])[2])
                    when 'late pipeline' then bench.entry_stage(($3::uuid[])[4]) when 'rare stage' then ($4::uuid[])[1]
                    when '1 % stage' then ($4::uuid[])[2] when 'late stage' then ($4::uuid[])[4]
                    when 'common stage' then ($4::uuid[])[3]
                    else (select s.id from stages s where s.account_id = $1 and s.name = 'Agendado') end as stage_id
  from (select n, timestamptz '2025-06-01 12:00Z' + n * (interval '365 days' / $2::int) as at,
               case when n % ($2 / 10) = 5 then 'rare pipeline'
                    when n % ($2 / 10) = 6 then 'rare stage'
                    when n > $2 * 0.97 and n % 2 = 0 then 'late pipeline'
                    when n > $2 * 0.97 then 'late stage'
                    when bench.percent(n, 2) = 0 then '1 % pipeline'
                    when bench.percent(n, 2) = 1 then '1 % stage'
                    when bench.percent(n, 3) < 80 then 'common stage' else 'other' end as place
        from generate_series(1, $2::bigint) n) x`;

/**
 * Tags of the filters, by the words of \`COMMONNESS\`. Many leads of the common stage have a common tag. Rows have no order, because
 * leads get tags at any time.
 */
const LEAD_TAGS = `
  insert into lead_tags (account_id, lead_id, tag_id)
  select $1::uuid, s.lead_id, t.id
  from seed_plan s
  join tags t on t.account_id = $1
   and (t.key = 'rare' and s.is_rare or t.key = 'late' and s.is_late or t.key = 'onepercent' and s.share = 99
        or t.key = 'common' and s.share < 50)
  order by md5(s.lead_id::text)`;

/** Inserts entries lead by lead, as the service does. A lead enters its lists at each of `moments`. */
const listEntries = (moments: string): string => `
  insert into list_entries (account_id, list_id, updated_at, lead_id)
  select $1::uuid, e.list_id, date_trunc('milliseconds', m.at), s.lead_id
  from seed_plan s
  cross join lateral (values ${moments}) m (at)
  cross join lateral (
    select $1::uuid as list_id
    union all select unnest(array[s.pipeline_id, s.stage_id])
    union all select t.tag_id from lead_tags t where t.account_id = $1 and t.lead_id = s.lead_id) e
  order by m.at`;

/**
 * Entries of leads that came again, after up to three hundred other leads, and left their earlier places. The earlier places are
 * half of their pages and are never filled again. An index that grew with such leads has twice as many pages.
 */
export const MOVED_LIST_ENTRIES = [
  listEntries(`(s.at), (s.at - (1 + abs(hashint8extended(s.n, 8) % 10)) * interval '1 day')`),
  `delete from list_entries e using seed_plan s
   where e.account_id = $1 and e.lead_id = s.lead_id and e.updated_at < date_trunc('milliseconds', s.at)`,
] as const;

export const LIST_ENTRIES = [listEntries('(s.at)')] as const;

/** Names of people, with accents. Ten leads share a rare name, and 1 % have no name. */
const NAME = `
  case when is_rare then 'Zuleica Prado' when bench.percent(n, 5) = 0 then null
       else (array['Maria', 'José', 'Ana', 'João', 'Antônia', 'Luís', 'Conceição', 'Pedro'])
              [1 + abs(hashint8extended(n, 6) % 8)] || ' ' ||
            (array['Silva', 'Araújo', 'Souza', 'Gonçalves', 'Magalhães', 'Costa', 'Brandão', 'Lima', 'Teles', 'Reis'])
              [1 + abs(hashint8extended(n, 7) % 10)] end`;

/** Words that `wordsOf` makes of a lead with such a name. The part `owner` compares the two. */
const LEAD_WORDS = `
  insert into lead_words (account_id, lead_id, word)
  select $1::uuid, l.id, w.word
  from seed_plan s
  join leads l on l.account_id = $1 and l.id = s.lead_id
  cross join lateral (
    select unnest(string_to_array(translate(lower(l.name), 'áãçéíôõú', 'aaceioou'), ' ')) as word
    union all select '#' || reverse(l.phone)
    union all select '+' || l.phone
    union all select sign || right(l.phone, digits)
      from (values ('-', 9), ('=', 7), ('=', 6), ('=', 5)) place (sign, digits)
    union all select '@' || l.email_key) w
  order by s.n`;

/** Statements in the order of foreign keys. Rows are as large as the service's own, and keys of senders have no order. */
export const ROWS = [
  `insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
   select $1::uuid, conversation_id, '55119' || eight, '5511' || eight, 'api', origin,
          (at at time zone 'America/Sao_Paulo')::date, date_trunc('milliseconds', at) from seed_plan order by n`,
  `insert into leads (account_id, id, conversation_id, copy, phone, name, email, email_key, notes, origin, origin_rule,
                      utm_source, utm_medium, responsible_id, created_at, updated_at, touched_at, contacted_at)
   select $1::uuid, lead_id, conversation_id, 0, '55119' || eight, ${NAME}, 'pessoa' || n || '@example.com',
          'pessoa' || n || '@example.com', 'Pediu retorno pelo site.', origin, 'utm_other', 'site', 'form', ${RESPONSIBLE},
          date_trunc('milliseconds', at), date_trunc('milliseconds', at), date_trunc('milliseconds', at),
          case when bench.percent(n, 10) < 80 then date_trunc('milliseconds', at + interval '1 hour') end
   from seed_plan order by n`,
  LEAD_WORDS,
  LEAD_TAGS,
  `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, value, entered_stage_at, created_at,
                      conversation_id, conversation_day, shares_conversation, handled_at)
   select $1::uuid, deal_id, lead_id, pipeline_id, stage_id, 0, n % 5000, date_trunc('milliseconds', at),
          date_trunc('milliseconds', at), conversation_id,
          (at at time zone 'America/Sao_Paulo')::date, false,
          case when bench.percent(n, 10) < 80 then date_trunc('milliseconds', at + n % 40 * interval '1 day') end
   from seed_plan order by n`,
  `insert into submissions (account_id, id, external_id, claims_external_id, conversation_id, lead_id, pipeline_id, request_id,
                            result, created_at)
   select $1::uuid, submission_id, md5('seed' || n), true, conversation_id, lead_id, pipeline_id, submission_id::text,
          'created', date_trunc('milliseconds', at) from seed_plan order by n`,
  // Every tenth lead has an overdue task.
  `insert into activities (account_id, id, lead_id, type, text, at, due_at)
   select $1::uuid, bench.id(at, $1::uuid::text || 'a' || n), lead_id, 'task', 'Ligar de novo', date_trunc('milliseconds', at),
          timestamptz '2026-06-02 12:00Z' + n % 1000 * interval '1 hour'
   from seed_plan where n % 10 = 0 order by n`,
  // Every tenth lead has come back, half of them unanswered.
  `insert into returns (account_id, lead_id, returned_at, listed_from, sent)
   select $1::uuid, lead_id, date_trunc('milliseconds', at + interval '50 days'),
          case when n % 20 = 1 then date_trunc('milliseconds', at + interval '50 days') end,
          json_build_object('name', ${NAME}, 'email', null, 'notes', 'Ainda tem vaga?', 'campaign', null)
   from seed_plan where n % 10 = 1 order by n`,
  // Every fifth deal has ended, two hundred of each account in July 2026.
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   select $1::uuid, deal_id, lead_id, (select s.id from stages s where s.account_id = $1 and s.name = 'Ganho'), n % 2 = 0,
          case when n % 2 = 0 then n % 5000 end, case when n % 2 = 1 then 'Motivo ' || n % 7 end, date_trunc('milliseconds', at),
          case when n <= 1000 then timestamptz '2026-07-01 12:00Z' + n % 30 * interval '1 day'
               else date_trunc('milliseconds', at + interval '1 day') end, ${RESPONSIBLE}
   from seed_plan where n % 5 = 0 order by n`,
];

/** Reads tables and indexes into the shared buffers. */
export const PREWARM = `
  select pg_prewarm(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'i')`;
