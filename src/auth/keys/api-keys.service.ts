import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type LockedAccount, lockAccount } from '../../accounts/account.queries';
import { notifyOfKey } from '../../accounts/notifications';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { brasiliaDay } from '../../common/brasilia-time';
import { ApiError, missing } from '../../common/api-error';
import { LAST_ID, loadPage, type Page, type PagedAccount, type PageQuery } from '../../common/input/paging';
import { type KeyRefusal, type KeyRefusalDay, type Permission, PERMISSIONS } from '../../contract/key';
import { MAX_ACTIVE_KEYS, REFUSAL_DAYS } from '../../contract/limits';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { hintOf, newSecret, secretHash } from './api-key';
import { ApiKey } from './api-key.entity';
import {
  endKey,
  findKey,
  type ListedKey,
  listKeys,
  renameKey,
  settleEndedKeys,
  findKeyRefusals,
  listKeyRefusalDays,
} from './api-keys.queries';
import { measured } from '../../common/process/jobs';
import { prepared, write } from '../../database/query';
import { DAY_MS, MINUTE_MS } from '../../contract/durations';

const measuredUse = measured('key_uses');

const RECORD_USE = prepared(
  'record_key_use',
  `insert into api_key_uses (account_id, key_id, last_used_at) values ($1, $2, $3)
   on conflict (account_id, key_id) do update set last_used_at = excluded.last_used_at
   where api_key_uses.last_used_at <= $4`,
);

/** Last use of keys, written at most once a minute per key; requests never wait for it. */
@Injectable()
export class KeyUsesService {
  /** Last write of each key by this process, in milliseconds. The statement applies the limit across instances. */
  private readonly written = new Map<string, number>();

  constructor(private readonly database: Database) {}

  record(accountId: string, keyId: string): void {
    const now = Date.now();
    if (now - (this.written.get(keyId) ?? 0) < MINUTE_MS) return;
    this.written.set(keyId, now);
    void measuredUse(async () => {
      await this.database
        .as('partner')
        .write(write(RECORD_USE, [accountId, keyId, new Date(now), new Date(now - MINUTE_MS)]));
    });
  }
}

/** New key; its secret is shown only once. */
interface NewKey {
  readonly key: ListedKey;
  readonly secret: string;
}

/** Adds a key and notifies the owner, in the caller's transaction, which holds the account's lock. Throws `key_limit_reached`. */
export async function addKey(
  tx: Transaction,
  account: LockedAccount,
  name: string,
  permissions: readonly Permission[],
  actor: Actor,
): Promise<NewKey> {
  await tx.send(settleEndedKeys(account.id));
  const active = await tx.entities.findBy(ApiKey, { accountId: account.id, revokedAt: IsNull() });
  const slot = freeSlot(active);
  if (!slot) throw new ApiError('key_limit_reached');
  const secret = newSecret('ent_live_');
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
    endsAt: null,
  });
  await tx.entities.insert(ApiKey, key);
  await tx.send([
    notifyOfKey(account, 'api_key.created', key),
    recordAudit(account.id, actor, 'api_key.created', { type: 'api_key', id: key.id }),
  ]);
  return { key: { ...key, lastUsedAt: null }, secret };
}

/** Keys of an account (specification, section 5). */
@Injectable()
export class ApiKeysService {
  constructor(private readonly database: Database) {}

