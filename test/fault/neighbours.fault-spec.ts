import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Partner } from './support/stack';
import { report, Stack } from './support/stack';
import { until } from './support/processes';
import { forAllTests } from '../support/setup';

const METRICS_LIMIT = 20;

const stack = forAllTests(() => Stack.start());

const redisState = async (instance: number): Promise<unknown> => (await stack.instance(instance).ready()).data.redis;
const untilRedisIs = (state: string, patience: number) =>
  until(
    `Redis ${state} for both`,
    patience,
    async () => (await redisState(0)) === state && (await redisState(1)) === state,
  );

/** Sends 60 calls of GET /metrics to each instance. Returns the number of answers with 200 by instance. */
async function flood(limited: Stack, partner: Partner): Promise<number[]> {
  return Promise.all(
    limited.instances.map(async (_, index) => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => partner.api(index).get('/metrics')));
      expect(
        [...new Set(answers.map((answer) => answer.status))].filter((status) => status !== 200 && status !== 429),
      ).toEqual([]);
      return answers.filter((answer) => answer.status === 200).length;
    }),
  );
}

it('F5a: Redis frozen for ten seconds: no request fails, nobody waits for it', async () => {
  let thawed = 0;
  const result = await stack.underLoad('F5a', async () => {
    stack.redis.freeze();
    await sleep(10_000);
    const states = [await redisState(0), await redisState(1)];
    expect(states).toEqual(['down', 'down']);
    stack.redis.thaw();
    const begin = performance.now();
    await untilRedisIs('up', 2_000);
    thawed = performance.now() - begin;
    return { recovery: thawed };
  });
  expect(result).toMatchObject({ violations: [], unknown: 0 });
  expect(thawed).toBeLessThan(2_000);
  for (const { log } of stack.instances) expect(log).toContain('Redis is away');
});

it('F5b: Redis killed and back empty: no request fails', async () => {
  const result = await stack.underLoad('F5b', async () => {
    await stack.redis.kill();
    await sleep(3_000);
    await stack.redis.start();
    const begin = performance.now();
    await untilRedisIs('up', 3_000);
    return { recovery: performance.now() - begin };
  });
  expect(result).toMatchObject({ violations: [], unknown: 0 });
  expect(result.recovery).toBeLessThan(3_000);
});

it('F5: a limit holds over both instances with Redis, for each while Redis is frozen, over both again afterwards', async () => {
  const limited = await Stack.start({ env: { LIMIT_KEY_METRICS_PER_MINUTE: String(METRICS_LIMIT) } });
  try {
    const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
    const together = await flood(limited, await limited.partner());
    expect(sum(together)).toBe(METRICS_LIMIT);
    limited.redis.freeze();
    const apart = await flood(limited, await limited.partner());
    for (const count of apart) expect(count).toBeLessThanOrEqual(METRICS_LIMIT);
    limited.redis.thaw();
    await until('Redis', 2_000, async () =>
      (await Promise.all(limited.instances.map((one) => one.ready()))).every(({ data }) => data.redis === 'up'),
    );
    const again = await flood(limited, await limited.partner());
    expect(sum(again)).toBe(METRICS_LIMIT);
    report({ fault: 'F5-limit', limit: METRICS_LIMIT, together: sum(together), apart, again: sum(again) });
  } finally {
    await limited.close();
  }
});

it('F10: mail server closed, refusing every seventh mail, or silent: keys are made in time, and every mail arrives', async () => {
  const partner = await stack.partner();
  const owner = partner.owner(0);
  const before = stack.mail.mails.length;
  const times: number[] = [];
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const begin = performance.now();
    const result = await work;
    times.push(performance.now() - begin);
    return result;
  };
  const events = async (pairs: number): Promise<void> => {
    for (let n = 0; n < pairs; n++) {
      const made = await timed(owner.post<{ id: string }>('/api-keys', { name: `k${n}`, permissions: ['leads:read'] }));
      expect(made.status).toBe(201);
      expect((await timed(owner.delete(`/api-keys/${made.data.id}`))).status).toBe(200);
    }
  };
  stack.mail.refuseEvery = 7;
  await events(40);
  await stack.mail.close();
  await events(60);
  await sleep(3_000);
  // Accepts connections and sends nothing.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(stack.mail.port, '127.0.0.1', () => resolve()));
  expect((silent.address() as AddressInfo).port).toBe(stack.mail.port);
  await events(50);
  await sleep(3_000);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  const opened = performance.now();
  await stack.mail.open();
  const pending = () =>
    stack.sql(`select id from outbox where account_id = $1 and sent_at is null`, [partner.accountId]);
  await until('an empty outbox', 120_000, async () => (await pending()).length === 0);
  const recovery = performance.now() - opened;
  stack.mail.refuseEvery = 0;
  const mails = stack.mail.mails.slice(before);
  const ids = new Set(mails.map(({ messageId }) => messageId));
  const rows = await stack.sql<{ id: string; dead: Date | null }>(
    'select id, dead_at as dead from outbox where account_id = $1',
    [partner.accountId],
  );
  const arrived = rows.filter(({ id }) => ids.has(`<${id}@example.com>`)).length;
  const slowest = Math.max(...times);
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
  report({ fault: 'F10', mails: rows.length, arrived, repeats: mails.length - ids.size, slowest, median, recovery });
  expect(rows).toHaveLength(301);
  expect(arrived).toBe(301);
  expect(rows.filter(({ dead }) => dead)).toEqual([]);
  expect(median).toBeLessThan(300);
  expect(slowest).toBeLessThan(1_000);
  expect(await stack.check(partner, [])).toEqual([]);
});
