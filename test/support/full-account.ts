import { createHash, randomUUID } from 'node:crypto';
import {
  MAX_ACTIVE_MEMBERS,
  MAX_ACTIVITIES,
  MAX_ACTIVITY_TEXT,
  MAX_ANSWER_BYTES,
  MAX_APPOINTMENT_TEXT,
  MAX_APPOINTMENTS,
  MAX_DEALS,
  MAX_MEMBER_NAME,
  MAX_MOVE_REASON,
  MAX_NAME,
  MAX_NOTES_RECORD,
  MAX_PIPELINES,
  MAX_REFERRER,
  MAX_STAGES,
  MAX_STAGES_OF_ACCOUNT,
  MAX_TAG,
  MAX_TAGS_PER_LEAD,
  MAX_UTM,
} from '../../src/contract/limits';
import { type Signal, SIGNALS } from '../../src/contract/origin';
import { type Drained, drained } from './drained';
import { ENTER_LISTS } from './list-entries';

type Send = (text: string, values: unknown[]) => Promise<unknown>;

export interface FullAccount {
  readonly accountId: string;
  readonly pipelineId: string;
  readonly stageId: string;
  /** A lead with a full record, a hundred tags and a long history. */
  readonly leadId: string;
}

/** More leads than a board shows. */
const LEADS = 2_000;
/** Phones with the most leads that an answer shows, and those with the most deals. */
const [SHARED_PHONES, LEADS_OF_PHONE, BUSY_LEADS] = [12, 50, 120];

/** SQL: a text of so many characters of four bytes, which ends in five digits of `n`. */
const wide = (length: number, n = '0'): string => `repeat('😀', ${length - 5}) || lpad((${n})::text, 5, '0')`;

