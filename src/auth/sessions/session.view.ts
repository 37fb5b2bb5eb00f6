import type { SessionView } from '../../contract/session';
import type { ListedSession } from './sessions.queries';

/** Session as its owner sees it; `current` marks the caller's session. */
export const sessionView = (session: ListedSession, currentId: string | undefined): SessionView => ({
  id: session.id,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  current: session.id === currentId,
});
