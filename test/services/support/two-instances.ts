import { Redis } from 'ioredis';
import { Stack } from '../../fault/support/stack';
import { forAllTests } from '../../support/setup';

/** Two instances with these settings that count in one Redis, and a client of it, for all tests of the file. */
export const twoInstances = (env: Record<string, string>) =>
  forAllTests(async () => {
    const stack = await Stack.start({ env });
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