  /** Keys of the account with revoked ones, newest first. Throws 422 for a bad cursor. */
  list({ id: accountId, cursorSecret }: PagedAccount, query: PageQuery): Promise<Page<ListedKey>> {
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['api_keys', accountId]),
      load: (count, [before = LAST_ID] = []) => this.database.read(listKeys(accountId, before, count)),
      positionOf: ({ id }) => [id],
    });
  }

  /** Recent refusals of a key, newest first. Throws `not_found`. */
  async refusals(accountId: string, id: string): Promise<readonly KeyRefusal[]> {
    const refusals = await this.database.read(findKeyRefusals(accountId, id));
    if (!refusals) throw missing('key');
    return refusals;
  }

  /** Refusals of a key by day, the newest first. Throws `not_found`. */
  async refusalDays(accountId: string, id: string): Promise<readonly KeyRefusalDay[]> {
    const after = brasiliaDay(new Date(Date.now() - REFUSAL_DAYS * DAY_MS));
    const days = await this.database.read(listKeyRefusalDays(accountId, id, after));
    if (!days) throw missing('key');
    return days;
  }

  /** Makes a key and notifies the owner. Throws `key_limit_reached` with five active keys. */
  create(accountId: string, name: string, permissions: Permission[], actor: Actor, ownerSince?: Date): Promise<NewKey> {
    return this.locked(accountId, ownerSince, (tx, account) => addKey(tx, account, name, permissions, actor));
  }

  /** Renames the key; earlier records keep the old name. Throws `not_found`. */
  rename(accountId: string, id: string, name: string, actor: Actor, ownerSince?: Date): Promise<ListedKey> {
    return this.locked(accountId, ownerSince, async (tx) => {
      const key = await keyOf(tx, accountId, id);
      if (key.name === name) return key;
      await tx.send([
        renameKey(accountId, id, name),
        recordAudit(accountId, actor, 'api_key.renamed', { type: 'api_key', id }),
      ]);
      return { ...key, name };
    });
  }

  /**
   * Makes a key with the same name and permissions; the old one expires after so many hours. With 0 it ends at once, and the new key
   * takes its place among the five. Notifies the owner of both. Throws `not_found`, `conflict` for a revoked or replaced key, and
   * `key_limit_reached`.
   */
  replace(accountId: string, id: string, hours: number, actor: Actor, ownerSince?: Date): Promise<NewKey> {
    return this.locked(accountId, ownerSince, async (tx, account) => {
      const key = await keyOf(tx, accountId, id);
      if (key.revokedAt || key.endsAt)
        throw new ApiError('conflict', { message: 'A chave já foi revogada ou substituída.' });
      const endsAt = hours > 0 ? await tx.send(endKey(accountId, id, hours)) : undefined;
      if (!endsAt) await tx.entities.update(ApiKey, { accountId, id }, { revokedAt: new Date() });
      await tx.send([
        notifyOfKey(account, 'api_key.revoked', key, { endsAt }),
        recordAudit(accountId, actor, endsAt ? 'api_key.replaced' : 'api_key.revoked', { type: 'api_key', id }),
      ]);
      return addKey(tx, account, key.name, key.permissions, actor);
    });
  }

  /** Revokes the key at once and for ever, and notifies the owner; a repeated call gets the same answer. Throws `not_found`. */
  revoke(accountId: string, id: string, actor: Actor, ownerSince?: Date): Promise<ListedKey> {
    return this.locked(accountId, ownerSince, async (tx, account) => {
      const key = await keyOf(tx, accountId, id);
      if (key.revokedAt) return key;
      const revokedAt = new Date();
      await tx.entities.update(ApiKey, { accountId, id }, { revokedAt });
      await tx.commit([
        notifyOfKey(account, 'api_key.revoked', key, { isListed: key.endsAt !== null }),
        recordAudit(accountId, actor, 'api_key.revoked', { type: 'api_key', id }),
      ]);
      return { ...key, revokedAt };
    });
  }

  /** Runs work under the account's lock. Throws `unauthorized` when the owner has changed since `ownerSince`. */
  private locked<T>(
    accountId: string,
    ownerSince: Date | undefined,
    work: (tx: Transaction, account: LockedAccount) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(accountId, async (tx) => {
      const account = await tx.send(lockAccount(accountId));
      if (ownerSince && account.ownerSince.getTime() !== ownerSince.getTime()) throw new ApiError('unauthorized');
      return work(tx, account);
    });
  }
}

async function keyOf(tx: Transaction, accountId: string, id: string): Promise<ListedKey> {
  const key = await tx.send(findKey(accountId, id));
  if (!key) throw missing('key');
  return key;
}

function freeSlot(active: ApiKey[]): number | undefined {
  const taken = new Set(active.map((key) => key.slot));
  return Array.from({ length: MAX_ACTIVE_KEYS }, (_, index) => index + 1).find((slot) => !taken.has(slot));
}
