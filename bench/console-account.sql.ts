import { ENTER_LISTS } from '../test/support/list-entries';

/**
 * Statements that fill an account of the part `console`: $1 is the account, $2 the number of leads, which came evenly over the last 13
 * months up to now. What grows with the leads are contacts, deals, moves, closings, activities, notices and the audit trail. What people keep
 * short is the same in every account: appointments and tasks of a day, held submissions, imports, members.
 */

const DAYS = 395;
const APPOINTMENTS_A_DAY = 8;
const TASKS_A_DAY = 4;

/** SQL: a number below 100 that is the same in every run. */
const percent = (salt: number, n = 'n'): string => `abs(hashint8extended(${n}, ${salt}) % 100)::int`;
const oneOf = (salt: number, values: readonly string[]): string =>
  `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + abs(hashint8extended(n, ${salt}) % ${values.length})::int]`;
/** SQL: an id that begins with the milliseconds of its time, as the service makes them. */
const idAt = (at: string): string =>
  `(lpad(to_hex(floor(extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 4, 15))::uuid`;
const memberOf = (salt: number): string =>
  `(select m.ids[1 + abs(hashint8extended(n, ${salt}) % cardinality(m.ids))::int] from (select array_agg(id order by id) as ids from members where account_id = $1) m)`;

const ORIGIN = oneOf(1, ['network_a_ads', 'social', 'network_b_ads', 'organic', 'referral', 'untracked', 'direct']);

const PEOPLE = [
  `insert into members (account_id, id, role, email, email_key, active, created_at)
   select $1::uuid, gen_random_uuid(), 'seller', n || '@example.com', n || '@example.com', true, now() - interval '${DAYS} days'
   from generate_series(1, 6) n`,
  `insert into member_names (account_id, id, name)
   select account_id, id, 'Vendedor ' || email from members where account_id = $1 and role = 'seller'`,
  `insert into sources (account_id, id, kind, name, active, slot, hint, tags, consent, mapping, created_at)
   select $1::uuid, gen_random_uuid(), 'webhook', 'Fonte ' || n, true, n, 'h', '{}', false, '[]', now() - interval '${DAYS} days'
   from generate_series(1, 8) n`,
  `insert into tags select $1::uuid, gen_random_uuid(), name, name from unnest(array['site', 'evento', 'loja', 'retorno', 'vip']) name`,
];

/** One row for each lead. Of those that came over a month ago most have ended. */
const PLAN = [
  `create temp table plan on commit drop as
   select p.*, ${idAt('at')} as contact_id, ${idAt('at')} as lead_id, ${idAt('at')} as deal_id,
     case when is_old and place < 25 or place < 5 then 'Ganho' when is_old and place < 85 or place < 15 then 'Perdido'
          else ${oneOf(2, ['Novo', 'Em contato', 'Agendado'])} end as stage
   from (select n, date_trunc('milliseconds', at) as at, at < now() - interval '30 days' as is_old, ${percent(3)} as place,
           ${ORIGIN} as origin, '55119' || lpad((80000000 + n)::text, 8, '0') as phone,
           case when ${percent(4)} >= 5 then ${memberOf(5)} end as member_id
         from (select n, now() - interval '${DAYS} days' * (1 - (n - 0.5) / $2::int) as at from generate_series(1, $2::int) n) t) p`,
  'analyze plan',
];

const LEAD_COLUMNS = `account_id, id, conversation_id, copy, phone, name, email, email_key, notes, origin, origin_rule, utm_source,
  utm_medium, utm_campaign, responsible_id, source_id, created_at, updated_at, touched_at, contacted_at`;
const LEAD_VALUES = `phone, ${oneOf(6, ['Maria', 'José', 'Ana', 'João', 'Luís', 'Pedro'])} || ' ' ||
    ${oneOf(7, ['Silva', 'Araújo', 'Souza', 'Costa', 'Lima', 'Teles'])}, 'pessoa' || n || '@example.com', 'pessoa' || n || '@example.com',
  'Pediu retorno pelo site.', origin, 'utm_other', ${oneOf(8, ['instagram', 'google', 'newsletter'])}, 'cpc',
  'campanha ' || ${percent(9)} % 40, member_id,
  (select s.ids[1 + ${percent(10)} % 9] from (select array_agg(id order by id) as ids from sources where account_id = $1) s),
  at, at, at, case when is_old or ${percent(11)} < 90 then least(now(), at + ${percent(12)} * interval '5 minutes') end`;

const LEADS = [
  `insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
   select $1::uuid, contact_id, phone, phone, 'api', origin, (at at time zone 'America/Sao_Paulo')::date, at from plan order by n`,
  `insert into leads (${LEAD_COLUMNS}) select $1::uuid, lead_id, contact_id, 0, ${LEAD_VALUES} from plan order by n`,
  // Every fiftieth phone has a second lead.
  `insert into leads (${LEAD_COLUMNS})
   select $1::uuid, ${idAt('at')}, contact_id, 1, ${LEAD_VALUES} from plan where n % 50 = 0 order by n`,
  `insert into lead_words (account_id, lead_id, word)
   select $1::uuid, id, word from leads l,
     unnest(string_to_array(translate(lower(name), 'áãçéíôõú', 'aaceioou'), ' ') || array['#' || reverse(phone), '+' || phone, '@' || email_key]) word
   where account_id = $1`,
  `insert into lead_tags (account_id, lead_id, tag_id)
   select $1::uuid, lead_id, t.id from plan, tags t where t.account_id = $1 and ${percent(13, 'n + hashtext(t.key)')} < 20`,
  `insert into submissions (account_id, id, claims_external_id, conversation_id, lead_id, request_id, result, created_at)
   select $1::uuid, ${idAt('at')}, false, contact_id, lead_id, 'r', 'created', at from plan order by n`,
];

