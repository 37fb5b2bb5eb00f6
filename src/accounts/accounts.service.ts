import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { comparisonKey } from '../common/text';
import { DEFAULT_ACCOUNT_IDLE_DAYS } from '../contract/limits';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { Account } from './account.entity';
import { expectOpen, findAccount } from './account.queries';
import { insertOwner } from './members/owner-member';

export interface NewAccount {
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string };
  readonly plan: { readonly api: boolean; readonly autoOrigin: boolean };
  readonly licenceActive: boolean;
  readonly comercialEnabled: boolean;
}

@Injectable()
export class AccountsService {
  constructor(private readonly database: Database) {}

  /** Adds the account, with its owner as its first member, inside the caller's transaction. */
  async add(tx: Transaction, input: NewAccount): Promise<Account> {
    const now = new Date();
    const { entities } = tx;
    const account = entities.create(Account, {
      id: uuidv7(),
      name: input.name,
      ownerName: input.owner.name,
      ownerEmail: input.owner.email,
      ownerEmailKey: comparisonKey(input.owner.email),
      ownerSince: now,
      planApi: input.plan.api,
      planAutoOrigin: input.plan.autoOrigin,
      licenceActive: input.licenceActive,
      comercialEnabled: input.comercialEnabled,
      cursorSecret: randomBytes(32),
      createdAt: now,
      siteDomains: [],
      sellersSee: 'all',
      sellersExport: false,
      lossReasons: [],
      messageTemplates: [],
      hasFirstNames: true,
      hasSearchWords: true,
      idleDays: DEFAULT_ACCOUNT_IDLE_DAYS,
      submissionsPerDay: null,
      callsPerMinute: null,
      writesPerMinute: null,
      closesAt: null,
      endedAt: null,
    } satisfies Account);
    await entities.insert(Account, account);
    await tx.send(insertOwner(account));
    return account;
  }

  /** Throws `not_found` for an unknown id. */
  get(id: string): Promise<Account> {
    return this.database.readByKey(findAccount(id));
  }

  /** Throws `not_found`, and `conflict` for a closed account. */
  async getOpen(id: string): Promise<Account> {
    return expectOpen(await this.get(id));
  }
}
