import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Account } from '../accounts/account.entity';
import { type LockedAccount, lockAccount } from '../accounts/account.queries';
import type { Member } from '../accounts/members/member.entity';
import {
  countMembers,
  findMemberByAddress,
  insertMember,
  listMembers,
  type ListedMember,
  lockMember,
  findName,
  mapNames,
  renameMember,
  shareActive,
  updateMember,
  startHandOver,
  stopHandOver,
} from '../accounts/members/members.queries';
import { type InvitationMail, mapInvitationMails } from '../accounts/mails/mails.queries';
import { recordAudit } from '../audit/audit.queries';
import { type AccountCaller, actingMember } from '../auth/access/account-caller';
import { endLinks, endOtherSessions, endShownLinks } from '../auth/sessions/sessions.queries';
import { endCalendarOf, recordEnded } from '../auth/sessions/sessions.service';
import { ApiError, missing } from '../common/api-error';
import { NO_ID } from '../common/input/id.pipe';
import { loadPage, type Page, type PageQuery } from '../common/input/paging';
import { comparisonKey } from '../common/text';
import { Config } from '../config/config';
import { MAX_ACTIVE_MEMBERS, MAX_MEMBERS } from '../contract/limits';
import type { GivenRole } from '../contract/members/roles';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { endSavedViews } from '../leads/reading/saved-views.queries';
import { countLeadsOf, type NamedMember } from './members.queries';
import { awaitedAddresses, invitationOf } from './invitation';
import { InvitationsService } from './invitations.service';
import { refuseUnlessManaged } from './managed-members';

interface NewMember {
  readonly name: string;
  readonly email: string;
  readonly role: GivenRole;
}

/** Changes of a member; an undefined field stays. */
interface MemberChange {
  readonly name?: string;
  readonly role?: GivenRole;
  readonly active?: boolean;
  readonly awayUntil?: string | null;
  /** Who gets the leads of a deactivated member; null: nobody. */
  readonly handOverTo?: string | null;
}

