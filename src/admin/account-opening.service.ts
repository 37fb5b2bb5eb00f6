import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity';
import { AccountsService, type NewAccount } from '../accounts/accounts.service';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { ApiError } from '../common/api-error';
import { Database } from '../database/database';
import { funnelProblems, withDefault } from '../pipelines/funnel-rules';
import { addFunnel, DEFAULT_FUNNEL, type NewFunnel } from '../pipelines/new-funnel';

/** Opens accounts: with their funnels, in one transaction. */
@Injectable()
export class AccountOpeningService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
  ) {}

  /** Without funnels the account gets the default one. Throws 422 for funnels that break a rule. */
  open(input: NewAccount, actor: Actor, funnels: readonly NewFunnel[] = []): Promise<Account> {
    const problems = funnelProblems(funnels, 'pipelines');
    if (problems.length > 0) throw ApiError.invalid(problems);
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.add(tx.entities, input);
      const wanted = funnels.length > 0 ? withDefault(funnels) : [DEFAULT_FUNNEL];
      for (const funnel of wanted) await addFunnel(tx.entitiesOf(account.id), account.id, funnel);
      await recordAudit(tx, account.id, actor, 'account.opened', { type: 'account', id: account.id });
      return account;
    });
  }
}
