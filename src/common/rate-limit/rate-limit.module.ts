import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config } from '../../config/config';
import { MAX_LINK_REQUESTS_PER_CLIENT, MAX_REFUSED_LINKS_PER_CLIENT } from '../../contract/limits';
import type { Limit } from './count-call';
import { MemoryStorage } from './memory-storage';
import { RedisStorage } from './redis-storage';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations';
import type { IncomingMessage } from 'node:http';
import { log } from '../process/log';

/** Detects an unconfigured proxy. Any caller can send the header, so it affects only readiness and one log line. */
@Injectable()
export class Forwarding {
  isUnexplained = false;

  constructor(private readonly config: Config) {}

  notice({ headers }: IncomingMessage): void {
    if (this.isUnexplained || this.config.trustedProxies !== undefined) return;
    if (headers['x-forwarded-for'] === undefined) return;
    this.isUnexplained = true;
    log.warn(
      'a request came with X-Forwarded-For, and TRUST_PROXY is not set: behind a proxy all callers count as one client; set it to the number of proxies, or to false where there is none',
    );
  }
}

const perMinute = (name: Limit['name'], limit: number): Limit => ({ name, limit, ttl: MINUTE_MS });

export const limitsOf = ({ limits }: Config) => ({
  ip: perMinute('ip', limits.ipPerMinute),
  key: perMinute('key', limits.keyPerMinute),
  writes: perMinute('writes', limits.keyWritesPerMinute),
  metrics: perMinute('metrics', limits.keyMetricsPerMinute),
  session: perMinute('session', limits.sessionPerMinute),
  sign_in: { name: 'sign_in', limit: MAX_LINK_REQUESTS_PER_CLIENT, ttl: HOUR_MS } satisfies Limit,
});

/** Wrong operator tokens of one address; further ones are answered 429. */
export const WRONG_TOKENS = perMinute('sign_in', 10);

/** Refused sign-in links of one address, viewed or used. */
export const REFUSED_LINKS = perMinute('sign_in', MAX_REFUSED_LINKS_PER_CLIENT);

/** Counts calls in Redis when `REDIS_URL` is set, shared by all instances, else in this process. */
@Injectable()
export class LimitStorage implements OnApplicationShutdown {
  private readonly redis: RedisStorage | undefined;
  readonly counts: MemoryStorage | RedisStorage;

  constructor({ redisUrl }: Config) {
    this.redis = redisUrl ? new RedisStorage(redisUrl) : undefined;
    this.counts = this.redis ?? new MemoryStorage();
  }

  /** State for health: `off` without `REDIS_URL`. */
  get redisState(): 'off' | 'up' | 'down' {
    if (!this.redis) return 'off';
    return this.redis.isUp ? 'up' : 'down';
  }

  onApplicationShutdown(): void {
    this.redis?.close();
  }
}

/** Global, because the guards of every controller count calls. */
@Global()
@Module({ providers: [LimitStorage, Forwarding], exports: [LimitStorage, Forwarding] })
class LimitStorageModule {}

export const RateLimitModule = ThrottlerModule.forRootAsync({
  imports: [LimitStorageModule],
  inject: [Config, LimitStorage],
  useFactory: (config: Config, { counts }: LimitStorage) => ({
    throttlers: Object.values(limitsOf(config)),
    storage: counts,
  }),
});
