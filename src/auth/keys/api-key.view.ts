import type { ApiKeyView } from '../../contract/key';
import type { ListedKey } from './api-keys.queries';

/** Key as its owner sees it; `last_used_at` is exact to the minute. */
export const apiKeyView = (key: ListedKey): ApiKeyView => ({
  id: key.id,
  name: key.name,
  permissions: key.permissions,
  hint: key.hint,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  ends_at: key.revokedAt ? null : (key.endsAt?.toISOString() ?? null),
});
