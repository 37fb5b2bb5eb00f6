import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { CallerLeft } from '../../src/common/http/caller-left';
import { DatabaseBusy } from '../../src/database/errors';
import { CountedPool } from '../../src/database/pool';
import { readPoolOptions } from '../../src/database/schema/data-source';
import { appForAllTests } from '../support/app';
import { databaseUrl } from '../support/database';
import { until } from '../support/waiting';

/** The server gives fewer connections than a pool may have: calls wait, end in time, and end early when their caller leaves. */

const ROLE = `entrada_refused_${process.pid}`;
const test = appForAllTests();
const limit = (most: number) => test.sql(`alter role ${ROLE} connection limit ${most}`);
const open = () => test.sql('select from pg_stat_activity where usename = $1', [ROLE]);

let pool: CountedPool;
const { acquireTimeoutMs } = CountedPool;
const SHORT_MS = 400;

beforeEach(async () => {
  await test.sql(`create role ${ROLE} login password 'refused'`);
  const url = Object.assign(new URL(databaseUrl()), { username: ROLE, password: 'refused' }).toString();
  pool = new CountedPool(readPoolOptions(url, 3));
});
afterEach(async () => {
  CountedPool.acquireTimeoutMs = acquireTimeoutMs;
  await pool.end();
  await until(async () => (await open()).length === 0);
  await test.sql(`drop role ${ROLE}`);
});

const acquire = (accountId: string, leaving?: AbortSignal): Promise<PoolClient> =>
  pool.acquire({ priority: 'console', accountId }, leaving);

async function outcome(call: Promise<PoolClient>): Promise<{ error: unknown; ms: number }> {
  const begun = performance.now();
  const error: unknown = await call.then(
    (client) => client.release(),
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - begun };
}

it('a call that is refused until its time is over is told that the service is busy, with the reason of the server', async () => {
  await limit(0);
  CountedPool.acquireTimeoutMs = SHORT_MS;
  const { error, ms } = await outcome(acquire('a'));
  expect(error).toBeInstanceOf(DatabaseBusy);
  expect((error as DatabaseBusy).cause).toMatchObject({ code: '53300' });
  expect(ms).toBeLessThan(3 * SHORT_MS);
});

it('a call waits no longer in all than it may, in the queue and for a connection', async () => {
  await limit(1);
  const held = await acquire('a');
  CountedPool.acquireTimeoutMs = SHORT_MS;
  // The first has a turn, and waits for the connection that there is.
  const calls = await Promise.all(['b', 'c'].map((account) => outcome(acquire(account))));
  for (const { error, ms } of calls) {
    expect(error).toBeInstanceOf(DatabaseBusy);
    expect(ms).toBeLessThan(3 * SHORT_MS);
  }
  CountedPool.acquireTimeoutMs = acquireTimeoutMs;
  const next = acquire('d');
  held.release();
  (await next).release();
  expect(pool.waitingCalls).toBe(0);
});

it.each([0, 1])('a call whose caller leaves ends while the server refuses all but %d connections', async (most) => {
  await limit(most);
  const held = most > 0 ? await acquire('a') : undefined;
  const leaving = new AbortController();
  const calls = ['b', 'c', 'd', 'e'].map((account) => outcome(acquire(account, leaving.signal)));
  await sleep(250);
  leaving.abort(new CallerLeft());
  for (const { error, ms } of await Promise.all(calls)) {
    expect(error).toBeInstanceOf(CallerLeft);
    expect(ms).toBeLessThan(2_000);
  }
  await limit(3);
  held?.release();
  // Their turns have ended too.
  const after = await Promise.all(['f', 'g', 'h'].map((account) => acquire(account)));
  for (const client of after) client.release();
  expect(pool.waitingCalls).toBe(0);
});
