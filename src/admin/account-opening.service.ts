import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity';
import { AccountsService, type NewAccount } from '../accounts/accounts.service';
import type { Actor } from '../accounts/actor';
import { recordAudit } from '../audit/audit.queries';
import { ApiError } from '../common/api-error';
import { Database } from '../database/database';
import { refuseTooMany } from '../pipelines/pipeline-conflict';
import { pipelineProblems, withDefault } from '../pipelines/pipeline-rules';
import { addPipeline, DEFAULT_PIPELINE, type NewPipeline } from '../pipelines/new-pipeline';

/** Opens accounts with their pipelines, in one transaction. */
@Injectable()
export class AccountOpeningService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
  ) {}

  /** Adds the default pipeline if none is given. Throws 422 for pipelines that break a rule, `conflict` for too many. */
  open(input: NewAccount, actor: Actor, pipelines: readonly NewPipeline[] = []): Promise<Account> {
    const problems = pipelineProblems(pipelines, 'pipelines');
    if (problems.length > 0) throw ApiError.invalid(problems);
    refuseTooMany(pipelines);
    return this.database.transaction('', async (tx) => {
      const account = await this.accounts.add(tx, input);
      const wanted = pipelines.length > 0 ? withDefault(pipelines) : [DEFAULT_PIPELINE];
      for (const pipeline of wanted) await addPipeline(tx.entitiesOf(account.id), account.id, pipeline);
      await tx.send(recordAudit(account.id, actor, 'account.opened', { type: 'account', id: account.id }));
      return account;
    });
  }
}
