import { MAX_KEY_REFUSALS } from '../../contract/limits';
import type { KeyRefusal } from '../../contract/key';
import { map, prepared, readRow, write } from '../../database/query';

const ADD_REFUSALS = prepared(
  'add_key_refusals',
  `insert into key_refusals (account_id, key_id, refusals) values ($1, $2, $3)
   on conflict (account_id, key_id) do update
   set refusals = jsonb_path_query_array(excluded.refusals || key_refusals.refusals, '$[0 to ${MAX_KEY_REFUSALS - 1}]')`,
);

/** Adds refusals, newest first; the oldest ones are dropped. */
export const addKeyRefusals = (accountId: string, keyId: string, refusals: readonly KeyRefusal[]) =>
  write(ADD_REFUSALS, [accountId, keyId, JSON.stringify(refusals)]);

const FIND_REFUSALS = prepared(
  'find_key_refusals',
  `select (select r.refusals from key_refusals r where r.account_id = $1 and r.key_id = k.id) as refusals
   from api_keys k where k.account_id = $1 and k.id = $2`,
);

/** Refusals of a key, newest first; undefined for a key that the account lacks. */
export const findKeyRefusals = (accountId: string, keyId: string) =>
  map(
    readRow<{ refusals: readonly KeyRefusal[] | null }>(FIND_REFUSALS, [accountId, keyId]),
    (row) => row && (row.refusals ?? []),
  );