const STAGE = `stages s where s.account_id = $1 and s.name = p.stage`;
/** SQL: when a deal of the plan ended, or was last moved. */
const MOVED_AT = `least(now(), at + ${percent(14)} * interval '8 hours')`;

const DEALS = [
  `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, value, entered_stage_at, created_at, conversation_id,
     conversation_day, shares_conversation, handled_at)
   select $1::uuid, deal_id, lead_id, s.pipeline_id, s.id, 0, n % 5000, date_trunc('milliseconds', ${MOVED_AT}), at, contact_id,
     (at at time zone 'America/Sao_Paulo')::date, n % 50 = 0, date_trunc('milliseconds', ${MOVED_AT})
   from plan p, ${STAGE} order by n`,
  `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at, member_id)
   select $1::uuid, ${idAt('at')}, lead_id, deal_id, e.id, s.id, 'staff', date_trunc('milliseconds', ${MOVED_AT}), member_id
   from plan p, ${STAGE.replace('where', 'join stages e on e.account_id = s.account_id and e.pipeline_id = s.pipeline_id and e.is_entry where')} and not s.is_entry`,
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   select $1::uuid, deal_id, lead_id, s.id, s.is_won, case when s.is_won then n % 5000 end,
     case when s.is_lost then 'Motivo ' || n % 9 end, at, date_trunc('milliseconds', ${MOVED_AT}), member_id
   from plan p, ${STAGE} and (s.is_won or s.is_lost)`,
];

const HISTORY = [
  `insert into activities (account_id, id, lead_id, type, text, reached, at, member_id)
   select $1::uuid, ${idAt('at')}, lead_id, 'call', 'Quer uma visita na semana que vem.', true, at, member_id
   from plan cross join generate_series(1, 2) order by n`,
  // Every twentieth lead has come back.
  `insert into returns (account_id, lead_id, returned_at, listed_from, sent)
   select $1::uuid, lead_id, least(now(), at + interval '20 days'), case when n % 200 = 0 then at end,
     json_build_object('name', null, 'email', null, 'notes', 'Ainda tem vaga?', 'campaign', null)
   from plan where n % 20 = 0`,
  `insert into notifications (account_id, id, type, subject_id, message, created_at, lead_id)
   select $1::uuid, ${idAt('at')}, 'automation.notice', gen_random_uuid(), 'O lead ' || lead_id || ' está parado.', at, lead_id
   from plan where n % 5 = 0 order by n`,
  `insert into audit_entries (account_id, id, at, actor_type, actor_id, action, subject_type, subject_id, lead_id, details)
   select $1::uuid, ${idAt('at')}, at, 'member', member_id, 'lead.phone', 'lead', lead_id, lead_id, '{}'
   from plan where member_id is not null order by n`,
];

/** SQL: days around today as `day`, and leads for them. */
const AROUND = (
  from: number,
  to: number,
  each: number,
): string => `generate_series(${from}, ${to}) d cross join generate_series(1, ${each}) i
   join (select lead_id, member_id, row_number() over (order by n desc) as nth from plan) p on p.nth = 1 + ((d + 100) * ${each} + i) % least($2::int, 400)`;

const PLANNED = [
  `insert into appointments (account_id, id, lead_id, starts_at, attended, missed, created_at, member_id, text)
   select $1::uuid, gen_random_uuid(), p.lead_id,
     ((now() at time zone 'America/Sao_Paulo')::date + d + time '09:00' + i * interval '1 hour') at time zone 'America/Sao_Paulo',
     d < 0 and i % 4 > 0, d < 0 and i % 4 = 0, now(), p.member_id, 'Visita'
   from ${AROUND(-90, 30, APPOINTMENTS_A_DAY)}`,
  `insert into activities (account_id, id, lead_id, type, text, at, due_at, member_id)
   select $1::uuid, gen_random_uuid(), p.lead_id, 'task', 'Ligar de novo', now(),
     ((now() at time zone 'America/Sao_Paulo')::date + d + time '09:30' + i * interval '1 hour') at time zone 'America/Sao_Paulo', p.member_id
   from ${AROUND(-3, 30, TASKS_A_DAY)}`,
  `insert into imports (account_id, id, file_hash, created_at, leased_until, finished_at, file_name, counts)
   select $1::uuid, gen_random_uuid(), int4send(n), now(), now(), now(), 'leads.csv', array[10, 0, 0, 0, 0, 10] from generate_series(1, 20) n`,
];

/** All statements, for one transaction. */
export const FILL_ACCOUNT: readonly string[] = [
  ...PEOPLE,
  ...PLAN,
  ...LEADS,
  ...DEALS,
  ...HISTORY,
  ...PLANNED,
  ENTER_LISTS.replaceAll('any($1::uuid[])', '$1'),
];
