import { Redis, type RedisOptions } from 'ioredis';
import { Gauge } from 'prom-client';
import { log } from '../process/log';
import { redisRefusalOf } from './redis-refusal';
import { MemoryStorage, throttlerRecord, type CallCounts, type Count } from './memory-storage';
import type { WindowHit } from './sliding-window';

const PROBE_EVERY_MS = 500;
/** Failed probes before the connection is renewed: a silent one may have lost its peer. */
const MOST_FAILED_PROBES = 4;

/** Calls that one script may count: about 10 µs each, during which Redis is blocked. */
const CALLS_AT_ONCE = 50;

/** Without queue, as Redis may be down, and without INFO and CLIENT. */
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1_000,
  // A connection that is given up is not waited for.
  disconnectTimeout: 0,
  enableReadyCheck: false,
  disableClientInfo: true,
  retryStrategy: () => PROBE_EVERY_MS,
  // The server has become a replica: the address may now resolve to the new primary.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
} as const satisfies RedisOptions;

const PREFIX = 'entrada:calls:';

/** Probe of every command: one call is never refused, one always. Redis may answer PING and refuse writes. */
const PROBE_KEY = `${PREFIX}probe`;
const PROBE = [PROBE_KEY, PROBE_KEY, PROBE_EVERY_MS, Number.MAX_SAFE_INTEGER, 0, 0, 0, 0] as const;

/**
 * Counts any number of calls in the windows of `SlidingWindows` by Redis' clock; a key's list has the moments of its
 * calls. Takes for each key window, limit, and whether it continues the previous key's call; skips such a key after a
 * refusal. Drops old moments in steps that double, as a large limit may have thousands. Returns the moment, and for each
 * key that was not skipped whether it allowed the call, its calls, and until when.
 */
const COUNT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer, refused = { now }, false
for place, key in ipairs(KEYS) do
  local window, limit, continues = ARGV[3 * place - 2] + 0, ARGV[3 * place - 1] + 0, ARGV[3 * place] == '1'
  if not (continues and refused) then
    local oldest, step = nil, 1
    while step > 0 do
      oldest = redis.call('LINDEX', key, step - 1)
      if oldest and oldest + 0 <= now - window then
        redis.call('LPOP', key, step)
        step = step * 2
      else
        step = math.floor(step / 2)
      end
    end
    local calls = redis.call('RPUSH', key, now)
    refused = calls > limit
    if refused then
      redis.call('RPOP', key)
      calls = calls - 1
      if calls > limit then oldest = redis.call('LINDEX', key, calls - limit) end
    else
      redis.call('PEXPIRE', key, window)
    end
    local size = #answer
    answer[size + 1], answer[size + 2], answer[size + 3] = refused and 0 or 1, calls, (oldest or now) + window - now
  end
end
return answer`;

type RedisWithCount = Redis & { count(keys: number, ...keysAndArguments: (string | number)[]): Promise<number[]> };

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

/** Counts calls in Redis for all instances; in process without an answer in 50 ms, until Redis is back. */
export class RedisStorage implements CallCounts {
  /** Milliseconds that a request waits for each answer; after a late one Redis counts as down. Tests of exact counts wait for longer. */
  static patienceMs = 50;

  private readonly redis: RedisWithCount;
  private readonly local = new MemoryStorage();
  private readonly probe: NodeJS.Timeout;
  private readonly waiting: Waiting[] = [];
  private state: 'up' | 'down' | undefined;
  private failedProbes = 0;

  constructor(url: string) {
    this.redis = new Redis(url, OPTIONS) as RedisWithCount;
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
    // Requests do not wait for a Redis that is known to be down.
    if (!this.isUp) return this.local.countAll(counts);
    return new Promise((resolve) => {
      // Calls read in this turn of the event loop share one round trip.
      if (this.waiting.push({ counts, resolve }) === 1) setImmediate(() => this.sendAll());
    });
  }

  /** Without an answer from Redis the call stays counted until it leaves the window. */
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
      counts.forEach(({ key, ttl, limit }, index) => {
        keys.push(PREFIX + key);
        figures.push(ttl, limit, index > 0 ? 1 : 0);
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
      // Sent alone: after a refused password Redis cuts off long commands, and its reason would be lost.
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

  /** Runs every command that calls need in one round trip; the library sends the script first, then its hash. */
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

function reader([moment = 0, ...figures]: readonly number[]): () => WindowHit {
  let index = 0;
  return () => {
    const [allowed, calls, freeIn] = figures.slice(index, (index += 3)) as [number, number, number];
    return { allowed: allowed === 1, calls, freeIn, moment };
  };
}

function hitsOf(limits: number, nextHit: () => WindowHit): WindowHit[] {
  const hits: WindowHit[] = [];
  do hits.push(nextHit());
  while (hits.length < limits && hits.at(-1)?.allowed);
  return hits;
}

/** Rejects when Redis is late. An unread answer counts as received: this process was busy. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Timers run before sockets are read, immediates after that.
    timer = setTimeout(() => setImmediate(() => reject(new Error('Redis is late'))), RedisStorage.patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
