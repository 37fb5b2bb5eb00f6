import { createHash } from 'node:crypto';
import {
  MAX_ACTIVE_KEYS,
  MAX_ACTIVE_MEMBERS,
  MAX_AUTOMATIONS,
  MAX_DEVICE,
  MAX_FIELD_ERRORS,
  MAX_FILE_NAME,
  MAX_HOST_NAME,
  MAX_IDLE_DAYS,
  MAX_IMPORT_BYTES,
  MAX_BULK_JOB_LEADS,
  MAX_IMPORT_ROWS,
  MAX_KEY_NAME,
  MAX_KEY_REFUSALS,
  REFUSAL_DAYS,
  MAX_LOSS_REASON,
  MAX_LOSS_REASONS,
  MAX_MESSAGE_TEMPLATES,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_TEXT,
  MAX_MEMBER_NAME,
  MAX_MEMBERS,
  MAX_PIPELINES,
  MAX_SITE_DOMAINS,
  MAX_STAGES,
  MAX_STAGES_OF_ACCOUNT,
} from '../../src/contract/limits';
import { ERROR_CODES } from '../../src/contract/error';
import { idOf, sqlIdOf, wide } from './full-ids';
import { LEAD_STATEMENTS, LEADS, phoneOf } from './full-leads';
import { addSources } from './full-sources';

type Send = (text: string, values: unknown[]) => Promise<unknown>;

/** Characters of the name of a pipeline or a stage. */
export const MAX_PIPELINE_NAME = 80;
/** Rows of kinds that nothing limits, for many pages. */
const MANY = 5_000;
/** Finished imports with the most rows. */
const IMPORTS = 20;
/** The seller of all leads, one without any, and one who left. */
export const SELLER = 1;
export const FORMER_SELLER = MAX_ACTIVE_MEMBERS;
/** The stages that the account has from its opening stay in a pipeline of their own. */
const FIRST_STAGES = `(select count(*)::int from stages where account_id = $1)`;
const STAGE_COLUMNS =
  'account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale, value';

const PIPELINES = [
  `update pipelines set is_default = false where account_id = $1`,
  `insert into pipelines (account_id, id, name, is_default, created_at)
   select $1, ${sqlIdOf('pipeline', 'n')}, ${wide(MAX_PIPELINE_NAME, 'n')}, n = 1, now() from generate_series(1, ${MAX_PIPELINES - 1}) n`,
  // The default pipeline and six more have as many stages as they can.
  `insert into stages (${STAGE_COLUMNS})
   select $1, ${sqlIdOf('stage', 'n')}, ${sqlIdOf('pipeline', `1 + (n - 1) / ${MAX_STAGES}`)}, ${wide(MAX_PIPELINE_NAME, 'n')},
     1 + (n - 1) % ${MAX_STAGES}, n % ${MAX_STAGES} = 1, n % ${MAX_STAGES} = ${MAX_STAGES - 1}, n % ${MAX_STAGES} = 0, false, false, 999999999999.99
   from generate_series(1, ${MAX_STAGES_OF_ACCOUNT} - ${FIRST_STAGES}) n`,
  `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
   select $1, ${sqlIdOf('automation', `(s - 1) * ${MAX_AUTOMATIONS} + n`)}, ${sqlIdOf('stage', 's')}, ${MAX_IDLE_DAYS}, 'notify', now()
   from generate_series(1, ${MAX_STAGES}) s, generate_series(1, ${MAX_AUTOMATIONS}) n`,
];

