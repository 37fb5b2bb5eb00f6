import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config } from '../../config';
import type { LimitName } from '../../contract/error';
import { MAX_LINK_REQUESTS_PER_CLIENT, MAX_LINK_USES_PER_CLIENT } from '../../contract/limits';
import { Forwarding } from './forwarding';
import { MemoryStorage } from './memory-storage';
import { RedisStorage } from './redis-storage';

export const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Tokens of the operator that one address may get wrong in a minute. */
export const WRONG_TOKENS_PER_MINUTE = 10;

/** Where calls are counted: in Redis when `REDIS_URL` is set, for any number of instances, else in this process. */
@Injectable()
export class LimitStorage implements OnApplicationShutdown {
  private readonly redis: RedisStorage | undefined;
  readonly counts: MemoryStorage | RedisStorage;

  constructor({ redisUrl }: Config) {
    this.redis = redisUrl ? new RedisStorage(redisUrl) : undefined;
    this.counts = this.redis ?? new MemoryStorage();
  }

  /** For health: `off` without `REDIS_URL`. */
  get redisState(): 'off' | 'up' | 'down' {
    if (!this.redis) return 'off';
    return this.redis.isUp ? 'up' : 'down';
  }

  onApplicationShutdown(): void {
    this.redis?.close();
  }
}

@Module({ providers: [LimitStorage, Forwarding], exports: [LimitStorage, Forwarding] })
export class LimitStorageModule {}

/** All limits, and the storage that counts them. */
export const RateLimitModule = ThrottlerModule.forRootAsync({
  imports: [LimitStorageModule],
  inject: [Config, LimitStorage],
  useFactory: ({ limits }: Config, storage: LimitStorage) => {
    const perMinute = (name: LimitName, limit: number) => ({ name, limit, ttl: MINUTE_MS });
    return {
      throttlers: [
        perMinute('ip', limits.ipPerMinute),
        perMinute('key', limits.keyPerMinute),
        perMinute('writes', limits.keyWritesPerMinute),
        perMinute('metrics', limits.keyMetricsPerMinute),
        perMinute('sessions', MAX_LINK_USES_PER_CLIENT),
        { name: 'sign_in', limit: MAX_LINK_REQUESTS_PER_CLIENT, ttl: HOUR_MS },
      ],
      storage: storage.counts,
    };
  },
});
