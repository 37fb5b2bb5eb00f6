import { v7 as uuidv7 } from 'uuid';
import { comparisonKey } from '../../common/text';
import type { Transaction } from '../../database/transaction';
import type { LockedAccount } from '../account.queries';
import {
  endOwner,
  findMemberByAddress,
  findOwner,
  insertMember,
  lockMember,
  makeOwner,
  renameMember,
  startHandOver,
  stopHandOver,
} from './members.queries';

/** A member who signs in. */
export interface SigningIn {
  readonly id: string;
  readonly isOwner: boolean;
  readonly email: string;
}

/** Adds the owner of a new account as its first member. */
export const insertOwner = ({ id: accountId, ownerName, ownerEmail, ownerSince }: LockedAccount) =>
  insertMember(accountId, {
    id: uuidv7(),
    name: ownerName,
    role: 'owner',
    email: ownerEmail,
    emailKey: comparisonKey(ownerEmail),
    createdAt: ownerSince,
  });

/**
 * Makes the account's new owner its one member with that role. The former owner's membership ends, and their leads go to nobody. Requires
 * the account's lock.
 */
export async function replaceOwner(tx: Transaction, account: LockedAccount): Promise<void> {
  const { id: accountId, ownerName, ownerEmail } = account;
  const [former, existing] = await tx.send([
    findOwner(accountId),
    findMemberByAddress(accountId, comparisonKey(ownerEmail)),
  ]);
  const locked = [former.id, existing?.id].filter((member) => member !== undefined).sort();
  await tx.send([
    locked.map((member) => lockMember(accountId, member)),
    endOwner(accountId, former.id),
    startHandOver(accountId, former.id, null),
    existing
      ? [
          makeOwner(accountId, existing.id, ownerEmail),
          renameMember(accountId, existing.id, ownerName),
          // A former member keeps the leads that are still there.
          stopHandOver(accountId, existing.id),
        ]
      : insertOwner(account),
  ]);
}

/** The active member of the locked account with this address; undefined for others, and when the account is closed. */
export async function memberSigningIn(
  tx: Transaction,
  { id: accountId, closesAt }: LockedAccount,
  emailKey: string,
): Promise<SigningIn | undefined> {
  if (closesAt) return undefined;
  const member = await tx.send(findMemberByAddress(accountId, emailKey));
  if (!member?.active || member.email === null) return undefined;
  return { id: member.id, isOwner: member.role === 'owner', email: member.email };
}
