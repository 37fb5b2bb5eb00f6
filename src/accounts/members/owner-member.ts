import { v7 as uuidv7 } from 'uuid';
import { comparisonKey } from '../../common/text';
import type { Transaction } from '../../database/transaction';
import type { LockedAccount } from '../account.queries';
import { startHandOver, stopHandOver } from './hand-overs.queries';
import {
  endOwner,
  findMemberByAddress,
  findName,
  findOwner,
  insertMember,
  lockMember,
  makeOwner,
  type MemberIdentity,
  renameMember,
} from './members.queries';

/** A member who signs in. */
export interface SigningIn {
  readonly id: string;
  readonly isOwner: boolean;
  readonly email: string;
}

/**
 * Makes the account's owner its one member with that role; returns the member's id. The columns of the account say who owns it: a
 * release without members writes them alone. The former owner's membership ends, and their leads go to nobody. Requires the account's
 * lock.
 */
export async function settleOwner(tx: Transaction, account: LockedAccount): Promise<string> {
  const { id: accountId, ownerName, ownerEmail, ownerSince } = account;
  const emailKey = comparisonKey(ownerEmail);
  const former = await tx.send(findOwner(accountId));
  if (former?.emailKey === emailKey) {
    if ((await tx.send(findName(accountId, former.id))) !== ownerName)
      await tx.send(renameMember(accountId, former.id, ownerName));
    return former.id;
  }
  const known = await tx.send(findMemberByAddress(accountId, emailKey));
  const id = known?.id ?? uuidv7();
  const locked = [former?.id, known?.id].filter((member) => member !== undefined).sort();
  await tx.send([
    locked.map((member) => lockMember(accountId, member)),
    former && endMembership(accountId, former),
    known
      ? [
          makeOwner(accountId, id, ownerEmail),
          renameMember(accountId, id, ownerName),
          // A former member keeps the leads that are still there.
          stopHandOver(accountId, id),
        ]
      : insertMember(accountId, {
          id,
          name: ownerName,
          role: 'owner',
          email: ownerEmail,
          emailKey,
          createdAt: ownerSince,
        }),
  ]);
  return id;
}

const endMembership = (accountId: string, { id }: MemberIdentity) => [
  endOwner(accountId, id),
  startHandOver(accountId, id, null),
];

/** The member of the account who signs in with this address; undefined for others. Requires the account's lock. */
export async function memberSigningIn(
  tx: Transaction,
  account: LockedAccount,
  emailKey: string,
): Promise<SigningIn | undefined> {
  if (comparisonKey(account.ownerEmail) === emailKey)
    return { id: await settleOwner(tx, account), isOwner: true, email: account.ownerEmail };
  const member = await tx.send(findMemberByAddress(account.id, emailKey));
  const isActive = member?.active && member.role !== 'owner';
  return isActive && member.email !== null ? { id: member.id, isOwner: false, email: member.email } : undefined;
}
