import { firstIdAt } from '../database/first-id';
import { lockRows, map, planned, prepared, readRow, publishingEach, write } from '../database/query';
import type { ListedMember } from '../accounts/members/members.queries';
import { type Invitation, type MemberView, REMOVED_MEMBER } from '../contract/members/member';

/** A member with the name that leads show, and the leads that a former one still hands over. */
export interface NamedMember {
  readonly member: ListedMember;
  readonly name: string | undefined;
  readonly handingOver?: number;
  readonly invitation?: Invitation;
}

const COUNT_LEADS = prepared(
  'count_leads_of_member',
  `select count(*)::int as count from leads l where l.account_id = $1 and l.responsible_id = $2`,
);

/** Leads for which the member is responsible. */
export const countLeadsOf = (accountId: string, memberId: string) =>
  map(readRow<{ count: number }>(COUNT_LEADS, [accountId, memberId]), (row) => row?.count ?? 0);

const COUNT_INVITATIONS = prepared(
  'count_invitations',
  `select count(*)::int as count from audit_entries e
   where e.account_id = $1 and e.id >= ${firstIdAt('$2::timestamptz')} and e.action = 'member.invited'`,
);

export const countInvitations = (accountId: string, since: Date) =>
  map(readRow<{ count: number }>(COUNT_INVITATIONS, [accountId, since]), (row) => row?.count ?? 0);

const LOCK_LEADS = prepared(
  'lock_leads_of_member',
  `select l.id from leads l where l.account_id = $1 and l.responsible_id = $2 order by l.id limit $3 for update skip locked`,
);

/** Locks up to `count` leads of a member, but none that another transaction changes now. */
export const lockLeadsOf = (accountId: string, memberId: string, count: number) =>
  map(lockRows<{ id: string }>('lead', LOCK_LEADS, [accountId, memberId, count]), (rows) => rows.map(({ id }) => id));

/** SQL: the row `a` is an appointment of the member $2 that is still to come. */
const IS_TO_COME = `a.account_id = $1 and a.member_id = $2 and a.starts_at > now() and not a.attended and not a.missed`;

const LOCK_LEADS_TO_MEET = planned(
  `select l.id
   from (select distinct f.lead_id from (select a.lead_id from appointments a where ${IS_TO_COME} order by a.starts_at, a.id limit $3) f) m
   join leads l on l.account_id = $1 and l.id between m.lead_id and m.lead_id
   order by l.id for update of l skip locked`,
);

/** Locks leads with whom a member has appointments to come, but none that another transaction changes now. */
export const lockLeadsToMeet = (accountId: string, memberId: string, count: number) =>
  map(lockRows<{ id: string }>('lead', LOCK_LEADS_TO_MEET, [accountId, memberId, count]), (rows) =>
    rows.map(({ id }) => id),
  );

const FREE_APPOINTMENTS = planned(
  `update appointments a set member_id = null where ${IS_TO_COME} and a.lead_id = any($3::uuid[])`,
);

/** Leaves a member's appointments to come to those who look after these leads. Names the leads, whose agenda changes. */
export const freeAppointments = (accountId: string, memberId: string, leadIds: readonly string[]) =>
  publishingEach(write(FREE_APPOINTMENTS, [accountId, memberId, leadIds]), 'lead', leadIds);

const END_HAND_OVER = prepared(
  'end_hand_over',
  `delete from hand_overs where account_id = $1 and from_member_id = $2
     and (select l.id from leads l where l.account_id = $1 and l.responsible_id = $2 order by l.id limit 1) is null
     and (select a.id from appointments a where ${IS_TO_COME} order by a.starts_at limit 1) is null`,
);

/** Does nothing while the member has leads, or appointments to come. */
export const endHandOver = (accountId: string, from: string) => write(END_HAND_OVER, [accountId, from]);

/** A member for those who lead the account; `handingOver` are the leads that still go to somebody else. */
export const memberView = (
  member: ListedMember,
  name: string | undefined,
  handingOver?: number,
  invitation?: Invitation,
): MemberView => ({
  ...memberForSellers(member, name),
  email: member.email,
  away_until: member.awayUntil,
  created_at: member.createdAt.toISOString(),
  last_seen_at: member.lastSeenAt?.toISOString() ?? null,
  ...(invitation && { invitation }),
  ...(handingOver !== undefined && { handing_over: handingOver }),
});

export const memberForSellers = ({ id, role, active }: ListedMember, name = REMOVED_MEMBER): MemberView => ({
  id,
  name,
  role,
  active,
});
