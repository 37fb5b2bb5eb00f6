import { acrossAccounts, type Queryable } from '../database/sql';
import type { Caller } from './caller';

/**
 * Every request runs this, uncached: so a revocation, and a change of the account's plan, holds for the next request on
 * every instance. accounts and api_keys are the two tables that are found without knowing the account.
 */
export const FIND_CALLER = acrossAccounts(
  `select json_build_object('id', k.id, 'name', k.name, 'permissions', k.permissions) as key,
          a.id, a.plan_api as "planApi", a.plan_auto_origin as "planAutoOrigin", a.licence_active as "licenceActive",
          a.comercial_enabled as "comercialEnabled", a.cursor_secret as "cursorSecret"
   from api_keys k
   join accounts a on a.id = k.account_id
   where k.hash = $1 and k.revoked_at is null`,
  'find_caller',
);

/** The active key with this SHA-256 and its account. */
export async function findCaller(db: Queryable, keyHash: Buffer): Promise<Caller | undefined> {
  const row = await db.row<Caller['account'] & { key: Caller['key'] }>(FIND_CALLER, [keyHash]);
  if (!row) return undefined;
  const { key, ...account } = row;
  return { account, key };
}
