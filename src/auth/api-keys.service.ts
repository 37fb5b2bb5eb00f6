import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../accounts/account.queries';
import { notifyOfKey } from '../accounts/owner-notices';
import { ApiError } from '../common/api-error';
import { MAX_ACTIVE_KEYS } from '../common/limits';
import { Database } from '../database/database';
import { type Permission, PERMISSIONS, hintOf, newApiKey, secretHash } from './api-key';
import { ApiKey } from './api-key.entity';
import { ApiKeyUse } from './api-key-use.entity';

/** A key with the moment of its last use. */
export interface ListedKey {
  readonly key: ApiKey;
  readonly lastUsedAt: Date | undefined;
}

/** The keys of an account (specification, section 5). */
@Injectable()
export class ApiKeysService {
  constructor(private readonly database: Database) {}

  /** All keys of the account, revoked ones included, newest first. */
  async list(accountId: string): Promise<ListedKey[]> {
    const { entities } = this.database;
    const [keys, uses] = await Promise.all([
      entities.find(ApiKey, { where: { accountId }, order: { createdAt: 'DESC', id: 'DESC' } }),
      entities.findBy(ApiKeyUse, { accountId }),
    ]);
    const lastUse = new Map(uses.map((use) => [use.keyId, use.lastUsedAt]));
    return keys.map((key) => ({ key, lastUsedAt: lastUse.get(key.id) }));
  }

  /**
   * Makes a key and tells the owner; the secret is in no other answer. Throws `key_limit_reached` with five active keys,
   * and `unauthorized` when the account has changed hands since `ownerSince`.
   */
  create(
    accountId: string,
    name: string,
    permissions: Permission[],
    ownerSince?: Date,
  ): Promise<{ key: ApiKey; secret: string }> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (ownerSince && account.ownerSince.getTime() !== ownerSince.getTime()) throw new ApiError('unauthorized');
      const active = await tx.entities.findBy(ApiKey, { accountId, revokedAt: IsNull() });
      const slot = freeSlot(active);
      if (!slot) throw new ApiError('key_limit_reached');
      const secret = newApiKey();
      const key = tx.entities.create(ApiKey, {
        accountId,
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
      await notifyOfKey(tx, account, 'api_key.created', key);
      return { key, secret };
    });
  }

  /** Revokes the key, at once and for ever, and tells the owner; again: the same answer. Throws `not_found`. */
  revoke(accountId: string, id: string, ownerSince?: Date): Promise<ApiKey> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (ownerSince && account.ownerSince.getTime() !== ownerSince.getTime()) throw new ApiError('unauthorized');
      const key = await tx.entities.findOneBy(ApiKey, { accountId, id });
      if (!key) throw new ApiError('not_found');
      if (key.revokedAt) return key;
      key.revokedAt = new Date();
      await tx.entities.update(ApiKey, { accountId, id }, { revokedAt: key.revokedAt });
      await notifyOfKey(tx, account, 'api_key.revoked', key);
      return key;
    });
  }
}

function freeSlot(active: ApiKey[]): number | undefined {
  const taken = new Set(active.map((key) => key.slot));
  return Array.from({ length: MAX_ACTIVE_KEYS }, (_, index) => index + 1).find((slot) => !taken.has(slot));
}