/** SQL: an id for look-ups, in the order of `n`. */
const idOf = (n: string): string => `('0199bbbb-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

const SIGNAL_COLUMNS = SIGNALS.join(', ');
const signalText = (signal: Signal): string => wide(signal === 'referrer' ? MAX_REFERRER : MAX_UTM);
/** Of the leads of more than one page. */
const SIGNAL_VALUES = SIGNALS.map((signal) => `case when c.n <= 150 then ${signalText(signal)} end`).join(', ');

/** SQL: the columns of a lead after its copy, with texts of the most bytes. */
const LEAD_COLUMNS = `phone, name, email, email_key, notes, origin, origin_rule, created_at, updated_at, touched_at, ${SIGNAL_COLUMNS}`;
const LEAD_VALUES = `c.phone, ${wide(MAX_NAME, 'c.n')}, repeat('e', 225) || c.phone || '@example.com', c.phone || '@example.com',
  ${wide(MAX_NOTES_RECORD)}, c.origin, 'utm_other', c.created_at, c.created_at, c.created_at, ${SIGNAL_VALUES}`;
const NUMBERED = `(select v.*, row_number() over (order by v.phone) as n from conversations v where v.account_id = $1) c`;

/** SQL: the record of a merged lead with its whole history. */
const MERGED = `json_build_object('id', gen_random_uuid(), 'name', ${wide(MAX_NAME)}, 'phone', '5511980000001', 'email', null,
  'tags', array(select t.name from tags t where t.account_id = $1), 'origin', 'organic',
  'utm', json_build_object('source', null, 'medium', null, 'campaign', null), 'deals', array[]::text[],
  'created_at', '2026-01-01T12:00:00.000Z', 'updated_at', '2026-01-01T12:00:00.000Z', 'notes', ${wide(MAX_NOTES_RECORD)},
  'consent', null, 'origin_rule', 'utm_other',
  'attribution', json_build_object(${SIGNALS.map((signal) => `'${signal}', ${signalText(signal)}`).join(', ')}),
  'stage_history', (select json_agg(json_build_object('deal_id', gen_random_uuid(), 'from_stage_id', gen_random_uuid(),
      'to_stage_id', gen_random_uuid(), 'moved_by', 'staff', 'key_id', null, 'moved_at', '2026-01-01T12:00:00.000Z',
      'reason', ${wide(MAX_MOVE_REASON)})) from generate_series(1, 300)))`;

const STATEMENTS = [
  `insert into pipelines (account_id, id, name, is_default, created_at)
   select $1, ${idOf('n')}, ${wide(80, 'n')}, false, now() from generate_series(1, ${MAX_PIPELINES - 1}) n`,
  `insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale, value)
   select $1, gen_random_uuid(), p.id, ${wide(80, 'n')}, n, false, false, false, false, false, 999999999999.99
   from pipelines p, generate_series(6, ${MAX_STAGES}) n where p.account_id = $1 and p.is_default`,
  `insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale, value)
   select $1, gen_random_uuid(), ${idOf('1 + n / 100')}, ${wide(80, 'n')}, 1 + n % 100, false, false, false, false, false, 999999999999.99
   from generate_series(0, ${MAX_STAGES_OF_ACCOUNT} - ${MAX_STAGES} - 1) n`,
  `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
   select s.account_id, gen_random_uuid(), s.id, n, 'notify', now()
   from stages s join pipelines p on p.account_id = $1 and p.id = s.pipeline_id and p.is_default, generate_series(1, 50) n
   where s.account_id = $1`,
  `insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
   select $1, gen_random_uuid(), 5511980000000 + n, 551180000000 + n, 'chat', 'organic', current_date, now() - n * interval '1 minute'
   from generate_series(1, ${LEADS}) n`,
  `insert into leads (account_id, id, conversation_id, copy, ${LEAD_COLUMNS})
   select c.account_id, ${idOf('c.n')}, c.id, 0, ${LEAD_VALUES} from ${NUMBERED}`,
  `insert into leads (account_id, id, conversation_id, copy, ${LEAD_COLUMNS})
   select c.account_id, ${idOf(`${LEADS} + (c.n - 1) * ${LEADS_OF_PHONE} + i`)}, c.id, i, ${LEAD_VALUES}
   from ${NUMBERED}, generate_series(1, ${LEADS_OF_PHONE - 1}) i where c.n <= ${SHARED_PHONES}`,
  `insert into lead_words (account_id, word, lead_id) select account_id, 'ana', id from leads where account_id = $1`,
  `insert into tags select $1, gen_random_uuid(), ${wide(MAX_TAG, 'n')}, ${wide(MAX_TAG, 'n')} from generate_series(1, ${MAX_TAGS_PER_LEAD}) n`,
  `insert into lead_tags select l.account_id, l.id, t.id from leads l, tags t where l.account_id = $1 and t.account_id = $1`,
  `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, value, entered_stage_at, created_at, conversation_id,
     conversation_day, shares_conversation)
   select l.account_id, gen_random_uuid(), l.id, s.pipeline_id, s.id, i, 999999999999.99, l.created_at, l.created_at, l.conversation_id, c.day,
     l.n <= ${BUSY_LEADS} or l.copy > 0
   from (select f.*, row_number() over (order by f.id) as n from leads f where f.account_id = $1) l
   join conversations c on c.account_id = $1 and c.id = l.conversation_id
   join stages s on s.account_id = $1 and s.position = l.n % ${MAX_STAGES} + 1
   join pipelines p on p.account_id = $1 and p.id = s.pipeline_id and p.is_default
   join generate_series(0, ${MAX_DEALS - 1}) i on i = 0 or l.n <= ${BUSY_LEADS}`,
  `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at, reason)
   select d.account_id, gen_random_uuid(), d.lead_id, d.id, d.stage_id, d.stage_id, 'staff', now() - n * interval '1 second', ${wide(MAX_MOVE_REASON)}
   from deals d, generate_series(1, 2000) n where d.account_id = $1 and d.lead_id = ${idOf('1')} and d.copy = 0`,
  `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at, reason)
   select d.account_id, gen_random_uuid(), d.lead_id, d.id, d.stage_id, d.stage_id, 'staff', now() - n * interval '1 second', ${wide(MAX_MOVE_REASON)}
   from deals d join leads l on l.account_id = $1 and l.id = d.lead_id and l.copy > 0, generate_series(1, 100) n
   where d.account_id = $1 and d.copy = 0 and l.phone = '5511980000001'`,
  `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at, merged_created_at, merged_updated_at)
   select $1, gen_random_uuid(), ${idOf('1')}, gen_random_uuid(), ${MERGED}, now() - n * interval '1 second', now(), now()
   from generate_series(1, 60) n`,
  `insert into submissions (account_id, id, external_id, claims_external_id, conversation_id, lead_id, request_id, result, created_at)
   select l.account_id, gen_random_uuid(), lpad(n::text, 100, 'x'), true, l.conversation_id, l.id, gen_random_uuid(), 'updated',
     now() - n * interval '1 second'
   from leads l, generate_series(1, 3000) n where l.account_id = $1 and l.id = ${idOf('1')}`,
  `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at, text)
   select $1, gen_random_uuid(), l.id, now() - n * interval '1 hour', true, now(), ${wide(MAX_APPOINTMENT_TEXT)}
   from leads l, generate_series(1, ${MAX_APPOINTMENTS}) n where l.account_id = $1 and l.id = ${idOf('1')}`,
  `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at, text)
   select $1, gen_random_uuid(), ${idOf('n')}, now(), false, now(), ${wide(MAX_APPOINTMENT_TEXT)} from generate_series(1, 100) n`,
  `insert into activities (account_id, id, lead_id, type, text, at, due_at)
   select $1, gen_random_uuid(), ${idOf('l')}, case when n <= 20 then 'task' else 'note' end, ${wide(MAX_ACTIVITY_TEXT)},
     now() - n * interval '1 second', case when n <= 20 then now() - n * interval '1 second' end
   from generate_series(1, 25) l, generate_series(1, ${MAX_ACTIVITIES}) n`,
  `insert into activities (account_id, id, lead_id, type, text, at, due_at)
   select $1, gen_random_uuid(), ${idOf('l')}, 'task', ${wide(MAX_ACTIVITY_TEXT)}, now(), now() - interval '1 minute'
   from generate_series(26, 110) l, generate_series(1, 20)`,
  `insert into activities (account_id, id, lead_id, type, text, at, due_at)
   select $1, gen_random_uuid(), l.id, 'task', ${wide(MAX_ACTIVITY_TEXT)}, now(), now() from leads l where l.account_id = $1`,
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at)
   select d.account_id, d.id, d.lead_id, d.stage_id, false, null, ${wide(MAX_MOVE_REASON)}, d.created_at, now()
   from deals d where d.account_id = $1`,
  `insert into held_submissions (account_id, id, submission_id, reason, phone, phone_key, body, key_id, key_name, request_id, created_at, state)
   select $1, gen_random_uuid(), gen_random_uuid(), 'ambiguous_lead', '5511980000001', '551180000001',
     json_build_object('phone', '5511980000001', 'notes', repeat('n', 500), 'attribution', json_build_object('referrer', repeat('r', 15000))),
     gen_random_uuid(), ${wide(60)}, gen_random_uuid(), now() - n * interval '1 second', 'held'
   from generate_series(1, 150) n`,
  `insert into notifications (account_id, id, type, subject_id, message, created_at, lead_id)
   select $1, gen_random_uuid(), 'automation.notice', gen_random_uuid(), ${wide(500)}, now() - n * interval '1 second', ${idOf('n')}
   from generate_series(1, 500) n`,
  `insert into audit_entries (account_id, id, at, actor_type, action)
   select $1, ${idOf('n')}, now(), 'operator', 'leads.exported' from generate_series(1, 20000) n`,
  `insert into sessions (account_id, token_hash, id, created_at, expires_at, last_used_at)
   select $1, uuid_send(gen_random_uuid()), gen_random_uuid(), now(), now() + interval '1 day', now() from generate_series(1, 500) n`,
  `insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at, revoked_at)
   select $1, gen_random_uuid(), uuid_send(gen_random_uuid()), ${wide(60)}, array['leads:read'], 'h', 1, now(), now()
   from generate_series(1, 500) n`,
  `insert into member_names select $1, ${idOf('n')}, ${wide(MAX_MEMBER_NAME, 'n')} from generate_series(1, 500) n`,
  `insert into members (account_id, id, role, email, email_key, active, created_at)
   select $1, ${idOf('n')}, 'seller', n || '@example.com', n || '@example.com', n <= 49, now() from generate_series(1, 500) n`,
  `insert into rotas (account_id, pipeline_id, served_to) select $1, p.id, ${idOf('1')} from pipelines p where p.account_id = $1`,
  `insert into rota_members (account_id, pipeline_id, member_id, turn)
   select $1, p.id, ${idOf('n')}, 0 from pipelines p, generate_series(1, ${MAX_ACTIVE_MEMBERS}) n where p.account_id = $1`,
  `insert into lead_assignments
   select $1, gen_random_uuid(), ${idOf('1')}, ${idOf('2')}, ${idOf('1')}, 'staff', ${idOf('1')}, now() - n * interval '1 second'
   from generate_series(1, 2000) n`,
  `update leads set responsible_id = ${idOf('1')} where account_id = $1`,
  `update stage_moves set member_id = ${idOf('1')} where account_id = $1`,
  ENTER_LISTS.replaceAll('any($1::uuid[])', '$1'),
];

