import type { Viewer } from '../accounts/actor';
import type { AccountCaller } from '../auth/access/account-caller';
import type { NotificationType } from '../contract/notification';
import { type Right, rolesWith } from '../contract/members/roles';

/** The right without which a member does not see entries of a type. */
const RIGHT_OF: Readonly<Record<NotificationType, Right>> = {
  'api_key.created': 'api_keys',
  'api_key.revoked': 'api_keys',
  'submission.held': 'held_submissions',
  'automation.notice': 'leads',
  'source.created': 'sources',
  'source.kept': 'sources',
  'pipeline.not_configured': 'pipelines',
};
const TYPES = Object.keys(RIGHT_OF) as NotificationType[];

/** A member other than the owner, with marks of their own. As a viewer they see entries about the leads that they see, and no entry without a lead. */
export type MemberReader = Viewer & {
  readonly memberId: string;
  /** Types of the entries that this member sees. */
  readonly types: readonly NotificationType[];
  /** Earlier entries count as read. */
  readonly since: Date;
};

/** The owner and the operator, who see every entry. They share the mark in the entry. */
// Stryker disable next-line StringLiteral: any text differs from a member.
export const OWNER_READER = 'owner';

/** Who reads notifications. An argument of every query of the list, next to the account's id. */
export type Reader = MemberReader | typeof OWNER_READER;

export function readerOf({ member, actor: { sees } }: Pick<AccountCaller, 'member' | 'actor'>): Reader {
  if (!member || member.role === 'owner') return OWNER_READER;
  const { id: memberId, role, createdAt: since } = member;
  return { memberId, types: TYPES.filter((type) => rolesWith(RIGHT_OF[type]).includes(role)), sees, since };
}

export const sees = (reader: Reader, type: NotificationType): boolean =>
  reader === OWNER_READER || reader.types.includes(type);
