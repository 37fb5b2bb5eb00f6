import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type LockedAccount, lockAccount } from '../accounts/account.queries';
import { notifyOfKey } from '../accounts/tell-owner';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { ApiError } from '../common/api-error';
import { type Permission, PERMISSIONS } from '../contract/key';
import { MAX_ACTIVE_KEYS } from '../contract/limits';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { hintOf, newApiKey, secretHash } from './api-key';
import { ApiKey } from './api-key.entity';
import { type ListedKey, listKeys } from './auth.queries';

/** A key as it is made; the secret is shown only once. */
interface NewKey {
  readonly key: ListedKey;
  readonly secret: string;
}

/** Adds a key and tells the owner, inside the caller's transaction, which holds the account's lock. Throws `key_limit_reached`. */
export async function addKey(
  tx: Transaction,
  account: LockedAccount,
  name: string,
  permissions: readonly Permission[],
  actor: Actor,
): Promise<NewKey> {
  const active = await tx.entities.findBy(ApiKey, { accountId: account.id, revokedAt: IsNull() });
  const slot = freeSlot(active);
  if (!slot) throw new ApiError('key_limit_reached');
  const secret = newApiKey();
  const key = tx.entities.create(ApiKey, {
    accountId: account.id,
    id: uuidv7(),
    hash: secretHash(secret),
    name,
    permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
    hint: hintOf(secret),
    slot,
    createdAt: new Date(),
    revokedAt: null,
  });
  await tx.entities.insert(ApiKey, key);
  await tx.send([
    notifyOfKey(account, 'api_key.created', key),
    recordAudit(account.id, actor, 'api_key.created', { type: 'api_key', id: key.id }),
  ]);
  return { key: { ...key, lastUsedAt: null }, secret };
}

/** The keys of an account (specification, section 5). */
@Injectable()
export class ApiKeysService {
  constructor(private readonly database: Database) {}

  /** All keys of the account, revoked ones included, newest first. */
  list(accountId: string): Promise<ListedKey[]> {
    return this.database.read(listKeys(accountId));
  }

  /**
   * Makes a key and tells the owner; the secret is in no other answer. Throws `key_limit_reached` with five active keys,
   * and `unauthorized` when the account has changed its owner since `ownerSince`.
   */
  create(accountId: string, name: string, permissions: Permission[], actor: Actor, ownerSince?: Date): Promise<NewKey> {
    return this.database.transaction(async (tx) => {
      const account = await tx.send(lockAccount(accountId));
      if (ownerSince && account.ownerSince.getTime() !== ownerSince.getTime()) throw new ApiError('unauthorized');
      return addKey(tx, account, name, permissions, actor);
    });
  }

  /** Revokes the key, at once and for ever, and tells the owner; a repeated call gets the same answer. Throws `not_found`. */
  revoke(accountId: string, id: string, actor: Actor, ownerSince?: Date): Promise<ListedKey> {
    return this.database.transaction(async (tx) => {
      const account = await tx.send(lockAccount(accountId));
      if (ownerSince && account.ownerSince.getTime() !== ownerSince.getTime()) throw new ApiError('unauthorized');
      const key = (await tx.send(listKeys(accountId))).find((one) => one.id === id);
      if (!key) throw new ApiError('not_found');
      if (key.revokedAt) return key;
      const revokedAt = new Date();
      await tx.entities.update(ApiKey, { accountId, id }, { revokedAt });
      await tx.commit([
        notifyOfKey(account, 'api_key.revoked', key),
        recordAudit(accountId, actor, 'api_key.revoked', { type: 'api_key', id }),
      ]);
      return { ...key, revokedAt };
    });
  }
}

function freeSlot(active: ApiKey[]): number | undefined {
  const taken = new Set(active.map((key) => key.slot));
  return Array.from({ length: MAX_ACTIVE_KEYS }, (_, index) => index + 1).find((slot) => !taken.has(slot));
}
