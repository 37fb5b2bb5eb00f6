import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './support/caller';
import { phoneOf } from './support/loader';
import { report, Stack } from './support/stack';
import { until } from './support/processes';
import { forAllTests } from '../support/setup';

const stack = forAllTests(() => Stack.start());

/** Opens a connection that sends these lines and then one byte per second. */
function slowSocket(port: number, head: string): { socket: Socket; closed: Promise<number> } {
  const begin = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(head));
  socket.on('error', () => undefined);
  socket.resume();
  const drip = setInterval(() => socket.writable && socket.write('a'), 1_000);
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => {
      clearInterval(drip);
      resolve(performance.now() - begin);
    }),
  );
  return { socket, closed };
}

const at = (sorted: number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;

it('F17: 500 half-open connections and 200 bodies at a byte a second: others are served, the slow are closed', async () => {
  const partner = await stack.partner();
  const instance = stack.instance(0);
  const measure = async (ms: number, offset: number): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + ms;
    await Promise.all(
      [0, 1, 2, 3].map(async (worker) => {
        const caller = new Caller(instance.url, partner.key);
        for (let n = worker; performance.now() < end; n += 4) {
          const begin = performance.now();
          const { status } = await caller.send('POST', '/api/v1/leads', {
            phone: phoneOf(offset + (n % 100)).spelled(n),
          });
          expect([200, 201]).toContain(status);
          times.push(performance.now() - begin);
          await sleep(20);
        }
        caller.close();
      }),
    );
    return times.sort((a, b) => a - b);
  };
  await measure(1_500, 0);
  const files = instance.openFiles;
  const calm = await measure(4_000, 200);
  const host = `Host: 127.0.0.1:${instance.port}\r\n`;
  const slowHeads = Array.from({ length: 500 }, () =>
    slowSocket(instance.port, `POST /api/v1/leads HTTP/1.1\r\n${host}X-Slow: `),
  );
  const slowBodies = Array.from({ length: 200 }, () =>
    slowSocket(
      instance.port,
      `POST /api/v1/leads HTTP/1.1\r\n${host}Authorization: Bearer ${partner.key}\r\nContent-Length: 1000\r\n\r\n{`,
    ),
  );
  await sleep(1_000);
  const most = instance.openFiles;
  const busy = await measure(7_000, 400);
  const heads = await Promise.all(slowHeads.map(({ closed }) => closed));
  const bodies = await Promise.all(slowBodies.map(({ closed }) => closed));
  await until('the files of before', 5_000, () => instance.openFiles <= files + 8);
  report({
    fault: 'F17',
    openFilesBefore: files,
    openFilesMost: most,
    openFilesAfter: instance.openFiles,
    p99Calm: at(calm, 0.99),
    p99Busy: at(busy, 0.99),
    headsClosedAfter: Math.max(...heads),
    bodiesClosedAfter: Math.max(...bodies),
    requests: calm.length + busy.length,
  });
  expect(most).toBeGreaterThan(files + 650);
  expect(at(busy, 0.99)).toBeLessThan(Math.max(2 * at(calm, 0.99), 250));
  expect(Math.max(...heads)).toBeLessThan(12_500);
  expect(Math.max(...bodies)).toBeLessThan(17_500);
  expect(instance.deaths).toBe(0);
});
