import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/database/database';
import { acrossAccounts, prepared, readRow } from '../../src/database/query';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { forAllTests } from '../support/setup';

/** Reads by key share a few connections (src/database/shared-connections.ts). */

const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('shared') }));
const db = forAllTests(() => test.app.get(Database));

beforeAll(async () => {
  await test.sql('create table probe (id integer primary key)');
  await test.sql('grant select, insert on probe to entrada_app');
});

const MANY = Array.from({ length: 40 }, (_, n) => n);
const ECHO = acrossAccounts('select $1::integer as n, pg_backend_pid() as pid', 'shared_echo');
const echo = (n: number) => db.readByKey(readRow<{ n: number; pid: number }>(ECHO, [n]));
const own = `select pid from pg_stat_activity where application_name = 'entrada service' and datname = current_database()`;

it('many at once are answered each, by three connections', async () => {
  const found = await Promise.all(MANY.map(echo));
  expect(found.map((row) => row?.n)).toEqual(MANY);
  expect(new Set(found.map((row) => row?.pid)).size).toBe(3);
});

it('an account has one read there at a time while another one is active, and all of them alone', async () => {
  const backend = prepared('shared_backend', 'select $1 as asked, pg_backend_pid() as pid');
  const pidOf = (accountId: string) => db.readByKey(readRow<{ pid: number }>(backend, [accountId]));
  const shared = new Set((await Promise.all(MANY.map(echo))).map((row) => row?.pid));
  const readThere = async (): Promise<number> =>
    (await Promise.all(MANY.map(() => pidOf('busy')))).filter((row) => shared.has(row?.pid)).length;
  expect(await readThere()).toBe(MANY.length);
  await pidOf('other');
  expect(await readThere()).toBe(1);
});

it('each names its account, and no other one sees it', async () => {
  const told = prepared('shared_told', `select $1 as asked, current_setting('app.account_id', true) as told`);
  const untold = acrossAccounts(`select '' as asked, coalesce(current_setting('app.account_id', true), '') as told`);
  const found = await Promise.all(
    MANY.map((n) =>
      db.readByKey(readRow<{ asked: string; told: string }>(n % 2 ? told : untold, n % 2 ? [`a${n}`] : [])),
    ),
  );
  expect(found.map((row) => row?.told)).toEqual(MANY.map((n) => (n % 2 ? `a${n}` : '')));
});

it('all are answered when their connections are lost', async () => {
  for (let round = 0; round < 5; round++) {
    const reading = Promise.all(MANY.map(echo));
    const [found] = await Promise.all([reading, test.sql(`select pg_terminate_backend(pid) from (${own}) p`)]);
    expect(found.map((row) => row?.n)).toEqual(MANY);
  }
});

it('all are answered when every connection was lost before they are sent, and none is known to be', async () => {
  const alone = (n: number) => db.read(readRow<{ n: number }>(ECHO, [n]));
  const together = (n: number) => db.snapshot('', undefined, (tx) => tx.send(readRow<{ n: number }>(ECHO, [n])));
  for (const read of [alone, echo, together]) {
    await Promise.all(MANY.map(read));
    const ending = test.sql(`select pg_sleep(0.2); select pg_terminate_backend(pid) from (${own}) p`);
    await sleep(50);
    // Keeps the process busy while the connections end.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    const found = await Promise.all(MANY.slice(0, 5).map(read));
    expect(found.map((row) => row?.n)).toEqual(MANY.slice(0, 5));
    await ending;
  }
});

it('one that fails does not fail those beside it', async () => {
  const half = acrossAccounts('select 1 / $1::integer as one', 'shared_half');
  const found = await Promise.allSettled(MANY.map((n) => (n % 10 === 3 ? db.readByKey(readRow(half, [0])) : echo(n))));
  expect(found.map(({ status }) => status)).toEqual(MANY.map((n) => (n % 10 === 3 ? 'rejected' : 'fulfilled')));
  expect(found[3]).toMatchObject({ reason: { code: '22012' } });
});

it('those that meet a locked table wait for it elsewhere, and hold up no other', async () => {
  const held = acrossAccounts('select count(*)::integer as count from probe', 'shared_held');
  const taken: number[] = [];
  for (let round = 0; round < 5; round++) {
    await test.sql('begin');
    await test.sql('lock table probe in access exclusive mode');
    const begin = performance.now();
    const waiting = Promise.all(MANY.slice(0, 5).map(() => db.readByKey(readRow<{ count: number }>(held, []))));
    await Promise.all(MANY.map(echo));
    taken.push(performance.now() - begin);
    await test.sql('commit');
    expect(await waiting).toEqual(MANY.slice(0, 5).map(() => ({ count: 0 })));
  }
  // Load makes an answer later, never earlier; one that waited for the lock would take a second.
  expect(Math.min(...taken)).toBeLessThan(700);
});

it('cannot write', async () => {
  const insert = acrossAccounts('insert into probe values (1) returning id', 'shared_insert');
  await expect(db.readByKey(readRow(insert, []))).rejects.toMatchObject({ code: '25006' });
});
