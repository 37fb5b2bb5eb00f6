import { REMOVED_MEMBER } from '../../contract/members/member';
import type { SessionView } from '../../contract/session';
import type { ListedSession } from './sessions.queries';

/** Session as members see it; `current` marks the caller's session. */
export const sessionView = (
  session: ListedSession,
  currentId: string | undefined,
  names: ReadonlyMap<string, string>,
): SessionView => ({
  id: session.id,
  member: { id: session.memberId, name: names.get(session.memberId) ?? REMOVED_MEMBER },
  device: session.device,
  remembered: session.remembered,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  current: session.id === currentId,
});
