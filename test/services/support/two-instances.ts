import { resolve } from 'node:path';
import { Redis } from 'ioredis';
import { Stack } from '../../fault/support/stack';
import { untilReadinessSays } from '../../support/readiness';
import { forAllTests } from '../../support/setup';

const PATIENT = { NODE_OPTIONS: `--require=${resolve('test/support/patient-redis.cjs')}` };

/** Starts two instances and a client of their Redis for all tests of the file. They count in Redis however late it is. */
export const twoInstances = (env: Record<string, string>) =>
  forAllTests(async () => {
    const stack = await Stack.start({ env: { ...env, ...PATIENT } });
    const redis = new Redis(stack.redis.url);
    for (const { url } of stack.instances) await untilReadinessSays(url, { redis: 'up' });
    // An instance that starts on a busy machine may wait for Redis.
    const started = stack.instances.map(({ log }) => log.length);
    return {
      stack,
      redis,
      /** Whether an instance has counted for itself. Then the figures mean nothing. */
      wasRedisAway: () => stack.instances.some(({ log }, index) => log.slice(started[index]).includes('Redis is away')),
      close: () => {
        redis.disconnect();
        return stack.close();
      },
    };
  });
