import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import { log } from '../log';
import { MemoryStorage, throttlerRecord } from './memory-storage';

/** How long a request may wait for Redis in all, and how often a lost one is tried again. */
const PATIENCE_MS = 50;
const PROBE_EVERY_MS = 500;

/** The sliding window of `SlidingWindows`, as one atomic script over the moments of a key's calls, by Redis' own clock. */
const HIT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local calls = redis.call('ZCARD', KEYS[1])
local allowed = calls < limit
if allowed then
  redis.call('ZADD', KEYS[1], now, time[1] .. '.' .. time[2] .. '.' .. calls)
  redis.call('PEXPIRE', KEYS[1], window)
  calls = calls + 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { allowed and 1 or 0, calls, (oldest[2] or now) + window - now }`;

type RedisWithHit = Redis & { hit(key: string, window: number, limit: number): Promise<[number, number, number]> };

const upGauge = new Gauge({
  name: 'ratelimit_backend_up',
  help: 'Whether limits are counted in Redis (1) or in process (0)',
});
// Absent when Redis is not configured.
upGauge.remove();

/**
 * Counts calls in Redis, shared by all instances. When Redis is down or does not answer within 50 ms, calls are counted in
 * process until it is back: a limiter that is down must not stop the service.
 */
export class RedisStorage implements ThrottlerStorage {
  private readonly redis: RedisWithHit;
  private readonly local = new MemoryStorage();
  private readonly probe: NodeJS.Timeout;
  isUp = false;

  constructor(url: string) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      retryStrategy: () => PROBE_EVERY_MS,
    }) as RedisWithHit;
    this.redis.defineCommand('hit', { numberOfKeys: 1, lua: HIT });
    this.redis.on('error', () => this.setUp(false));
    this.redis.on('ready', () => this.setUp(true));
    this.probe = setInterval(() => void this.ask(), PROBE_EVERY_MS).unref();
    upGauge.set(0);
  }

  async increment(key: string, ttl: number, limit: number) {
    // Once it is known to be down, no further step of any request waits for it.
    if (!this.isUp) return this.local.increment(key, ttl, limit);
    try {
      const [allowed, calls, freeIn] = await inTime(this.redis.hit(`entrada:limit:${key}`, ttl, limit));
      return throttlerRecord({ allowed: allowed === 1, calls, freeIn });
    } catch {
      this.setUp(false);
      return this.local.increment(key, ttl, limit);
    }
  }

  close(): void {
    clearInterval(this.probe);
    this.redis.disconnect();
  }

  private async ask(): Promise<void> {
    if (this.isUp || this.redis.status !== 'ready') return;
    const answered = await inTime(this.redis.ping()).catch(() => undefined);
    if (answered) this.setUp(true);
  }

  private setUp(isUp: boolean): void {
    if (isUp === this.isUp) return;
    this.isUp = isUp;
    upGauge.set(isUp ? 1 : 0);
    if (isUp) log.info('Redis counts the limits for all instances');
    else log.warn('Redis is away: each instance counts the limits for itself');
  }
}

/**
 * Rejects when Redis did not answer in time. An answer that has arrived but was not read yet counts: when this process was
 * too busy to read it, Redis is not to blame, and counting elsewhere would let more calls through.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Timers run before sockets are read, immediates after that.
    timer = setTimeout(() => setImmediate(() => reject(new Error('Redis is late'))), PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
