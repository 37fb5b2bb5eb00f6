import type { ApiKey } from './api-key.entity';

/** A key as its owner sees it; `last_used_at` is exact to the minute. */
export const apiKeyView = (key: ApiKey, lastUsedAt?: Date) => ({
  id: key.id,
  name: key.name,
  permissions: key.permissions,
  hint: key.hint,
  created_at: key.createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});
