import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Account } from '../accounts/account.entity';
import { lockAccount, setClosing } from '../accounts/account.queries';
import { AccountsService, type NewAccount } from '../accounts/accounts.service';
import type { Actor } from '../accounts/actor';
import { recordAudit } from '../audit/audit.queries';
import { actingMember } from '../auth/access/account-caller';
import { ApiError } from '../common/api-error';
import { DAY_MS } from '../contract/durations';
import { RESTORABLE_DAYS } from '../contract/limits';
import { Database } from '../database/database';
import { publishing } from '../database/query';
import { findNow } from '../leads/record/clock';
import { pipelineProblems, withDefault, refuseTooMany } from '../pipelines/pipeline-rules';
import { rereadHeld } from '../sources/sources.queries';
import { addPipeline, DEFAULT_PIPELINE, type NewPipeline } from '../pipelines/new-pipeline';

/** The columns that the operator's PATCH changes. A new column is open to it only by an entry here. */
export const OPERATOR_COLUMNS = [
  'name',
  'planApi',
  'planAutoOrigin',
  'licenceActive',
  'comercialEnabled',
  'submissionsPerDay',
  'callsPerMinute',
  'writesPerMinute',
] as const satisfies readonly (keyof Account)[];

/** The columns that the owner's PATCH changes. */
export const SETTINGS = [
  'siteDomains',
  'sellersSee',
  'sellersExport',
  'lossReasons',
  'messageTemplates',
  'idleDays',
] as const satisfies readonly (keyof Account)[];

/** Values of columns; an undefined one stays. */
type Changes<Columns extends readonly (keyof Account)[]> = {
  readonly [Column in Columns[number]]?: Account[Column] | undefined;
};

/** Opens accounts with their pipelines, and changes them; `OwnerChangeService` changes their owner. */
@Injectable()
export class AccountManagementService {
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

  /** Throws `not_found`. */
  change(id: string, changes: Changes<typeof OPERATOR_COLUMNS>, actor: Actor): Promise<Account> {
    return this.write(id, OPERATOR_COLUMNS, changes, actor);
  }

  /** Throws `not_found`, and `forbidden` or `unauthorized` for a former owner. */
  changeSettings(id: string, changes: Changes<typeof SETTINGS>, actor: Actor): Promise<Account> {
    return this.write(id, SETTINGS, changes, actor);
  }

  /**
   * Closes the account to everybody but the operator, and says from when it may be emptied (`end-account.ts`). Nothing is revoked. A
   * closed account keeps its day. Throws `not_found`, and 422 for another name.
   */
  close(id: string, name: string, actor: Actor): Promise<Date> {
    return this.database.transaction(id, async (tx) => {
      const [account, { now }] = await tx.send([lockAccount(id), findNow()]);
      if (account.name !== name) throw ApiError.invalid([{ field: 'name', message: 'não é o nome desta conta' }]);
      if (account.closesAt) return account.closesAt;
      const closesAt = new Date(now.getTime() + RESTORABLE_DAYS * DAY_MS);
      await tx.send([setClosing(id, closesAt), recordClosing(id, actor, 'account.closing')]);
      return closesAt;
    });
  }

  /** Opens a closed account as it was. Throws `not_found`, also when its data is being deleted. */
  restore(id: string, actor: Actor): Promise<Account> {
    return this.database.transaction(id, async (tx) => {
      const { closesAt } = await tx.send(lockAccount(id));
      if (closesAt) await tx.send([setClosing(id, null), recordClosing(id, actor, 'account.restored')]);
      return tx.entities.findOneByOrFail(Account, { id });
    });
  }

  /** Applies to the next request on every instance. */
  private write<Columns extends readonly (keyof Account)[]>(
    id: string,
    columns: Columns,
    requested: Changes<Columns>,
    actor: Actor,
  ): Promise<Account> {
    const changes = changesOf(columns, requested);
    return this.database.transaction(id, async (tx) => {
      await tx.send(lockAccount(id));
      await actingMember(tx, id, actor, 'settings');
      const account = await tx.entities.findOneByOrFail(Account, { id });
      const fields = Object.keys(changes) as (keyof Account)[];
      if (fields.every((field) => isDeepStrictEqual(changes[field], account[field]))) return account;
      await tx.entities.update(Account, { id }, changes);
      // What was held while the account could not receive is applied now.
      if (changes.licenceActive === true || changes.comercialEnabled === true) await tx.send(rereadHeld(id, null));
      // Open streams look up their readers again, because sellers may see more or less now.
      await tx.send(recordChanges(actor, account, changes).map((entry) => publishing(entry, 'notification')));
      return { ...account, ...changes };
    });
  }
}

/** The reasons of a loss have an entry of their own, with their count. */
function recordChanges(actor: Actor, before: Account, { lossReasons, ...others }: Partial<Account>) {
  const { id } = before;
  const subject = { type: 'account', id } as const;
  const count = { before: before.lossReasons.length, after: lossReasons?.length ?? 0 };
  const fields = Object.keys(others) as (keyof typeof others)[];
  return [
    lossReasons && !isDeepStrictEqual(lossReasons, before.lossReasons)
      ? [recordAudit(id, actor, 'loss_reasons.changed', subject, { details: { count } })]
      : [],
    fields.every((field) => isDeepStrictEqual(others[field], before[field]))
      ? []
      : [recordAudit(id, actor, 'account.changed', subject)],
  ].flat();
}

/** Streams look up their sessions, and so end, at the change that this publishes. */
const recordClosing = (id: string, actor: Actor, action: 'account.closing' | 'account.restored') =>
  publishing(recordAudit(id, actor, action, { type: 'account', id }), 'notification');

/** What is requested of these columns; other columns are left out. */
export const changesOf = <Columns extends readonly (keyof Account)[]>(
  columns: Columns,
  requested: Changes<Columns>,
): Partial<Account> =>
  Object.fromEntries(
    columns.flatMap((column: Columns[number]) =>
      requested[column] === undefined ? [] : [[column, requested[column]]],
    ),
  );
