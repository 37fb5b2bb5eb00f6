import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './support/caller';
import { phoneOf } from './support/loader';
import { finished, signal, until } from './support/processes';
import { migrateDatabase, report, Stack } from './support/stack';
import { forAllTests } from '../support/setup';

const stack = forAllTests(() => Stack.start());

const RATE = 200;
const CONNECTIONS = 16;

it('F11: SIGTERM at 200 requests a second: every request that got in is answered, exit 0 within ten seconds', async () => {
  const partner = await stack.partner();
  const instance = stack.instance(0);
  const results: { id: string; at: number; status?: number; error?: string }[] = [];
  let isRunning = true;
  let sent = 0;
  // Callers do not know of the stop: each keeps its connection and sends until the test ends the load.
  const worker = async (): Promise<void> => {
    const caller = new Caller(instance.url, partner.key);
    while (isRunning) {
      // The id is logged because it is a UUID.
      const id = `aaaaaaaa-aaaa-4aaa-8aaa-${(++sent).toString(16).padStart(12, '0')}`;
      const begin = performance.now();
      const body = { phone: phoneOf(sent % 60).spelled(sent), external_id: id };
      try {
        const { status } = await caller.send('POST', '/api/v1/leads', body, { 'X-Request-Id': id });
        results.push({ id, at: begin, status });
      } catch (error) {
        results.push({ id, at: begin, error: (error as NodeJS.ErrnoException).code ?? (error as Error).message });
      }
      await sleep(Math.max(0, (1000 * CONNECTIONS) / RATE - (performance.now() - begin)));
    }
    caller.close();
  };
  const workers = Array.from({ length: CONNECTIONS }, worker);
  await sleep(2_000);
  const asked = performance.now();
  const exit = instance.stop('SIGTERM');
  await sleep(100);
  const { status, data } = await instance.ready();
  expect([status, data.stopping]).toEqual([503, true]);
  const code = await exit;
  const took = performance.now() - asked;
  isRunning = false;
  await Promise.all(workers);
  await instance.start();

  expect(code).toBe(0);
  expect(took).toBeLessThan(10_000);
  const answered = results.filter((result) => result.status !== undefined);
  expect(answered.filter((result) => result.status !== 200 && result.status !== 201)).toEqual([]);
  const broken = results.filter(({ error }) => error !== undefined && error !== 'ECONNREFUSED');
  const { log } = instance;
  const gotIn = broken.filter(({ id }) => log.includes(`"client_request_id":"${id}"`));
  const rows = await stack.sql('select external_id from submissions where account_id = $1', [partner.accountId]);
  report({
    fault: 'F11',
    requests: results.length,
    perSecond: results.filter(({ at }) => at > asked - 1000 && at <= asked).length,
    answeredWhileStopping: answered.filter(({ at }) => at > asked).length,
    acknowledged: answered.length,
    refused: results.filter(({ error }) => error === 'ECONNREFUSED').length,
    broken: broken.length,
    lost: answered.length - rows.length,
    exitAfter: took,
  });
  expect(gotIn).toEqual([]);
  expect(broken).toEqual([]);
  expect(rows).toHaveLength(answered.length);
});

const MIGRATE = resolve('dist/src/migrate.js');
const startMigrate = (url: string): ChildProcess =>
  spawn(process.execPath, [MIGRATE], { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'pipe'] });

const migrationsOf = async (database: string): Promise<string[]> =>
  (await stack.cluster.sql<{ name: string }>('select name from migrations order by id', database)).map(
    ({ name }) => name,
  );

it('F13: three migrations at once all succeed, and each step runs once', async () => {
  const { owner: url } = await stack.cluster.createDatabase('together');
  const ends = await Promise.all([1, 2, 3].map(() => finished(startMigrate(url))));
  expect(ends.map(({ code, output }) => (code === 0 ? 'ok' : output))).toEqual(['ok', 'ok', 'ok']);
  expect(ends.filter(({ output }) => output.includes('Nothing to apply'))).toHaveLength(2);
  expect(await migrationsOf('together')).toEqual(await migrationsOf('service'));
  expect(await stack.cluster.schemaOf('together')).toBe(await stack.cluster.schemaOf('service'));
  report({ fault: 'F13', processes: 3, succeeded: 3 });
});

it('F13: one that is killed in the middle leaves nothing half done and no lock', async () => {
  const { owner: url } = await stack.cluster.createDatabase('halfway');
  const waiting = `select 1 from pg_stat_activity where datname = 'halfway' and wait_event_type = 'Lock'`;
  await stack.cluster.as(
    'halfway',
    async (blocker) => {
      // Another session is making a table of the fourth step, so the migration waits in the middle of that step.
      await blocker.query('begin');
      await blocker.query('create table leads ()');
      const migration = startMigrate(url);
      const end = finished(migration);
      await until('a migration that waits', 20_000, async () => (await stack.cluster.sql(waiting)).length > 0);
      signal(migration.pid ?? 0, 'SIGKILL');
      await end;
      await blocker.query('rollback');
    },
    'entrada_owner',
  );
  const begin = performance.now();
  await migrateDatabase(url);
  expect(await migrationsOf('halfway')).toEqual(await migrationsOf('service'));
  expect(await stack.cluster.schemaOf('halfway')).toBe(await stack.cluster.schemaOf('service'));
  report({ fault: 'F13-killed', recovery: performance.now() - begin });
});