const MEMBERS = [
  `insert into member_names select $1, ${sqlIdOf('member', 'n')}, ${wide(MAX_MEMBER_NAME, 'n')} from generate_series(1, ${MAX_MEMBERS - 1}) n`,
  `insert into members (account_id, id, role, email, email_key, active, created_at)
   select $1, ${sqlIdOf('member', 'n')}, 'seller', n || '@example.com', n || '@example.com', n < ${MAX_ACTIVE_MEMBERS}, now()
   from generate_series(1, ${MAX_MEMBERS - 1}) n`,
  `insert into rotas (account_id, pipeline_id, served_to) select $1, p.id, ${sqlIdOf('member', '1')} from pipelines p where p.account_id = $1`,
  `insert into rota_members (account_id, pipeline_id, member_id, turn)
   select $1, p.id, m.id, 0 from pipelines p, members m where p.account_id = $1 and m.account_id = $1 and m.active and m.role = 'seller'`,
  `insert into sessions (account_id, token_hash, id, created_at, expires_at, last_used_at, device, member_id)
   select $1, uuid_send(gen_random_uuid()), ${sqlIdOf('session', 'n')}, now(), now() + interval '1 day', now(), repeat('😀', ${MAX_DEVICE}),
     ${sqlIdOf('member', `1 + n % ${MAX_ACTIVE_MEMBERS - 1}`)}
   from generate_series(1, ${MANY}) n`,
];

const KEYS = [
  // One slot is left for the caller's key.
  `insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at, revoked_at)
   select $1, ${sqlIdOf('key', 'n')}, uuid_send(gen_random_uuid()), ${wide(MAX_KEY_NAME, 'n')}, array['leads:read'], 'h',
     case when n < ${MAX_ACTIVE_KEYS} then n + 1 else 1 end, now(), case when n >= ${MAX_ACTIVE_KEYS} then now() end
   from generate_series(1, ${MANY}) n`,
  `insert into key_refusals select $1, id, (select jsonb_agg(jsonb_build_object('at', now(), 'route', 'PATCH /api/v1/leads/{id}', 'status', 422,
       'code', 'validation_error', 'fields', array(select 'attribution.utm_campaign' from generate_series(1, ${MAX_FIELD_ERRORS}))))
     from generate_series(1, ${MAX_KEY_REFUSALS}))
   from api_keys where account_id = $1 and revoked_at is null`,
  // Of each day all codes, and of each code as many fields as the largest body has.
  `insert into key_refusal_days
   select $1, id, (now() at time zone 'America/Sao_Paulo')::date - ago, code, case when n > 0 then 'attribution.utm_campaign ' || n else '' end, 1000000
   from api_keys, generate_series(0, ${REFUSAL_DAYS - 1}) ago, unnest(array[${ERROR_CODES.map((code) => `'${code}'`).join()}]) code,
     generate_series(0, case when code = 'validation_error' then ${MAX_FIELD_ERRORS} else 0 end) n
   where account_id = $1 and revoked_at is null`,
];

const REST = [
  `update accounts set site_domains = array(select lpad(n::text, ${MAX_HOST_NAME}, 'd') from generate_series(1, ${MAX_SITE_DOMAINS}) n),
     loss_reasons = array(select ${wide(MAX_LOSS_REASON, 'n')} from generate_series(1, ${MAX_LOSS_REASONS}) n), name = ${wide(120)},
     message_templates = (select json_agg(json_build_object('name', ${wide(MAX_TEMPLATE_NAME, 'n')}, 'text', ${wide(MAX_TEMPLATE_TEXT, 'n')}))
                          from generate_series(1, ${MAX_MESSAGE_TEMPLATES}) n)
   where id = $1`,
  `insert into held_submissions (account_id, id, submission_id, reason, phone, phone_key, body, key_id, key_name, request_id, created_at, state)
   select $1, ${sqlIdOf('held', 'n')}, gen_random_uuid(), 'ambiguous_lead', '${phoneOf(3)}', '551180000003',
     json_build_object('phone', '${phoneOf(3)}', 'notes', ${wide(500)}, 'attribution', json_build_object('referrer', repeat('r', 13000))),
     gen_random_uuid(), ${wide(MAX_KEY_NAME)}, gen_random_uuid(), now() - n * interval '1 second', 'held'
   from generate_series(1, ${MANY}) n`,
  `insert into notifications (account_id, id, type, subject_id, message, created_at, lead_id)
   select $1, ${sqlIdOf('notification', 'n')}, 'automation.notice', gen_random_uuid(), ${wide(500)}, now() - n * interval '1 second', ${sqlIdOf('lead', 'n')}
   from generate_series(1, ${MANY}) n`,
  `insert into audit_entries (account_id, id, at, actor_type, actor_id, action, subject_type, subject_id)
   select $1, ${sqlIdOf('lead', 'n')}, now(), 'member', ${sqlIdOf('member', '1')}, 'activity.changed', 'lead', ${sqlIdOf('lead', 'n')}
   from generate_series(1, 10 * ${MANY}) n`,
  `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at, dead_at, last_error)
   select $1, ${sqlIdOf('outbox', 'n')}, 'api_key.created', n || '@example.com', jsonb_build_object('name', ${wide(MAX_KEY_NAME)}), now(), now(), now(), ${wide(300)}
   from generate_series(1, 500) n`,
];

