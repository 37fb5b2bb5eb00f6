import { Injectable } from '@nestjs/common';
import { lockAccount } from '../accounts/account.queries';
import type { Member } from '../accounts/members/member.entity';
import {
  findMember,
  findName,
  listSignInAccounts,
  lockMember,
  renameMember,
} from '../accounts/members/members.queries';
import { recordAudit } from '../audit/audit.queries';
import { type AccountCaller, actingMember } from '../auth/access/account-caller';
import type { Streamed } from '../auth/access/stream-answer';
import { endLinks } from '../auth/sessions/sessions.queries';
import { ApiError, missing } from '../common/api-error';
import type { TextBatches } from '../common/in-slices';
import { arrayInParts, dataInParts, objectInParts } from '../common/json-in-parts';
import { comparisonKey } from '../common/text';
import { MAX_EXPORTED_OF_MEMBER } from '../contract/limits';
import { REMOVED_MEMBER } from '../contract/members/member';
import { Database } from '../database/database';
import { type PartRow, partsOf, readPart } from '../database/list-in-parts';
import type { Transaction } from '../database/transaction';
import {
  deleteMailsTo,
  deleteRequestsOf,
  emptyMember,
  countMailsTo,
  findFigures,
  listRecipients,
  MAILS_TO,
  ofMember,
  SIGN_INS_OF_MEMBER,
  WORK_OF_MEMBER,
} from './member-data.queries';
import { countLeadsOf, memberView, type NamedMember } from './members.queries';

/** Data held of a member: handed out to the owner, and emptied once the member has left. */
@Injectable()
export class MemberDataService {
  constructor(private readonly database: Database) {}

  /** What is held of a member; all lists begin as of one moment. Throws `not_found`. */
  async export({ account, actor }: AccountCaller, id: string, leaving: AbortSignal): Promise<Streamed> {
    const { head, lists } = await this.database.snapshot(account.id, leaving, async (tx) => {
      const member = await tx.send(findMember(account.id, id));
      if (!member) throw missing('member');
      const of = ofMember(id, member.role === 'owner');
      const recipients = await recipientsOf(tx, account.id, member.emailKey);
      const lists = listsOf(of, recipients);
      const [name, { short, counts }, mails, first] = await tx.commit([
        findName(account.id, id),
        findFigures(account.id, of),
        countMailsTo(account.id, recipients),
        lists.map(({ list, of }) => readPart(list, account.id, of)),
      ]);
      const all: Partial<Record<string, number>> = { ...counts, mails };
      return {
        head: JSON.stringify({ member: memberView(member, name), ...short }),
        lists: lists.map((one, index) => ({ ...one, count: all[one.name], first: first[index] })),
      };
    });
    const fields = lists.map(({ name, list, of, count, first }) => {
      const parts = partsOf((position) => this.database.read(readPart(list, account.id, of, position), leaving), first);
      return [
        name,
        count === undefined
          ? arrayInParts(parts)
          : objectInParts(`{"count":${count}}`, { newest: arrayInParts(newestOf(parts)) }),
      ];
    });
    return {
      batches: dataInParts(objectInParts(head, Object.fromEntries(fields) as Record<string, TextBatches>)),
      record: () => this.database.write(recordAudit(account.id, actor, 'member.exported', { type: 'member', id })),
    };
  }

  /**
   * Empties name and address of a deactivated member; the same answer again. The audit trail and the records of leads keep the id. Throws
   * `not_found`, and `conflict` for an active member.
   */
  anonymise({ account, actor }: AccountCaller, id: string): Promise<NamedMember> {
    return this.database.transaction(account.id, async (tx) => {
      await tx.send(lockAccount(account.id));
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

const listsOf = (of: readonly string[], recipients: readonly string[]) => [
  ...Object.entries({ ...SIGN_INS_OF_MEMBER, ...WORK_OF_MEMBER }).map(([name, list]) => ({ name, list, of })),
  { name: 'mails', list: MAILS_TO, of: recipients },
];

async function* newestOf(parts: AsyncIterable<readonly PartRow[]>): AsyncGenerator<readonly PartRow[]> {
  let left = MAX_EXPORTED_OF_MEMBER;
  for await (const rows of parts) {
    yield rows.slice(0, left);
    left -= rows.length;
    if (left <= 0) return;
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
