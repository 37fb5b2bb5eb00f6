import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { lockMember } from '../../accounts/members/members.queries';
import type { AccountCaller } from '../../auth/access/account-caller';
import { ApiError, missing } from '../../common/api-error';
import { comparisonKey } from '../../common/text';
import { MAX_SAVED_VIEWS } from '../../contract/limits';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import type { SavedFilters } from './account-leads.dto';
import { SavedView } from './saved-view.entity';
import { listSavedViews } from './saved-views.queries';

interface ViewChange {
  readonly name?: string;
  readonly query?: SavedFilters;
}

/**
 * The views of the list that a member has saved, for nobody else. They end with the membership. Everything throws `not_found` for the
 * operator, who has none.
 */
@Injectable()
export class SavedViewsService {
  constructor(private readonly database: Database) {}

  /** By name. */
  list({ account, member }: AccountCaller): Promise<SavedView[]> {
    if (!member) throw missing('member');
    return this.database.read(listSavedViews(account.id, member.id));
  }

  /** Throws `conflict` for a name that the member has used, and for one view too many. */
  save(caller: AccountCaller, { name, query }: Required<ViewChange>): Promise<SavedView> {
    return this.locked(caller, async (tx, owner, views) => {
      if (views.length >= MAX_SAVED_VIEWS) throw new ApiError('conflict', { message: IS_FULL });
      refuseTaken(views, name);
      const view = { ...owner, id: uuidv7(), name, nameKey: comparisonKey(name), query, createdAt: new Date() };
      await tx.entitiesOf(owner.accountId).insert(SavedView, view);
      return view;
    });
  }

  /** An undefined field stays. Throws `not_found`, and `conflict` for the name of another view. */
  change(caller: AccountCaller, id: string, change: ViewChange): Promise<SavedView> {
    return this.locked(caller, async (tx, { accountId }, views) => {
      const view = views.find((one) => one.id === id);
      if (!view) throw missing('savedView');
      const { name = view.name, query = view.query } = change;
      refuseTaken(
        views.filter((one) => one !== view),
        name,
      );
      const update = { name, nameKey: comparisonKey(name), query };
      if (!isDeepStrictEqual(structuredClone({ ...view, ...update }), { ...view }))
        await tx.entitiesOf(accountId).update(SavedView, { accountId, id }, update);
      return { ...view, ...update };
    });
  }

  /** Throws `not_found`. */
  async delete({ account: { id: accountId }, member }: AccountCaller, id: string): Promise<void> {
    if (!member) throw missing('member');
    const { affected } = await this.database.transaction(accountId, (tx) =>
      tx.entitiesOf(accountId).delete(SavedView, { accountId, memberId: member.id, id }),
    );
    if (!affected) throw missing('savedView');
  }

  /** Under the lock of the member: of several changes at once each sees the views that the one before left. */
  private locked(
    { account: { id: accountId }, member }: AccountCaller,
    work: (tx: Transaction, owner: Owner, views: readonly SavedView[]) => Promise<SavedView>,
  ): Promise<SavedView> {
    if (!member) throw missing('member');
    return this.database.transaction(accountId, async (tx) => {
      const locked = await tx.send(lockMember(accountId, member.id));
      // The membership may have ended while this waited.
      if (!locked?.active) throw new ApiError('unauthorized');
      const views = await tx.send(listSavedViews(accountId, member.id));
      return work(tx, { accountId, memberId: member.id }, views);
    });
  }
}

type Owner = Pick<SavedView, 'accountId' | 'memberId'>;

function refuseTaken(views: readonly SavedView[], name: string): void {
  const taken = views.find(({ nameKey }) => nameKey === comparisonKey(name));
  if (taken) throw new ApiError('conflict', { message: `Você já tem uma visão com o nome “${taken.name}”.` });
}

const IS_FULL = `Você já tem ${MAX_SAVED_VIEWS} visões salvas. Exclua uma antes.`;
