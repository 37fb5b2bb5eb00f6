import { existsSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stack } from './support/stack';

const LIBRARY = ['x86_64', 'aarch64']
  .map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketime.so.1`)
  .find(existsSync);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-clock-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes settings that shift a process's clock by the seconds in a file. The monotonic clock stays right. */
function fakeClock(): { env: Record<string, string>; shift(seconds: number): void } {
  if (!LIBRARY) throw new Error('F9 needs libfaketime: apt-get install faketime');
  const file = join(folder, 'offset');
  const shift = (seconds: number): void => {
    writeFileSync(file, seconds < 0 ? `${seconds}` : `+${seconds}`);
    chmodSync(file, 0o644);
  };
  shift(0);
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { env, shift };
}

const LIMIT = 20;
const CONNECTIONS = 16;

/** Returns the Retry-After seconds of refused calls of GET /metrics. */
async function retryAfters(stack: Stack): Promise<number[]> {
  const partner = await stack.partner();
  const answers = await Promise.all(Array.from({ length: LIMIT + 10 }, () => partner.api(0).get('/metrics')));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(LIMIT);
  return answers.filter((answer) => answer.status === 429).map((answer) => Number(answer.headers.get('retry-after')));
}

it.each([
  ['the service', 'F9-service'],
  ['the service and PostgreSQL', 'F9-both'],
])('F9: the clock of %s one hour back, then two hours ahead', async (_who, name) => {
  const clock = fakeClock();
  const stack = await Stack.start({
    env: { ...clock.env, LIMIT_KEY_METRICS_PER_MINUTE: String(LIMIT), REDIS_URL: '' },
    postgresEnv: name === 'F9-both' ? clock.env : {},
  });
  try {
    const waits: number[] = [];
    const result = await stack.underLoad(
      name,
      async ({ load }) => {
        for (const seconds of [-3600, 7200]) {
          clock.shift(seconds);
          await sleep(1_500);
          waits.push(...(await retryAfters(stack)));
          await sleep(1_500);
        }
        clock.shift(0);
        return {
          recovery: await load.recovered(performance.now()),
          shortest: Math.min(...waits),
          longest: Math.max(...waits),
        };
      },
      { connections: CONNECTIONS },
    );
    expect(result.violations).toEqual([]);
    // Timeouts of PostgreSQL follow its clock: statements that run at a jump may fail, and no others.
    expect(result.unknown).toBeLessThanOrEqual(name === 'F9-both' ? CONNECTIONS : 0);
    expect(result.restarts).toBe(0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  } finally {
    await stack.close();
  }
});
