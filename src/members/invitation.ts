import { type InvitationMail, isInvented } from '../accounts/mails/mails.queries';
import type { ListedMember } from '../accounts/members/members.queries';
import type { Invitation } from '../contract/members/member';

/** What decides whether invitations are mailed. */
export interface Mailing {
  readonly sendsMail: boolean;
  /** The newest invitation to each address. */
  readonly mails: ReadonlyMap<string, InvitationMail>;
}

/** Whether the member was invited and has never signed in. */
const isAwaited = ({ active, role, lastSeenAt, email }: ListedMember): boolean =>
  active && role !== 'owner' && lastSeenAt === null && email !== null;

/** Addresses of the awaited ones among these members. */
export const awaitedAddresses = (members: readonly ListedMember[]): string[] =>
  members.flatMap((member) => (isAwaited(member) && member.email !== null ? [member.email] : []));

/** State of a member's invitation; undefined for members who are not awaited. */
export function invitationOf(member: ListedMember, { sendsMail, mails }: Mailing): Invitation | undefined {
  if (!isAwaited(member)) return undefined;
  const email = member.email ?? '';
  if (!sendsMail || isInvented(email)) return { state: 'unsendable', at: null };
  const mail = mails.get(email);
  if (!mail) return { state: 'none', at: null };
  if (mail.sentAt) return { state: 'sent', at: mail.sentAt.toISOString() };
  if (mail.deadAt) return { state: 'dead', at: mail.deadAt.toISOString() };
  return { state: 'pending', at: mail.createdAt.toISOString() };
}
