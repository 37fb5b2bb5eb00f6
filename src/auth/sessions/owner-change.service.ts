import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Account } from '../../accounts/account.entity';
import { findOwner, renameMember } from '../../accounts/members/members.queries';
import { replaceOwner } from '../../accounts/members/owner-member';
import { lockAccount } from '../../accounts/account.queries';
import { notifyOfKey } from '../../accounts/notifications';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { comparisonKey } from '../../common/text';
import { Database } from '../../database/database';
import type { Query } from '../../database/query';
import { ApiKey } from '../keys/api-key.entity';
import { settleEndedKeys } from '../keys/api-keys.queries';
import { endOtherSessions } from './sessions.queries';
import { SignInLink } from './session.entity';

/** Section 5, point 5: a change of owner revokes all keys. */
@Injectable()
export class OwnerChangeService {
  private readonly more: ((accountId: string) => Query<unknown>)[] = [];

  constructor(private readonly database: Database) {}

  /** Registers what folders further right write with each change of owner. */
  register(query: (accountId: string) => Query<unknown>): void {
    this.more.push(query);
  }

  /**
   * Gives the account to another owner in one transaction. Revokes every key, ends every session and link of all members, and notifies
   * the new owner. The former owner's membership ends; a member who becomes the owner is promoted.
   * With the same e-mail only the name changes. Throws `not_found`.
   */
  change(accountId: string, name: string, email: string, actor: Actor): Promise<Account> {
    return this.database.transaction(accountId, async (tx) => {
      const { entities } = tx;
      const locked = await tx.send(lockAccount(accountId));
      if (comparisonKey(locked.ownerEmail) === comparisonKey(email)) {
        await entities.update(Account, { id: accountId }, { ownerName: name });
        await tx.send(renameMember(accountId, (await tx.send(findOwner(accountId))).id, name));
        await tx.send(recordAudit(accountId, actor, 'account.changed', { type: 'account', id: accountId }));
        return entities.findOneByOrFail(Account, { id: accountId });
      }
      const ownerSince = new Date();
      const owner = { ownerName: name, ownerEmail: email, ownerEmailKey: comparisonKey(email), ownerSince };
      await entities.update(Account, { id: accountId }, owner);
      await replaceOwner(tx, { ...locked, ...owner });
      await tx.send(endOtherSessions(accountId, null, null));
      await entities.delete(SignInLink, { accountId });
      await tx.send(settleEndedKeys(accountId));
      const keys = await entities.findBy(ApiKey, { accountId, revokedAt: IsNull() });
      await entities.update(ApiKey, { accountId, revokedAt: IsNull() }, { revokedAt: ownerSince });
      await tx.send(recordAudit(accountId, actor, 'owner.changed', { type: 'account', id: accountId }));
      for (const key of keys) {
        await tx.send([
          notifyOfKey({ ...locked, ownerEmail: email }, 'api_key.revoked', key, { isListed: key.endsAt !== null }),
          recordAudit(accountId, actor, 'api_key.revoked', { type: 'api_key', id: key.id }),
        ]);
      }
      await tx.send(this.more.map((query) => query(accountId)));
      return entities.findOneByOrFail(Account, { id: accountId });
    });
  }
}
