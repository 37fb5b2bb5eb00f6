import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './support/caller';
import type { Call } from './support/history';
import { phoneOf } from './support/loader';
import { run, until } from './support/processes';
import { Relay } from './support/relay';
import { report, Stack } from './support/stack';

let stack: Stack;
let relay: Relay | undefined;
beforeAll(async () => {
  stack = await Stack.start({
    relay: (port) => {
      relay = new Relay(port);
      return relay.open();
    },
  });
});
afterAll(async () => {
  await stack.close();
  await relay?.close();
});

const took = ({ invokedAt, endedAt }: Call): number => endedAt - invokedAt;
const statuses = (calls: readonly Call[], kinds: string[], from: number, to: number): number[] =>
  calls
    .filter(({ sent, invokedAt, endedAt }) => kinds.includes(sent.kind) && invokedAt >= from && endedAt <= to)
    .map(({ seen }) => seen?.status ?? 0);

const poolGauge = async (instance: number, name: string): Promise<number> => {
  const text = (await stackMetrics(instance)).split('\n').find((line) => line.startsWith(`${name} `));
  return Number(text?.split(' ')[1]);
};
const stackMetrics = async (instance: number): Promise<string> => {
  const headers = { Authorization: 'Bearer operator-token-of-the-fault-suite-0123456789' };
  return (await fetch(`${stack.instance(instance).url}/metrics`, { headers })).text();
};

it('F3b: the answer to a COMMIT is lost: 500, nothing happens twice, and the same call again finds what happened', async () => {
  const partner = await stack.partner();
  if (!relay) throw new Error('no relay');
  const lose = async <T>(call: () => Promise<T>): Promise<T> => {
    if (relay) relay.commitsToLose = 1;
    const answer = await call();
    expect(relay?.commitsToLose).toBe(0);
    return answer;
  };
  const body = { phone: phoneOf(1).spelled(0), external_id: 'lost-commit', notes: 'note-1-p' };
  const lead = await lose(() => partner.api(0).post('/leads', body));
  const again = await partner.api(0).post<{ duplicate: boolean }>('/leads', body);
  const key = await lose(() => partner.owner(0).post('/api-keys', { name: 'lost', permissions: ['leads:read'] }));
  const keys = await stack.sql(`select id from api_keys where account_id = $1 and name = 'lost'`, [partner.accountId]);
  report({ fault: 'F3b', lead: [lead.status, again.status], key: key.status, keys: keys.length });
  expect([lead.status, key.status]).toEqual([500, 500]);
  expect([again.status, again.data.duplicate]).toEqual([200, true]);
  expect(keys).toHaveLength(1);
});

it('F6: sixty callers wait for one locked lead: they get an answer in time, and reads of others go on', async () => {
  const partner = await stack.partner();
  const other = await stack.partner();
  const phone = phoneOf(1);
  const first = await partner.api(0).post<{ id: string }>('/leads', { phone: phone.spelled(0) });
  const { url } = stack.instance(0);
  const waits: { status: number; ms: number }[] = [];
  const reads: { status: number; ms: number }[] = [];
  let isLocked = true;
  const timed = async (list: typeof waits, work: () => Promise<{ status: number }>) => {
    const begin = performance.now();
    const { status } = await work();
    list.push({ status, ms: performance.now() - begin });
  };
  const writer = async (n: number): Promise<void> => {
    const caller = new Caller(url, partner.key);
    while (isLocked) await timed(waits, () => caller.send('POST', '/api/v1/leads', { phone: phone.spelled(n) }));
    caller.close();
  };
  const reader = async (): Promise<void> => {
    const caller = new Caller(url, other.key);
    while (isLocked) {
      await timed(reads, () => caller.send('GET', '/api/v1/leads'));
      await sleep(50);
    }
    caller.close();
  };
  const writers = await stack.as(async (db) => {
    await db.query('begin');
    await db.query('select 1 from leads where account_id = $1 for update', [partner.accountId]);
    const all = [...Array.from({ length: 60 }, (_, n) => writer(n)), reader(), reader()];
    await sleep(10_000);
    await db.query('rollback');
    isLocked = false;
    return all;
  });
  const released = performance.now();
  await Promise.all(writers);
  const again = await partner.api(0).post('/leads', { phone: phone.spelled(0) });
  const recovery = performance.now() - released;
  const slowestRead = Math.max(...reads.map(({ ms }) => ms));
  const slowestWrite = Math.max(...waits.map(({ ms }) => ms));
  report({ fault: 'F6', requests: waits.length, reads: reads.length, slowestWrite, slowestRead, recovery });
  expect(first.status).toBe(201);
  expect([...new Set(waits.map(({ status }) => status))].sort()).toEqual([200, 429, 500]);
  // Callers wait at most eight seconds for a connection, then get 429, and two for each lock, then 500.
  expect(slowestWrite).toBeLessThan(14_000);
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
  expect(slowestRead).toBeLessThan(500);
  expect(reads.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(reads.length * 0.95)]).toBeLessThan(200);
  expect(again.status).toBe(200);
  expect(recovery).toBeLessThan(5_000);
  await until('idle pools', 3_000, async () => {
    const [total, idle, waiting] = await Promise.all(
      ['db_pool_connections', 'db_pool_idle_connections', 'db_pool_waiting_requests'].map((name) => poolGauge(0, name)),
    );
    return waiting === 0 && idle === total;
  });
});

