import { readFileSync } from 'node:fs';
import { log } from '../../src/common/process/log';
import { RedisStorage } from '../../src/common/rate-limit/redis-storage';
import { until } from '../fault/support/processes';
import { RedisServer } from '../fault/support/redis';
import { Stack } from '../fault/support/stack';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';

const [GRANT = ''] = /^ACL SETUSER .*$/m.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
const COMMANDS = [...GRANT.matchAll(/ \+(\S+)/g)].map(([, command = '']) => command);
const PASSWORD = 'of-the-limits';
const CALL = { key: 'shared', limit: 1_000, ttl: 60_000 };

let server: RedisServer;
const { patienceMs } = RedisStorage;
beforeAll(async () => {
  // The log names the first reason only, which would be that Redis is late.
  RedisStorage.patienceMs = 20_000;
  server = await RedisServer.start();
});
afterAll(() => {
  RedisStorage.patienceMs = patienceMs;
  return server.kill();
});

/** Grants the user the rights of the documents, followed by `more`. */
async function grant(...more: string[]): Promise<void> {
  await server.command(...GRANT.replace('PASSWORD', PASSWORD).split(' '), ...more);
  await server.command('script', 'flush');
  await server.command('acl', 'log', 'reset');
}
const url = (rest = ''): string => `redis://entrada:${PASSWORD}@127.0.0.1:${server.port}${rest}`;

const untilSo = (what: string, isSo: () => boolean) => until(what, PATIENCE_MS, () => Promise.resolve(isSo()));

/** Records the warnings of the log. */
function logged() {
  const lines: object[] = [];
  const warn = jest.spyOn(log, 'warn').mockImplementation((told: unknown) => void lines.push(told as object));
  return { lines, end: () => warn.mockRestore() };
}

it('the rights of the documents suffice for two instances, and nothing else is tried', async () => {
  await grant();
  const storages = [new RedisStorage(url()), new RedisStorage(url())] as const;
  await untilSo('limits', () => storages.every(({ isUp }) => isUp));
  const [one, two] = storages;
  const counted = [];
  for (const storage of [one, two, one, two]) counted.push((await storage.countAll([CALL]))[0]?.calls);
  expect(counted).toEqual([1, 2, 3, 4]);
  const [last] = await one.countAll([CALL]);
  two.takeBack(CALL.key, last?.moment ?? 0);
  expect((await two.countAll([CALL]))[0]?.calls).toBe(5);
  expect(await server.command('acl', 'log')).toEqual([]);
  for (const storage of storages) storage.close();
});

it('names them all, and none to publish or to subscribe', () => {
  expect(COMMANDS).toEqual(['eval', 'evalsha', 'time', 'lindex', 'lpop', 'rpush', 'rpop', 'lrem', 'pexpire']);
});

it('the service itself works with them, and its log names a right that is taken away', async () => {
  await grant();
  const stack = await Stack.start({ env: { REDIS_URL: url() } });
  try {
    const partner = await stack.partner();
    const send = (phone: string) => partner.api(0).post('/leads', { phone });
    expect((await send('(11) 98765-4321')).status).toBe(201);
    // The test above covers shared limits. Here an instance of a busy machine may count for itself for a moment.
    for (const one of stack.instances) {
      await untilReadinessSays(one.url, { redis: 'up' });
    }
    expect(await server.command('acl', 'log')).toEqual([]);
    for (const { log: text } of stack.instances) expect(text).not.toMatch(/NOPERM|Skipping/);

    await server.command('acl', 'setuser', 'entrada', '-pexpire');
    expect((await send('(11) 98765-4322')).status).toBe(201);
    const line = /"reason":"NOPERM","command":"pexpire","remedy":"[^"]*REDIS_URL/;
    await untilSo('the refused pexpire', () => line.test(stack.instance(0).log));
  } finally {
    await stack.close();
  }
});

describe.each(COMMANDS)('without the right to %s', (command) => {
  it('the log names it in one line, the instance counts for itself, and with the right again for all', async () => {
    await grant(`-${command}`);
    const { lines, end } = logged();
    const storage = new RedisStorage(url());
    try {
      await untilSo('the log', () => lines.length > 0);
      // The wait is longer than the time until a new connection.
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      expect(storage.isUp).toBe(false);
      expect((await storage.countAll([CALL]))[0]?.allowed).toBe(true);
      expect(lines).toEqual([{ reason: 'NOPERM', command, remedy: expect.stringContaining('REDIS_URL') as string }]);
      await grant();
      await untilSo('Redis up', () => storage.isUp);
    } finally {
      end();
      storage.close();
    }
  });
});

it('without the right to its keys the log says so', async () => {
  await grant('resetkeys', '~other:*');
  const { lines, end } = logged();
  const storage = new RedisStorage(url());
  await untilSo('the log', () => lines.length > 0);
  end();
  storage.close();
  expect(lines).toEqual([expect.objectContaining({ reason: 'NOPERM', access: 'keys' })]);
});

it('a database in the address needs the right to select it, and is then counted in', async () => {
  await grant();
  const { lines, end } = logged();
  const storage = new RedisStorage(url('/3'));
  await untilSo('the log', () => lines.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([storage.isUp, lines]).toEqual([
    false,
    [expect.objectContaining({ reason: 'NOPERM', command: 'select', remedy: expect.any(String) as string })],
  ]);
  await grant('+select');
  await untilSo('Redis up', () => storage.isUp);
  await storage.countAll([{ ...CALL, key: 'in three' }]);
  expect(await server.command('info', 'keyspace')).toMatch(/db3:keys=/);
  end();
  storage.close();
});

it.each(['WRONGPASS', 'NOAUTH'])('a password that is refused is named with the setting: %s', async (reason) => {
  const closed = await RedisServer.start();
  const { lines, end } = logged();
  await closed.command('acl', 'setuser', 'default', 'resetpass', '>secret');
  const storage = new RedisStorage(reason === 'NOAUTH' ? closed.url : closed.url.replace('//', '//:wrong@'));
  try {
    await untilSo('the log', () => lines.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(lines).toEqual([{ reason, remedy: expect.stringContaining('REDIS_URL') as string }]);
  } finally {
    end();
    storage.close();
    await closed.kill();
  }
});
