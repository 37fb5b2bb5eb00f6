import type { Actor } from '../accounts/actor';
import { ApiError } from '../common/api-error';
import { type Right, rolesWith } from '../contract/members/roles';
import type { Transaction } from '../database/transaction';
import type { Member } from '../accounts/members/member.entity';
import { findMember } from '../accounts/members/members.queries';

/**
 * The member who acts, as of now: the membership may have ended, or the role changed, while the call waited for the account's lock, which
 * this requires. Undefined for the operator. Throws `unauthorized` for a former member, and `forbidden` for a role without the right.
 */
export async function actingMember(
  tx: Transaction,
  accountId: string,
  { memberId }: Actor,
  right: Right,
): Promise<Member | undefined> {
  if (memberId === null) return undefined;
  const member = await tx.send(findMember(accountId, memberId));
  if (!member?.active) throw new ApiError('unauthorized');
  if (!rolesWith(right).includes(member.role)) throw new ApiError('forbidden');
  return member;
}