it('F7: the table of leads locked for fifteen seconds: nobody waits longer than ten, writes go on at once afterwards', async () => {
  const result = await stack.underLoad('F7-lock', async ({ load }) => {
    await stack.as(async (db) => {
      await db.query('begin');
      await db.query('lock table leads in access exclusive mode');
      await sleep(15_000);
      await db.query('rollback');
    });
    return { recovery: await load.recovered(performance.now()) };
  });
  expect(result).toMatchObject({ violations: [], restarts: 0 });
  expect(result.slowest).toBeLessThan(10_000);
  expect(result.recovery).toBeLessThan(5_000);
});

it('F7: every packet to and from PostgreSQL 300 ms late: slow, but right', async () => {
  const result = await stack.underLoad('F7-delay', async ({ load }) => {
    if (relay) relay.delay = 300;
    await sleep(12_000);
    if (relay) relay.delay = 0;
    return { recovery: await load.recovered(performance.now()) };
  });
  expect(result).toMatchObject({ violations: [], restarts: 0 });
  expect(result.slowest).toBeLessThan(10_000);
  expect(result.recovery).toBeLessThan(5_000);
});

/** Moves the growing tables to a small disk. Returns false when mounting is not permitted. */
async function smallDisk(): Promise<boolean> {
  const folder = join(stack.folder, 'small');
  mkdirSync(folder);
  const { code } = await run('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]);
  if (code !== 0) return false;
  stack.undoings.push(() => execFileSync('umount', [folder]));
  const place = join(folder, 'space');
  mkdirSync(place);
  execFileSync('chown', ['postgres:', place]);
  await stack.cluster.sql(`create tablespace small location '${place}'`);
  await stack.cluster.sql('grant create on tablespace small to public');
  for (const table of ['leads', 'submissions', 'conversations', 'deals', 'stage_moves'])
    await stack.sql(`alter table ${table} set tablespace small`);
  return true;
}

/** Fills the disk to its last page and returns a function that undoes this. */
async function fillDisk(): Promise<() => Promise<unknown>> {
  await stack.sql('create table filler (x text) tablespace small');
  for (const count of [20_000, 2_000, 200, 20, 1]) {
    const text = `insert into filler select repeat('x', 400) from generate_series(1, ${count})`;
    for (let full = false; !full;)
      await stack.sql(text).catch((error: { code?: string }) => {
        expect(error.code).toBe('53100');
        full = true;
      });
  }
  return () => stack.sql('drop table filler');
}

/** Simulates a full disk where none can be mounted: every new submission gets its error. */
async function pretendFull(): Promise<() => Promise<unknown>> {
  process.stdout.write('F8: mounting is not permitted here; a full disk is simulated by a trigger that raises 53100\n');
  await stack.sql(`create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'no space' using errcode = '53100'; end $$`);
  await stack.sql('create trigger disk_full before insert on submissions execute function disk_full()');
  return () => stack.sql('drop function disk_full() cascade');
}

it('F8: the disk of the tables is full: writes are 500, reads go on, all is well once there is room', async () => {
  const isReal = await smallDisk();
  let full = { from: 0, to: 0 };
  const result = await stack.underLoad('F8', async ({ load }) => {
    const free = await (isReal ? fillDisk() : pretendFull());
    await sleep(3_000);
    const from = performance.now();
    await sleep(4_000);
    full = { from, to: performance.now() };
    await free();
    return { disk: isReal ? 'tmpfs of 12 MB' : 'simulated', recovery: await load.recovered(performance.now()) };
  });
  expect(result).toMatchObject({ violations: [], restarts: 0 });
  expect(result.recovery).toBeLessThan(5_000);
  const posts = statuses(result.calls, ['post'], full.from, full.to);
  expect(posts.filter((status) => status === 500).length).toBeGreaterThan(10);
  const reads = statuses(result.calls, ['get', 'list', 'metrics'], full.from, full.to);
  expect(reads.length).toBeGreaterThan(5);
  expect(reads.filter((status) => status !== 200)).toEqual([]);
});

it('F15: PostgreSQL takes two connections of the role only: callers wait for these, and all is well again afterwards', async () => {
  const result = await stack.underLoad('F15', async ({ load }) => {
    await stack.cluster.sql('alter role entrada_app connection limit 2');
    await stack.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'entrada_app'`);
    await sleep(5_000);
    await stack.cluster.sql('alter role entrada_app connection limit -1');
    return { recovery: await load.recovered(performance.now()) };
  });
  expect(result).toMatchObject({ violations: [], restarts: 0 });
  expect(result.resets).toBe(0);
  expect(Math.max(...result.calls.filter(({ seen }) => seen?.status === 500).map(took))).toBeLessThan(2_500);
  expect(result.recovery).toBeLessThan(5_000);
});

it('F16: PostgreSQL turns read-only: writes are 500, reads are 200', async () => {
  let readOnly = { from: 0, to: 0 };
  const result = await stack.underLoad('F16', async ({ load }) => {
    await stack.cluster.set('default_transaction_read_only', 'on');
    await sleep(1_000);
    const from = performance.now();
    await sleep(4_000);
    readOnly = { from, to: performance.now() };
    await stack.as(async (db) => {
      await db.query('set default_transaction_read_only = off');
      await db.query('alter system reset default_transaction_read_only');
      await db.query('select pg_reload_conf()');
    });
    return { recovery: await load.recovered(performance.now()) };
  });
  expect(result).toMatchObject({ violations: [], restarts: 0 });
  expect(result.recovery).toBeLessThan(5_000);
  const posts = statuses(result.calls, ['post'], readOnly.from, readOnly.to).filter((status) => status !== 422);
  expect([...new Set(posts)]).toEqual([500]);
  const reads = statuses(result.calls, ['get', 'list', 'metrics'], readOnly.from, readOnly.to);
  expect([...new Set(reads)]).toEqual([200]);
});
