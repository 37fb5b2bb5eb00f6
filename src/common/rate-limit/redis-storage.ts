import { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import { log } from '../log';
import { REDIS_OPTIONS } from '../redis-options';
import { redisRefusalOf } from '../redis-refusal';
import type { CallCounts, Count } from './call-counts';
import { MemoryStorage, throttlerRecord } from './memory-storage';
import type { WindowHit } from './sliding-window';

/** How long a request may wait for Redis in all, and how often a lost one is tried again. */
const PATIENCE_MS = 50;
const PROBE_EVERY_MS = 500;
/** After so many probes that failed the connection is made anew: the other end may have vanished without a word. */
const MOST_FAILED_PROBES = 4;

/** How many calls one script may count: some 10 µs each, in which Redis answers nobody else. */
const CALLS_AT_ONCE = 50;

/** Not the prefix of release 1.1, whose counts were sorted sets. */
const PREFIX = 'entrada:calls:';

/**
 * What the probe counts: a call that is never refused, and one that always is, so that every command of the script is run. A Redis may
 * answer PING and refuse to write.
 */
const PROBE_KEY = `${PREFIX}probe`;
const PROBE = [PROBE_KEY, PROBE_KEY, PROBE_EVERY_MS, Number.MAX_SAFE_INTEGER, 0, 0, 0, 0] as const;

/**
 * The sliding windows of `SlidingWindows` by Redis' own clock, for any number of calls: each key is the list of the moments of its
 * calls. Of each key it takes window, limit, and whether it belongs to the same call as the key before; such a key is not asked
 * when that one refused. Returns the moment, then for each key that was asked whether it allowed the call, its calls, and until
 * when.
 */
const COUNT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer, refused = { now }, false
for place, key in ipairs(KEYS) do
  local window, limit, continues = ARGV[3 * place - 2] + 0, ARGV[3 * place - 1] + 0, ARGV[3 * place] == '1'
  if not (continues and refused) then
    local oldest = redis.call('LINDEX', key, 0)
    while oldest and oldest + 0 <= now - window do
      redis.call('LPOP', key)
      oldest = redis.call('LINDEX', key, 0)
    end
    local calls = redis.call('RPUSH', key, now)
    refused = calls > limit
    if refused then
      redis.call('RPOP', key)
      calls = calls - 1
    else
      redis.call('PEXPIRE', key, window)
    end
    local size = #answer
    answer[size + 1], answer[size + 2], answer[size + 3] = refused and 0 or 1, calls, (oldest or now) + window - now
  end
end
return answer`;

type RedisWithCount = Redis & { count(keys: number, ...keysAndArguments: (string | number)[]): Promise<number[]> };

/** A call that waits to be counted. */
interface Waiting {
  readonly counts: readonly Count[];
  readonly resolve: (hits: Promise<WindowHit[]> | WindowHit[]) => void;
}

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
export class RedisStorage implements CallCounts {
  private readonly redis: RedisWithCount;
  private readonly local = new MemoryStorage();
  private readonly probe: NodeJS.Timeout;
  private readonly waiting: Waiting[] = [];
  private state: 'up' | 'down' | undefined;
  private failedProbes = 0;

  constructor(url: string) {
    this.redis = new Redis(url, {
      ...REDIS_OPTIONS,
      retryStrategy: () => PROBE_EVERY_MS,
      // This server has become a replica: the name in the address may lead to the new primary.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    }) as RedisWithCount;
    this.redis.defineCommand('count', { lua: COUNT });
    this.redis.on('error', (error) => this.goDown(error));
    this.redis.on('ready', () => void this.ask());
    this.probe = setInterval(() => void this.ask(), PROBE_EVERY_MS).unref();
    upGauge.set(0);
  }

  get isUp(): boolean {
    return this.state === 'up';
  }

  async increment(key: string, ttl: number, limit: number) {
    const [hit] = await this.countAll([{ key, ttl, limit }]);
    return throttlerRecord(hit as WindowHit);
  }

  countAll(counts: readonly Count[]): Promise<WindowHit[]> {
    // Once it is known to be down, no further step of any request waits for it.
    if (!this.isUp) return this.local.countAll(counts);
    return new Promise((resolve) => {
      // Calls that this turn of the event loop reads share one trip.
      if (this.waiting.push({ counts, resolve }) === 1) setImmediate(() => this.sendAll());
    });
  }

  /** When Redis does not answer, the call stays counted until it leaves the window. */
  takeBack(key: string, moment: number): void {
    if (this.isUp) this.redis.lrem(PREFIX + key, -1, moment).catch(() => undefined);
    else this.local.takeBack(key, moment);
  }

  close(): void {
    clearInterval(this.probe);
    this.redis.disconnect();
  }

  private sendAll(): void {
    while (this.waiting.length > 0) void this.send(this.waiting.splice(0, CALLS_AT_ONCE));
  }

  private async send(calls: readonly Waiting[]): Promise<void> {
    const keys: string[] = [];
    const figures: number[] = [];
    for (const { counts } of calls) {
      counts.forEach(({ key, ttl, limit }, place) => {
        keys.push(PREFIX + key);
        figures.push(ttl, limit, place > 0 ? 1 : 0);
      });
    }
    try {
      const answer = await inTime(this.redis.count(keys.length, ...keys, ...figures));
      const nextHit = reader(answer);
      for (const { counts, resolve } of calls) resolve(hitsOf(counts.length, nextHit));
    } catch (error) {
      this.goDown(error);
      for (const { counts, resolve } of calls) resolve(this.local.countAll(counts));
    }
  }

  private async ask(): Promise<void> {
    if (this.isUp || this.redis.status !== 'ready') return;
    try {
      // By itself: Redis cuts off long commands of a connection whose password it has refused, and its reason would be lost.
      await inTime(this.redis.time());
      await inTime(Promise.all(this.probeAll()));
    } catch (error) {
      this.goDown(error);
      if (++this.failedProbes % MOST_FAILED_PROBES === 0) this.redis.disconnect(true);
      return;
    }
    this.failedProbes = 0;
    this.state = 'up';
    upGauge.set(1);
    log.info('Redis counts the limits for all instances');
  }

  /** Every command that calls need, in one trip: the library sends the script at first, and its hash after that. */
  private probeAll(): Promise<unknown>[] {
    const { db } = this.redis.options;
    const count = () => this.redis.count(2, ...PROBE);
    return [...(db ? [this.redis.select(db)] : []), count(), count(), this.redis.lrem(PROBE_KEY, -1, 0)];
  }

  private goDown(error: unknown): void {
    if (this.state === 'down') return;
    this.state = 'down';
    upGauge.set(0);
    log.warn(redisRefusalOf(error, COUNT), 'Redis is away: each instance counts the limits for itself');
  }
}

/** Reads the hits of an answer of the script, one after the other. */
function reader([moment = 0, ...figures]: readonly number[]): () => WindowHit {
  let place = 0;
  return () => {
    const [allowed, calls, freeIn] = figures.slice(place, (place += 3)) as [number, number, number];
    return { allowed: allowed === 1, calls, freeIn, moment };
  };
}

/** The hits of one call: up to the first that refuses it. */
function hitsOf(limits: number, nextHit: () => WindowHit): WindowHit[] {
  const hits: WindowHit[] = [];
  do hits.push(nextHit());
  while (hits.length < limits && hits.at(-1)?.allowed);
  return hits;
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