/** Reasons for which a row is refused, the most. */
const REASONS = JSON.stringify(
  Array.from({ length: MAX_FIELD_ERRORS }, () => ({
    field: 'notes',
    message: 'deve ter até 500 caracteres, sem caracteres de controle',
  })),
);

/** A file with the most rows. */
export function largestFile(name: string): string {
  const header = 'telefone;nome;e-mail;etiquetas;anotações;etapa;valor\r\n';
  const notes = 'n'.repeat(Math.floor(MAX_IMPORT_BYTES / MAX_IMPORT_ROWS) - 110);
  const row = (n: number): string =>
    `(11) 9${String(80_000_000 + n)};Pessoa ${n} ${name};p${n}@example.com;um|dois|três;${notes};Novo;1.234,56\r\n`;
  return header + Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => row(n)).join('');
}

/** The file of an import whose rows were all refused, each with the most reasons. */
export const REFUSED_FILE = largestFile('recusada');
export const REFUSED_IMPORT_ID = idOf('import', IMPORTS);

async function addImports(send: Send, accountId: string): Promise<void> {
  const hash = createHash('sha256').update(REFUSED_FILE).digest();
  await send(
    `insert into imports (account_id, id, file_hash, created_at, leased_until, finished_at, file_name)
     select $1, ${sqlIdOf('import', 'n')}, case when n = ${IMPORTS} then $2 else int4send(n) end, now(), now(), now(), repeat('😀', ${MAX_FILE_NAME})
     from generate_series(1, ${IMPORTS}) n`,
    [accountId, hash],
  );
  await send(
    `insert into import_rows (account_id, import_id, row_number, result, code, fields)
     select $1, ${sqlIdOf('import', 'i')}, n, case when i = ${IMPORTS} then 'refused' else 'created' end,
       case when i = ${IMPORTS} then 'validation_error' end, case when i = ${IMPORTS} then $2::json end
     from generate_series(1, ${IMPORTS}) i, generate_series(2, ${MAX_IMPORT_ROWS + 1}) n`,
    [accountId, REASONS],
  );
}

async function addBulkJobs(send: Send, accountId: string): Promise<void> {
  await send(
    `insert into bulk_jobs (account_id, id, change, state, created_at, leased_until, finished_at)
     select $1, ${sqlIdOf('bulk-job', 'n')}, '{"add_tags":["a"]}', 'finished', now(), now(), now() from generate_series(1, ${LISTED_JOBS}) n`,
    [accountId],
  );
  await send(
    `insert into bulk_job_leads (account_id, bulk_job_id, lead_id, result)
     select $1, ${sqlIdOf('bulk-job', 'j')}, ${sqlIdOf('lead', 'n')}, 'unchanged'
     from generate_series(1, ${LISTED_JOBS}) j, generate_series(1, ${MAX_BULK_JOB_LEADS}) n`,
    [accountId],
  );
}

const LISTED_JOBS = 5;

/** Fills an account to all limits, and with many of what nothing limits. */
export async function fillAccount(send: Send, accountId: string, leads = LEADS): Promise<void> {
  const values = [accountId, leads];
  for (const text of [...PIPELINES, ...MEMBERS, ...LEAD_STATEMENTS, ...KEYS, ...REST])
    await send(
      text,
      values.filter((_, index) => text.includes(`$${index + 1}`)),
    );
  await addImports(send, accountId);
  await addBulkJobs(send, accountId);
  await addSources(send, accountId);
  await send('analyze', []);
}