/** An import whose rows were all refused, each with the most reasons. */
interface RefusedImport {
  readonly id: string;
  readonly file: string;
}

const REASONS = JSON.stringify(
  Array.from({ length: 50 }, () => ({
    field: 'notes',
    message: 'deve ter até 500 caracteres, sem caracteres de controle',
  })),
);

async function addRefusedImport(send: Send, accountId: string): Promise<RefusedImport> {
  const [id, file] = [randomUUID(), largestFile()];
  await send(
    `insert into imports (account_id, id, file_hash, created_at, leased_until, finished_at) select $1, $2, $3, now(), now(), now()`,
    [accountId, id, createHash('sha256').update(file).digest()],
  );
  await send(
    `insert into import_rows (account_id, import_id, row_number, result, code, fields)
     select $1, $2, n, 'refused', 'validation_error', $3 from generate_series(2, 20001) n`,
    [accountId, id, REASONS],
  );
  return { id, file };
}

/** Fills an account to its limits, or beyond one page. */
export async function fillAccount(send: Send, accountId: string): Promise<RefusedImport> {
  for (const text of STATEMENTS) await send(text, [accountId]);
  const refused = await addRefusedImport(send, accountId);
  await send('analyze', []);
  return refused;
}

export const FULL_LEAD_ID = '0199bbbb-0000-7000-8000-000000000001';
/** The member whose export is the largest. */
const MEMBER_ID = FULL_LEAD_ID;

