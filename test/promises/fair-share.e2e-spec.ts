import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CallerLeft } from '../../src/common/http/caller-left';
import { Config } from '../../src/config/config';
import { Database } from '../../src/database/database';
import type { Priority } from '../../src/database/fair-queue';
import { CountedPool } from '../../src/database/pool';
import { planned, readRows } from '../../src/database/query';
import { appForAllTests, appStarter, OPERATOR_TOKEN } from '../support/app';
import { patientCallers } from '../support/patient-callers';
import { forAllTests } from '../support/setup';
import { until } from '../support/waiting';

/** Accounts share the connections; see docs/architecture.md, "The queue for connections". The order is in src/database/fair-queue.spec. */

// Only a cancellation ends a wait for a lock here.
patientCallers();
const test = appForAllTests({});
const start = appStarter();
const partner = forAllTests(() => test.partner());
const other = forAllTests(() => test.partner());
const database = () => test.app.get(Database);

const READS = 6;

const sleeping = (seconds: number) =>
  readRows<{ pid: number }>(planned('select pg_sleep($1), pg_backend_pid() as pid'), [seconds]);

interface Asked {
  readonly priority?: Priority;
  readonly leaving?: AbortSignal;
}

/** Reads for an account as one of its requests does. */
const read = (accountId: string, seconds: number, { priority = 'console', leaving }: Asked = {}) =>
  database()
    .as(priority)
    .snapshot(accountId, leaving, (tx) => tx.send(sleeping(seconds)));

const isBlocked = async (blocker: Client): Promise<boolean> => {
  const { rowCount } = await blocker.query(
    `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.application_name = 'entrada service'`,
  );
  return rowCount !== 0;
};

const isSleeping = async (): Promise<boolean> =>
  (
    await partner.sql(
      `select from pg_stat_activity where $1::uuid is not null and query like 'select pg_sleep%' and state = 'active'`,
    )
  ).length > 0;

it('an account with many slow reads does not make another one wait for them', async () => {
  let done = 0;
  const flood = Array.from({ length: 30 }, () => read(partner.accountId, 0.1).finally(() => done++));
  await until(() => done >= READS);
  expect((await other.api.get('/leads')).status).toBe(200);
  expect((await other.owner.get('/leads')).status).toBe(200);
  expect(done).toBeLessThan(flood.length);
  await Promise.all(flood);
});

it('a busy partner leaves a console every fourth turn where there is one connection for reads', async () => {
  const small = await start({ DATABASE_CONNECTIONS: '6' });
  const reads = (priority: Priority) =>
    small.app
      .get(Database)
      .as(priority)
      .snapshot(partner.accountId, undefined, (tx) => tx.send(sleeping(0.02)));
  let done = 0;
  const flood = Array.from({ length: 80 }, () => reads('partner').finally(() => done++));
  await until(() => done > 0);
  const before = done;
  for (let call = 0; call < 10; call++) await reads('console');
  expect(done - before).toBeLessThanOrEqual(5 * 10);
  await Promise.all(flood);
});

describe('a call that waits for longer than it may', () => {
  const { acquireTimeoutMs } = CountedPool;
  afterEach(() => void (CountedPool.acquireTimeoutMs = acquireTimeoutMs));

  it.each(['api', 'owner'] as const)('is answered 429, with the time to come again: %s', async (caller) => {
    const all = Array.from({ length: READS }, (_, n) =>
      read(n % 2 ? partner.accountId : other.accountId, 1, { priority: n % 2 ? 'partner' : 'console' }),
    );
    await sleep(50);
    CountedPool.acquireTimeoutMs = 20;
    // Both accounts hold what they may.
    const answer = await partner[caller].get('/pipelines');
    expect([answer.status, answer.error.code, answer.error.details]).toEqual([429, 'rate_limited', { limit: 'busy' }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await Promise.all(all);
    CountedPool.acquireTimeoutMs = acquireTimeoutMs;
    expect((await partner[caller].get('/pipelines')).status).toBe(200);
  });
});

describe('a read that nobody waits for any more', () => {
  it('is cancelled on the server, and its connection stays open', async () => {
    const pids = async () =>
      (await Promise.all(Array.from({ length: READS }, () => read(partner.accountId, 0.05))))
        .flat()
        .map(({ pid }) => pid);
    const before = await pids();
    const leaving = new AbortController();
    const left = Array.from({ length: 3 * READS }, () =>
      read(partner.accountId, 30, { leaving: leaving.signal }).catch((error: Error) => error),
    );
    await until(isSleeping);
    leaving.abort(new CallerLeft());
    for (const outcome of await Promise.all(left)) expect(outcome).toBeInstanceOf(CallerLeft);
    expect(await isSleeping()).toBe(false);
    expect(new Set(await pids())).toEqual(new Set(before));
  });

  it('is not begun when its caller had left', async () => {
    const signal = AbortSignal.abort(new CallerLeft());
    await expect(read(partner.accountId, 30, { leaving: signal })).rejects.toBeInstanceOf(CallerLeft);
  });

  it.each(['/admin/v1/leads', '/admin/v1/today', '/admin/v1/appointments', '/api/v1/leads'])(
    'of %s too',
    async (path) => {
      const blocker = new Client({ connectionString: test.app.get(Config).databaseUrl });
      await blocker.connect();
      try {
        await blocker.query('begin; lock table leads in access exclusive mode');
        const leaving = new AbortController();
        const isPartner = path.startsWith('/api/');
        const answer = fetch(test.url + path, {
          headers: {
            Authorization: `Bearer ${isPartner ? partner.key : OPERATOR_TOKEN}`,
            'X-Account-Id': partner.accountId,
          },
          signal: leaving.signal,
        });
        await until(() => isBlocked(blocker));
        leaving.abort();
        await expect(answer).rejects.toThrow();
        await until(async () => !(await isBlocked(blocker)));
      } finally {
        await blocker.query('rollback');
        await blocker.end();
      }
    },
  );
});

it('a write whose caller leaves is finished', async () => {
  const blocker = new Client({ connectionString: test.app.get(Config).databaseUrl });
  await blocker.connect();
  try {
    await blocker.query('begin; lock table leads in access exclusive mode');
    const leaving = new AbortController();
    const answer = fetch(`${test.url}/api/v1/leads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${partner.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone: '11987650001' }),
      signal: leaving.signal,
    });
    await until(() => isBlocked(blocker));
    leaving.abort();
    await expect(answer).rejects.toThrow();
  } finally {
    await blocker.query('rollback');
    await blocker.end();
  }
  await until(async () => (await partner.api.post('/leads/lookup', { phone: '11987650001' })).status === 200);
});
