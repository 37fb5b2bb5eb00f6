import type { Me, MemberView } from '../../../src/contract/members/member';
import { GIVEN_ROLES, type GivenRole } from '../../../src/contract/members/roles';
import { dayBefore } from '../../format';

/** Rules of the page of the team, as the service has them. */

/** Roles that the person may give. */
export const rolesToGive = ({ member }: Me): readonly GivenRole[] =>
  GIVEN_ROLES.filter((role) => role === 'seller' || member?.role !== 'manager');

export const isOneself = (me: Me, { id }: MemberView): boolean => me.member?.id === id;

/** Whether the person may change the other's role and activity: the owner everybody else's, a manager a seller's. */
export const isManaged = (me: Me, member: MemberView): boolean =>
  me.may.includes('members') &&
  member.role !== 'owner' &&
  !isOneself(me, member) &&
  (member.role === 'seller' || me.member?.role !== 'manager');

/** Whether the person may change the other's name and absence. */
export const isEditable = (me: Me, member: MemberView): boolean =>
  isOneself(me, member) || isManaged(me, member) || (me.may.includes('settings') && member.role === 'owner');

/** Last day of a present or coming absence. */
export const awayUntil = ({ away_until: day }: MemberView): string | undefined =>
  day && day >= dayBefore(new Date(), 0) ? day : undefined;