export interface LargestCall {
  readonly route: string;
  readonly path: string;
  readonly body?: object | string;
  /** The most bytes of the answer; undefined for one that is streamed. */
  readonly most: number | undefined;
  /** Share of the work that one turn of the loop may take, when it is done in slices. */
  readonly share?: number;
}

/** The callers: a key of the account, and the operator acting as its owner. */
export interface Credentials {
  readonly url: string;
  readonly accountId: string;
  readonly key: string;
  readonly operatorToken: string;
}

export function send(
  { url, accountId, key, operatorToken }: Credentials,
  { route, path, body }: LargestCall,
): Promise<Drained> {
  const isFile = typeof body === 'string';
  return drained(url + path, {
    method: route.split(' ', 1)[0] ?? '',
    headers: {
      Authorization: `Bearer ${path.startsWith('/api/') ? key : operatorToken}`,
      'X-Account-Id': accountId,
      ...(body !== undefined && { 'Content-Type': isFile ? 'text/csv' : 'application/json' }),
    },
    body: body === undefined ? undefined : Buffer.from(isFile ? body : JSON.stringify(body)),
  });
}

const FILE_SHARE = 0.4;
/** The parts of an export are small. */
const EXPORT_SHARE = 0.15;
const PAGE = MAX_ANSWER_BYTES;
/** The specification's shapes are whole: a hundred leads, each with a hundred tags and deals, and all stages. */
const PARTNER_PAGE = 6_000_000;

export function largestFile(seed = randomUUID()): string {
  const header = 'telefone;nome;e-mail;etiquetas;anotações;etapa;valor\r\n';
  const row = (n: number): string =>
    `(11) 9${String(80_000_000 + n)};Pessoa ${n} ${seed};p${n}@example.com;um|dois|três;${'n'.repeat(100)};Novo;1.234,56\r\n`;
  return header + Array.from({ length: 20_000 }, (_, n) => row(n)).join('');
}

export const mostAbout = (file: string): number => 4 * Buffer.byteLength(file) + 300 * 20_000 + 64 * 1024;

