import type { SessionView } from '../contract/session';
import type { ListedSession } from './sessions.queries';

/** A session as its owner sees it; `current` is the one of the caller. */
export const sessionView = (session: ListedSession, currentId: string | undefined): SessionView => ({
  id: session.id,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  current: session.id === currentId,
});
