import type { ListedMember } from '../accounts/members/members.queries';
import { type MemberView, REMOVED_MEMBER } from '../contract/members/member';

/** A member for those who lead the account; `handingOver` are the leads that still go to somebody else. */
export const memberView = (member: ListedMember, name: string | undefined, handingOver?: number): MemberView => ({
  ...memberForSellers(member, name),
  email: member.email,
  away_until: member.awayUntil,
  created_at: member.createdAt.toISOString(),
  last_seen_at: member.lastSeenAt?.toISOString() ?? null,
  ...(handingOver !== undefined && { handing_over: handingOver }),
});

export const memberForSellers = ({ id, role, active }: ListedMember, name = REMOVED_MEMBER): MemberView => ({
  id,
  name,
  role,
  active,
});