/** The people of an account: who they are, and what they may do. Every change holds the account's lock. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationsService,
    private readonly config: Config,
  ) {}

  /** Members, active or not, in the order in which they came. Throws 422 for a bad cursor. */
  list({ account }: AccountCaller, query: PageQuery): Promise<Page<NamedMember>> {
    return this.database.snapshot(account.id, undefined, async (tx) => {
      const { rows, nextCursor } = await loadPage(query, {
        secret: account.cursorSecret,
        scope: JSON.stringify(['members', account.id]),
        load: (count, [createdAt = '-infinity', id = NO_ID] = []) =>
          tx.send(listMembers(account.id, { createdAt, id }, count)),
        positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      });
      const former = rows.filter(({ active }) => !active);
      const [names, mails, counts] = await tx.send([
        mapNames(account.id),
        this.mailsTo(account.id, rows),
        former.map(({ id }) => countLeadsOf(account.id, id)),
      ]);
      const left = new Map(former.map(({ id }, index) => [id, counts[index]]));
      const named = rows.map((member) => ({
        member,
        name: names.get(member.id),
        handingOver: left.get(member.id),
        invitation: this.invitationOf(member, mails),
      }));
      return { rows: named, nextCursor };
    });
  }

  /**
   * Makes somebody a member, or a former one active again, and mails a link. Throws `forbidden` for a role that the caller may not
   * give, `conflict` for an active member's address and for too many members or invitations.
   */
  invite({ account, actor }: AccountCaller, { name, role, email }: NewMember): Promise<NamedMember> {
    return this.database.transaction(account.id, async (tx) => {
      const locked = await tx.send(lockAccount(account.id));
      const acting = await actingMember(tx, account.id, actor, 'members');
      refuseUnlessManaged(acting, { role });
      const emailKey = comparisonKey(email);
      const existing = await tx.send(findMemberByAddress(account.id, emailKey));
      if (existing?.active) throw new ApiError('conflict', { message: IS_MEMBER });
      if (existing) refuseUnlessManaged(acting, existing, { role, active: true });
      await refuseFull(tx, account.id, existing ? 0 : 1);
      const id = existing?.id ?? uuidv7();
      const createdAt = new Date();
      await tx.send(
        existing
          ? [
              updateMember(account.id, id, { role, active: true, awayUntil: null }),
              renameMember(account.id, id, name),
              stopHandOver(account.id, id),
            ]
          : insertMember(account.id, { id, name, role, email, emailKey, createdAt }),
      );
      // A member's mails go to the stored address.
      await this.invitations.mail(tx, locked, actor, { id, role }, existing?.email ?? email);
      const member = (await tx.send(lockMember(account.id, id))) as Member;
      const [mails] = await tx.send([this.mailsTo(account.id, [member])]);
      return { member, name, invitation: this.invitationOf(member, mails) };
    });
  }

  /**
   * Changes a member. A deactivated one is out at once, and a job hands their leads over. Throws `not_found`, `forbidden` for what the
   * caller may not change, `conflict` for the owner's role and activity and for too many members, and 422 for a bad `hand_over_to`.
   */
  change(caller: AccountCaller, id: string, change: MemberChange): Promise<NamedMember> {
    const accountId = caller.account.id;
    return this.database.transaction(accountId, async (tx) => {
      const locked = await tx.send(lockAccount(accountId));
      const member = await tx.send(lockMember(accountId, id));
      if (!member) throw missing('member');
      refuseUnlessManaged(await actingMember(tx, accountId, caller.actor, 'account'), member, change);
      if (member.role === 'owner' && (change.role !== undefined || change.active === false))
        throw new ApiError('conflict', { message: OF_OWNER });
      return this.write(tx, caller, locked, member, change);
    });
  }

  private async write(
    tx: Transaction,
    { actor }: AccountCaller,
    account: LockedAccount,
    member: Member,
    change: MemberChange,
  ): Promise<NamedMember> {
    const { id } = member;
    if (member.email === null) throw new ApiError('conflict', { message: IS_REMOVED });
    const after = {
      ...member,
      role: change.role ?? member.role,
      active: change.active ?? member.active,
      awayUntil: change.awayUntil === undefined ? member.awayUntil : change.awayUntil,
    };
    const isEnd = member.active && !after.active;
    const isReturn = !member.active && after.active;
    if (isReturn) await refuseFull(tx, account.id, 0);
    if (isEnd) await this.end(tx, account.id, id, actor);
    // A link must neither open more than its reader managed, nor outlive the reader's own role.
    if (isEnd || after.role !== member.role) await tx.send(endShownLinks(account.id, id));
    // Others may have the address; it must not show what the next role sees.
    if (after.role !== member.role) await endCalendarOf(tx, account.id, id, actor);
    if (isEnd || (!after.active && change.handOverTo !== undefined))
      await handOver(tx, account.id, id, change.handOverTo ?? null);
    const isRenamed = change.name !== undefined && change.name !== (await tx.send(findName(account.id, id)));
    if (isRenamed) await rename(tx, account, member, change.name);
    if (isRenamed || change.handOverTo !== undefined || !isDeepStrictEqual(after, { ...member }))
      await tx.send([
        updateMember(account.id, id, after),
        isReturn ? stopHandOver(account.id, id) : undefined,
        isEnd ? endSavedViews(account.id) : undefined,
        recordAudit(account.id, actor, isEnd ? 'member.deactivated' : 'member.changed', { type: 'member', id }),
      ]);
    const left = after.active ? undefined : countLeadsOf(account.id, id);
    const [name, handingOver, mails] = await tx.commit([
      findName(account.id, id),
      left,
      this.mailsTo(account.id, [after]),
    ]);
    return { member: after, name, handingOver, invitation: this.invitationOf(after, mails) };
  }

  private mailsTo(accountId: string, members: readonly ListedMember[]) {
    const recipients = awaitedAddresses(members);
    return recipients.length > 0 ? mapInvitationMails(accountId, recipients) : undefined;
  }

  private invitationOf(member: ListedMember, mails: ReadonlyMap<string, InvitationMail> | undefined) {
    return invitationOf(member, { sendsMail: this.config.sendsMail, mails: mails ?? new Map() });
  }

  /** Ends the sessions and links of a member. */
  private async end(tx: Transaction, accountId: string, id: string, actor: AccountCaller['actor']): Promise<void> {
    const ended = await tx.send(endOtherSessions(accountId, null, id));
    await tx.send([endLinks(accountId, id), ended.map((session) => recordEnded(accountId, session, actor))]);
  }
}

/** Hands over the leads that a former member still has. Throws 422 when the receiver is no active member. */
async function handOver(tx: Transaction, accountId: string, id: string, to: string | null): Promise<void> {
  const mayReceive = to === null || (to !== id && (await tx.send(shareActive(accountId, [to]))).length > 0);
  if (!mayReceive) throw ApiError.invalid([{ field: 'hand_over_to', message: NO_MEMBER }]);
  await tx.send(startHandOver(accountId, id, to));
}

async function refuseFull(tx: Transaction, accountId: string, added: number): Promise<void> {
  const { all, active } = await tx.send(countMembers(accountId));
  if (active >= MAX_ACTIVE_MEMBERS) throw new ApiError('conflict', { message: IS_FULL });
  if (all + added > MAX_MEMBERS) throw new ApiError('conflict', { message: HAD_TOO_MANY });
}

/** The owner's name is the account's too, for the operator. */
async function rename(tx: Transaction, account: LockedAccount, member: Member, name: string): Promise<void> {
  if (member.role === 'owner') await tx.entities.update(Account, { id: account.id }, { ownerName: name });
  await tx.send(renameMember(account.id, member.id, name));
}

const NO_MEMBER = 'não é uma pessoa ativa da equipe';
const IS_MEMBER = 'Este e-mail já é de uma pessoa ativa da equipe.';
const OF_OWNER = 'O papel do dono não muda aqui, e ele não pode ser desativado. Só quem opera o serviço muda o dono.';
const IS_FULL = `A equipe já tem ${MAX_ACTIVE_MEMBERS} pessoas ativas. Desative alguém antes.`;
const HAD_TOO_MANY = `A conta já teve ${MAX_MEMBERS} pessoas na equipe, o máximo. Reative alguém que saiu.`;
const IS_REMOVED = 'Os dados desta pessoa foram removidos. Convide-a de novo, com o e-mail dela.';
