import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Account } from '../account.entity';
import { lockAccount } from '../account.queries';
import { actingMember } from '../../audit/acting-member';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { Database } from '../../database/database';
import { publishing } from '../../database/query';

type FixedField =
  'id' | 'ownerName' | 'ownerEmail' | 'ownerEmailKey' | 'ownerSince' | 'cursorSecret' | 'createdAt' | 'hasFirstNames';

type Setting = 'siteDomains' | 'sellersSee' | 'sellersExport' | 'lossReasons' | 'idleDays';

type Changes<Field extends keyof Account> = { readonly [F in Field]: Account[F] | undefined };

/** Changes of the operator, or of the owner; an undefined field stays. */
type AccountChanges = Changes<Exclude<keyof Account, FixedField | Setting>> | Changes<Setting>;

/** Changes accounts; `OwnerChangeService` changes their owner. */
@Injectable()
export class AccountChangeService {
  constructor(private readonly database: Database) {}

  /** Applies to the next request on every instance. Throws `not_found`, and `forbidden` or `unauthorized` for a former owner. */
  change(id: string, asked: AccountChanges, actor: Actor): Promise<Account> {
    const given = Object.entries(asked).filter(([, value]) => value !== undefined);
    const changes = Object.fromEntries(given) as Partial<Account>;
    return this.database.transaction(id, async (tx) => {
      await tx.send(lockAccount(id));
      await actingMember(tx, id, actor, 'settings');
      const account = await tx.entities.findOneByOrFail(Account, { id });
      const fields = Object.keys(changes) as (keyof Account)[];
      if (fields.every((field) => isDeepStrictEqual(changes[field], account[field]))) return account;
      await tx.entities.update(Account, { id }, changes);
      // Open streams look up their readers again, because sellers may see more or less now.
      await tx.send(publishing(recordAudit(id, actor, 'account.changed', { type: 'account', id }), 'notification'));
      return { ...account, ...changes };
    });
  }
}
