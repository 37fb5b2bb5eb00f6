import {
  MAX_ACTIVE_SOURCES,
  MAX_DELIVERY_VALUES,
  MAX_FORM_TEXT,
  MAX_SOURCE_NAME,
  MAX_SOURCES,
  MAX_TAG,
} from '../../src/contract/limits';
import { secretHash } from '../../src/auth/keys/api-key';
import { idOf, sqlIdOf, tokenOf, wide } from './full-ids';

/** Deliveries that wait with the most fields: more than a page shows. */
const LARGE = 120;
/** Deliveries of one person. */
export const OF_PERSON = 200;
/** The path of a field that is deep in a body. */
const LONG_PATH = 200;

const SOURCES = [
  // One place is left for a new one, and one among the active ones.
  `insert into sources (account_id, id, kind, name, active, slot, hint, slug, tags, consent, mapping, form, created_at)
   select $1, ${sqlIdOf('source', 'n')}, k.kind, ${wide(MAX_SOURCE_NAME, 'n')}, n < ${MAX_ACTIVE_SOURCES}, least(n, ${MAX_ACTIVE_SOURCES}), 'hhhh',
     case when k.kind = 'form' then lpad(n::text, 12, '0') end, array(select ${wide(MAX_TAG, 't')} from generate_series(1, 5) t), false,
     (select json_agg(json_build_object('path', ${wide(LONG_PATH, 'm')}, 'field', 'notes')) from generate_series(1, 15) m),
     case when k.kind = 'form' then json_build_object('text', ${wide(MAX_FORM_TEXT)}) end, now()
   from generate_series(1, ${MAX_SOURCES - 1}) n, lateral (select case when n % 2 = 0 then 'form' else 'webhook' end as kind) k`,
  `insert into source_days (account_id, source_id, day, last_at, received, problems, spam, submitted)
   select account_id, id, current_date - n, now(), 9, 9, 9, 0 from sources, generate_series(0, 60) n where account_id = $1`,
  `insert into deliveries (account_id, id, source_id, received_at, result, reason, content_type, body, digits, fields, left_out, request_id)
   with large as materialized (
     select json_agg(json_build_object('path', 'telefone ' || k, 'label', 'telefone ' || k, 'value', k::text, 'field', null, 'guessed', false)) as fields,
       convert_to(json_object_agg('telefone ' || k, 1190000000 + k)::text, 'UTF8') as body, string_agg((1190000000 + k)::text, ' ') as digits
     from generate_series(1, ${MAX_DELIVERY_VALUES}) k)
   select $1, ${sqlIdOf('delivery', 'n')}, ${sqlIdOf('source', '1')}, now(), 'held', 'two_phones', 'application/json', body, digits, fields, '[]', 'r'
   from large, generate_series(1, ${LARGE}) n`,
  `insert into deliveries (account_id, id, source_id, received_at, result, lead_id, phone_key, body, fields, left_out, request_id, settled_at)
   select $1, ${sqlIdOf('delivery', `${LARGE} + n`)}, ${sqlIdOf('source', '1')}, now(), 'created', ${sqlIdOf('lead', '1')}, '551180000001', '{}', '[]', '[]', 'r', now()
   from generate_series(1, ${OF_PERSON}) n`,
];

/** Fills an account with sources and what came to them. */
export async function addSources(send: (text: string, values: unknown[]) => Promise<unknown>, accountId: string) {
  for (const text of SOURCES) await send(text, [accountId]);
  await send('insert into source_addresses (account_id, source_id, id, hash) values ($1, $2, $2, $3)', [
    accountId,
    idOf('source', 1),
    secretHash(tokenOf(accountId)),
  ]);
}
