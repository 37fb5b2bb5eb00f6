import { Injectable } from '@nestjs/common';
import { Account } from '../accounts/account.entity';
import { lockAccount } from '../accounts/account.queries';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { Database } from '../database/database';

/** The fields of an account that may be changed; absent fields stay. */
type AccountChanges = Partial<
  Pick<Account, 'name' | 'planApi' | 'planAutoOrigin' | 'licenceActive' | 'comercialEnabled'>
>;

/** Changes accounts; their owner is changed by `OwnerChangeService`. */
@Injectable()
export class AccountChangeService {
  constructor(private readonly database: Database) {}

  /** Applies to the next request on every instance. Throws `not_found`. */
  change(id: string, changes: AccountChanges, actor: Actor): Promise<Account> {
    return this.database.transaction(async (tx) => {
      await tx.send(lockAccount(id));
      const account = await tx.entities.findOneByOrFail(Account, { id });
      const fields = Object.keys(changes) as (keyof AccountChanges)[];
      if (fields.every((field) => changes[field] === account[field])) return account;
      await tx.entities.update(Account, { id }, changes);
      await tx.send(recordAudit(id, actor, 'account.changed', { type: 'account', id }));
      return { ...account, ...changes };
    });
  }
}
