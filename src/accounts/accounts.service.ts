import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { missing } from '../common/missing';
import { comparisonKey } from '../common/text';
import { DEFAULT_ACCOUNT_IDLE_DAYS } from '../contract/limits';
import type { Transaction } from '../database/transaction';
import { Account } from './account.entity';
import { settleOwner } from './members/owner-member';

export interface NewAccount {
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string };
  readonly plan: { readonly api: boolean; readonly autoOrigin: boolean };
  readonly licenceActive: boolean;
  readonly comercialEnabled: boolean;
}

@Injectable()
export class AccountsService {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

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
      idleDays: DEFAULT_ACCOUNT_IDLE_DAYS,
    } satisfies Account);
    await entities.insert(Account, account);
    await settleOwner(tx, account);
    return account;
  }

  /** Throws `not_found` for an unknown id. */
  async get(id: string): Promise<Account> {
    const account = await this.accounts.findOneBy({ id });
    if (!account) throw missing('account');
    return account;
  }

  /** Lists a page of all accounts, newest first, after the account at `position`. */
  list(limit: number, position?: { createdAt: string; id: string }): Promise<Account[]> {
    const query = this.accounts
      .createQueryBuilder('a')
      .orderBy({ 'a.created_at': 'DESC', 'a.id': 'DESC' })
      .limit(limit);
    if (position) query.where('(a.created_at, a.id) < (:createdAt::timestamptz, :id::uuid)', position);
    return query.getMany();
  }
}