/** Every heavy route, and every route with a file, list or search, at its largest permitted input. */
export function largestCalls({ pipelineId, stageId, leadId }: FullAccount, imported: RefusedImport): LargestCall[] {
  const list = (path: string): LargestCall => ({
    route: `GET /admin/v1${path.replace(leadId, '{id}').replace(stageId, '{id}').replace(/\?.*/, '')}`,
    path: `/admin/v1${path}${path.includes('?') ? '&' : '?'}limit=100`,
    most: PAGE,
  });
  const file = (path: string, body: string, most: number | undefined): LargestCall => ({
    route: `POST /admin/v1${path.replace(imported.id, '{id}')}`,
    path: `/admin/v1${path}`,
    body,
    most,
    share: FILE_SHARE,
  });
  const { file: own } = imported;
  const other = largestFile();
  return [
    { route: 'GET /api/v1/leads', path: '/api/v1/leads?limit=100', most: PARTNER_PAGE },
    { route: 'GET /api/v1/pipelines', path: '/api/v1/pipelines', most: PAGE },
    list('/leads?q=ana%20551198'),
    list('/leads?order=changed'),
    list('/leads'),
    { route: 'GET /admin/v1/leads', path: '/admin/v1/leads?phone=5511980000001', most: PAGE },
    list('/leads/duplicates'),
    { route: 'GET /admin/v1/campaigns', path: '/admin/v1/campaigns?q=a', most: PAGE },
    { route: 'GET /admin/v1/tags', path: '/admin/v1/tags?q=t', most: PAGE },
    list(`/leads/${leadId}/timeline`),
    list('/notifications'),
    list('/appointments'),
    list('/leads?today=due'),
    list('/leads?today=new'),
    list('/leads?today=idle'),
    { route: 'GET /admin/v1/today', path: '/admin/v1/today', most: PAGE },
    ...['origin', 'campaign', 'stage', 'member', 'loss_reason'].map((by) => ({
      route: 'GET /admin/v1/metrics/breakdown',
      path: `/admin/v1/metrics/breakdown?by=${by}`,
      most: PAGE,
    })),
    list('/audit'),
    list('/held-submissions'),
    list('/imports'),
    list('/sessions'),
    list('/members'),
    { route: 'GET /admin/v1/me', path: '/admin/v1/me', most: PAGE },
    {
      route: 'GET /admin/v1/members/{id}/export',
      path: `/admin/v1/members/${MEMBER_ID}/export`,
      most: undefined,
    },
    list('/api-keys'),
    list('/my-accounts'),
    list(`/stages/${stageId}/automations`),
    { ...list(`/imports/${imported.id}`), route: 'GET /admin/v1/imports/{id}' },
    { route: 'GET /admin/v1/accounts', path: '/admin/v1/accounts?limit=100', most: PAGE },
    { route: 'GET /admin/v1/outbox', path: '/admin/v1/outbox?limit=100', most: PAGE },
    { route: 'GET /admin/v1/leads/{id}', path: `/admin/v1/leads/${leadId}`, most: PAGE },
    {
      route: 'GET /admin/v1/leads/{id}/export',
      path: `/admin/v1/leads/${leadId}/export`,
      most: undefined,
      share: EXPORT_SHARE,
    },
    {
      route: 'POST /admin/v1/people/export',
      path: '/admin/v1/people/export',
      body: { phone: '5511980000001' },
      most: undefined,
      share: EXPORT_SHARE,
    },
    { route: 'GET /admin/v1/pipelines', path: '/admin/v1/pipelines', most: PAGE },
    {
      route: 'GET /admin/v1/pipelines/{id}/board',
      path: `/admin/v1/pipelines/${pipelineId}/board?limit=50`,
      most: PAGE,
    },
    { route: 'GET /admin/v1/metrics/breakdown', path: '/admin/v1/metrics/breakdown', most: PAGE },
    {
      route: 'POST /admin/v1/leads/bulk',
      path: '/admin/v1/leads/bulk',
      body: { lead_ids: Array.from({ length: 100 }, () => randomUUID()), stage_id: stageId },
      most: PAGE,
    },
    { route: 'GET /admin/v1/leads/export.csv', path: '/admin/v1/leads/export.csv', most: undefined, share: FILE_SHARE },
    { route: 'GET /admin/v1/audit/export.csv', path: '/admin/v1/audit/export.csv', most: undefined, share: FILE_SHARE },
    file('/imports', other, PAGE),
    file('/imports/preview', own, mostAbout(own)),
    file(`/imports/${imported.id}/refused.csv`, own, mostAbout(own)),
  ];
}
