import { resolve } from 'node:path';
import { Redis } from 'ioredis';
import { Stack } from '../../fault/support/stack';
import { forAllTests } from '../../support/setup';

const PATIENT = { NODE_OPTIONS: `--require=${resolve('test/support/patient-redis.cjs')}` };

/** Starts two instances and a client of their Redis for all tests of the file. They count in Redis however late it is. */
export const twoInstances = (env: Record<string, string>) =>
  forAllTests(async () => {
    const stack = await Stack.start({ env: { ...env, ...PATIENT } });
    const redis = new Redis(stack.redis.url);
    return {
      stack,
      redis,
      close: () => {
        redis.disconnect();
        return stack.close();
      },
    };
  });
