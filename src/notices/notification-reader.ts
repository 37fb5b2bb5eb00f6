import type { Viewer } from '../accounts/members/viewer';
import type { SessionMember } from '../auth/sessions/sessions.queries';
import type { NotificationType } from '../contract/notification';
import { type Right, rolesWith } from '../contract/members/roles';

/** The right without which a member does not see entries of a type. */
const RIGHT_OF: Readonly<Record<NotificationType, Right>> = {
  'api_key.created': 'api_keys',
  'api_key.revoked': 'api_keys',
  'submission.held': 'held_submissions',
  'automation.notice': 'leads',
  'pipeline.not_configured': 'pipelines',
};
const TYPES = Object.keys(RIGHT_OF) as NotificationType[];

/** A member other than the owner, with marks of their own. */
export interface MemberReader {
  readonly memberId: string;
  /** Types of the entries that this member sees. */
  readonly types: readonly NotificationType[];
  /** A viewer sees entries about the leads that they see, and no entry without a lead. */
  readonly viewer: Viewer;
  /** Earlier entries count as read. */
  readonly since: Date;
}

/** The owner and the operator, who see every entry. They share the mark in the entry. */
export const OWNER_READER = 'owner';

/** Who reads notifications. An argument of every query of the list, next to the account's id. */
export type Reader = MemberReader | typeof OWNER_READER;

export function readerOf({ member, viewer }: { member: SessionMember | undefined; viewer: Viewer }): Reader {
  if (!member || member.role === 'owner') return OWNER_READER;
  const { id: memberId, role, createdAt: since } = member;
  return { memberId, types: TYPES.filter((type) => rolesWith(RIGHT_OF[type]).includes(role)), viewer, since };
}

export const sees = (reader: Reader, type: NotificationType): boolean =>
  reader === OWNER_READER || reader.types.includes(type);
