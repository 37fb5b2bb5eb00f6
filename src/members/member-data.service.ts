import { Injectable } from '@nestjs/common';
import { lockAccount } from '../accounts/account.queries';
import type { Member } from '../accounts/members/member.entity';
import { actingMember } from '../audit/acting-member';
import {
  findMember,
  findName,
  listSignInAccounts,
  lockMember,
  renameMember,
} from '../accounts/members/members.queries';
import { settleOwner } from '../accounts/members/owner-member';
import { recordAudit } from '../audit/audit.queries';
import type { AccountCaller } from '../auth/access/account-caller';
import { endLinks } from '../auth/sessions/sessions.queries';
import { ApiError } from '../common/api-error';
import { missing } from '../common/missing';
import { comparisonKey } from '../common/text';
import { REMOVED_MEMBER } from '../contract/members/member';
import type { MemberExport } from '../contract/members/member-export';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import {
  deleteMailsTo,
  deleteRequestsOf,
  emptyMember,
  exportMails,
  exportSignIns,
  exportTraces,
  listRecipients,
} from './member-data.queries';
import { memberView } from './member.view';
import { countLeadsOf } from './members.queries';
import type { NamedMember } from './members.service';

/** Data held of a member: handed out to the owner, and emptied once the member has left. */
@Injectable()
export class MemberDataService {
  constructor(private readonly database: Database) {}

  /** What is held of a member, as of one moment. The audit entry is committed before it is sent. Throws `not_found`. */
  async export({ account, actor }: AccountCaller, id: string): Promise<MemberExport> {
    const held = await this.database.snapshot(account.id, undefined, async (tx): Promise<MemberExport> => {
      const member = await tx.send(findMember(account.id, id));
      if (!member) throw missing('member');
      const isOwner = member.role === 'owner';
      const recipients = await recipientsOf(tx, account.id, member.emailKey);
      const [name, mails, signIns, traces] = await tx.commit([
        findName(account.id, id),
        exportMails(account.id, recipients),
        exportSignIns(account.id, id, isOwner),
        exportTraces(account.id, id, isOwner),
      ]);
      return { member: memberView(member, name), ...signIns, ...traces, ...mails };
    });
    await this.database.write(recordAudit(account.id, actor, 'member.exported', { type: 'member', id }));
    return held;
  }

  /**
   * Empties name and address of a deactivated member; the same answer again. The audit trail and the records of leads keep the id. Throws
   * `not_found`, and `conflict` for an active member.
   */
  anonymise({ account, actor }: AccountCaller, id: string): Promise<NamedMember> {
    return this.database.transaction(account.id, async (tx) => {
      await settleOwner(tx, await tx.send(lockAccount(account.id)));
      await actingMember(tx, account.id, actor, 'member_data');
      const found = await tx.send(lockMember(account.id, id));
      if (!found) throw missing('member');
      if (found.active) throw new ApiError('conflict', { message: found.role === 'owner' ? OF_OWNER : IS_ACTIVE });
      if (found.emailKey !== null) {
        await empty(tx, found, found.emailKey);
        await tx.send(recordAudit(account.id, actor, 'member.anonymised', { type: 'member', id }));
      }
      const handingOver = await tx.send(countLeadsOf(account.id, id));
      return { member: { ...found, email: null, awayUntil: null }, name: REMOVED_MEMBER, handingOver };
    });
  }
}

/** The member's address as mails spell it. */
const recipientsOf = async (tx: Reads, accountId: string, emailKey: string | null): Promise<string[]> =>
  (await tx.send(listRecipients(accountId))).filter((recipient) => comparisonKey(recipient) === emailKey);

type Reads = Transaction<'read'>;

/** Requests of somebody who signs in to another account stay: they are not this account's. */
async function empty(tx: Transaction, { accountId, id }: Member, emailKey: string): Promise<void> {
  const recipients = await recipientsOf(tx, accountId, emailKey);
  const isElsewhere = (await tx.send(listSignInAccounts(emailKey))).length > 0;
  await tx.send([
    emptyMember(accountId, id),
    renameMember(accountId, id, null),
    endLinks(accountId, id),
    deleteMailsTo(accountId, recipients),
    isElsewhere ? undefined : deleteRequestsOf(emailKey),
  ]);
}

const IS_ACTIVE = 'Esta pessoa está ativa. Desative-a antes de remover os dados dela.';
const OF_OWNER = 'Os dados do dono da conta não podem ser removidos aqui. Só quem opera o serviço muda o dono.';
