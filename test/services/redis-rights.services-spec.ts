import { readFileSync } from 'node:fs';
import { RedisBus } from '../../src/admin/events/redis-bus';
import { log } from '../../src/common/log';
import { RedisStorage } from '../../src/common/rate-limit/redis-storage';
import { redisRefusalOf } from '../../src/common/redis-refusal';
import { until } from '../fault/support/processes';
import { RedisServer } from '../fault/support/redis';
import { OPERATOR_TOKEN, Stack } from '../fault/support/stack';
import { EventStream } from '../support/event-stream';
import { PATIENCE_MS } from '../support/patience';

const [GRANT = ''] = /^ACL SETUSER .*$/m.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
const COMMANDS = [...GRANT.matchAll(/ \+(\S+)/g)].map(([, command = '']) => command);
const OF_THE_BUS = ['publish', 'subscribe', 'ping'];
const PASSWORD = 'of-the-limits';
const CHANNEL = 'entrada_events_0123456789abcdef';
const CALL = { key: 'shared', limit: 1_000, ttl: 60_000 };

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.kill());

/** Gives the user exactly the rights of the documents, with some words after them. */
async function grant(...more: string[]): Promise<void> {
  await server.command(...GRANT.replace('PASSWORD', PASSWORD).split(' '), ...more);
  await server.command('script', 'flush');
  await server.command('acl', 'log', 'reset');
}
const url = (rest = ''): string => `redis://entrada:${PASSWORD}@127.0.0.1:${server.port}${rest}`;

const untilSo = (what: string, isSo: () => boolean) => until(what, PATIENCE_MS, () => Promise.resolve(isSo()));

/** Limits and bus of one instance, and what they meet. */
function instance(rest = '') {
  const heard: string[] = [];
  const states: [isUp: boolean, error?: unknown][] = [];
  const bus = new RedisBus(
    url(rest),
    () => Promise.resolve(CHANNEL),
    {
      onText: (text: string) => heard.push(text),
      onState: (isUp: boolean, error?: unknown) => states.push(error === undefined ? [isUp] : [isUp, error]),
    },
    100,
  );
  const storage = new RedisStorage(url(rest));
  const isHearing = () => states.at(-1)?.[0] === true;
  const close = () => {
    bus.close();
    storage.close();
  };
  return { bus, storage, heard, isHearing, close, refusals: () => states.flatMap(([, error]) => error ?? []) };
}

/** What the log was told of Redis, without repeats. */
function logged() {
  const lines: object[] = [];
  const warn = jest.spyOn(log, 'warn').mockImplementation((told: unknown) => void lines.push(told as object));
  return { lines, end: () => warn.mockRestore() };
}

it('the rights of the documents suffice for limits and events of two instances, and nothing else is tried', async () => {
  await grant();
  const [one, two] = [instance(), instance()];
  await untilSo('limits', () => one.storage.isUp && two.storage.isUp);
  await untilSo('events', () => one.isHearing() && two.isHearing());
  const counted = [];
  for (const { storage } of [one, two, one, two]) counted.push((await storage.countAll([CALL]))[0]?.calls);
  expect(counted).toEqual([1, 2, 3, 4]);
  const [last] = await one.storage.countAll([CALL]);
  two.storage.takeBack(CALL.key, last?.moment ?? 0);
  expect((await two.storage.countAll([CALL]))[0]?.calls).toBe(5);
  await one.bus.send(['from one']);
  await two.bus.send(['from two']);
  for (const { heard } of [one, two]) await untilSo('both', () => heard.join() === 'from one,from two');
  // The bus asks whether its connection lives.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([one.refusals(), two.refusals()]).toEqual([[], []]);
  expect(await server.command('acl', 'log')).toEqual([]);
  one.close();
  two.close();
});

it('names them all, and the commands of the bus are among them', () => {
  expect(COMMANDS).toEqual(expect.arrayContaining(['time', 'pexpire', ...OF_THE_BUS]));
});

it('the service itself works with them, and its log names a right that is taken away', async () => {
  await grant();
  const stack = await Stack.start({ env: { REDIS_URL: url() } });
  try {
    const partner = await stack.partner();
    const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId };
    const console = await EventStream.open(stack.instance(1).url, headers);
    const lead = await partner.api(0).post<{ lead: { id: string } }>('/leads', { phone: '(11) 98765-4321' });
    await console.heard('lead', lead.data.lead.id);
    // How calls share a limit is tested above: a busy machine may be late, and counts for itself for a moment.
    for (const one of stack.instances) {
      await until('limits', PATIENCE_MS, async () => (await one.ready()).data.redis === 'up');
    }
    expect(await server.command('acl', 'log')).toEqual([]);
    for (const { log: text } of stack.instances) expect(text).not.toMatch(/NOPERM|Skipping/);

    await server.command('acl', 'setuser', 'entrada', '-pexpire', '-publish');
    await partner.api(0).post('/leads', { phone: '(11) 98765-4322' });
    for (const command of ['pexpire', 'publish']) {
      const line = new RegExp(`"reason":"NOPERM","command":"${command}","remedy":"[^"]*REDIS_URL`);
      await untilSo(`the refused ${command}`, () => line.test(stack.instance(0).log));
    }
    console.close();
  } finally {
    await stack.close();
  }
});

describe.each(COMMANDS.filter((command) => !OF_THE_BUS.includes(command)))('without the right to %s', (command) => {
  it('the log names it in one line, the instance counts for itself, and with the right again for all', async () => {
    await grant(`-${command}`);
    const { lines, end } = logged();
    const storage = new RedisStorage(url());
    try {
      await untilSo('the log', () => lines.length > 0);
      // Longer than until the connection is made anew.
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

it.each<[string, string[], object]>([
  ...OF_THE_BUS.map((command): [string, string[], object] => [command, [`-${command}`], { command }]),
  ['its channels', ['resetchannels', '&other_*'], { command: 'subscribe', access: 'channels' }],
])('without the right to %s the bus is not up, and says what was refused', async (_, words, refused) => {
  await grant(...words);
  const { bus, isHearing, refusals, close } = instance();
  await untilSo('a refusal', () => refusals().length > 0);
  const refusal = redisRefusalOf(refusals()[0]);
  expect(refusal).toEqual({ reason: 'NOPERM', ...refused, remedy: expect.stringContaining('REDIS_URL') as string });
  expect(isHearing()).toBe(false);
  await grant();
  await untilSo('the bus', () => isHearing());
  await until('sending', PATIENCE_MS, () => bus.send(['x']).then(() => true));
  close();
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
