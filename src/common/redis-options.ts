import type { RedisOptions } from 'ioredis';

/** What all connections to Redis have in common: nothing waits for one that is away, and none needs INFO or CLIENT. */
export const REDIS_OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1_000,
  // A connection that is given up is not waited for.
  disconnectTimeout: 0,
  enableReadyCheck: false,
  disableClientInfo: true,
} as const satisfies RedisOptions;
