import type { Socket } from 'node:net';
import { Database } from '../../src/database/database';
import { isConnectionLoss, sqlState } from '../../src/database/errors';
import { acrossAccounts, prepared, type Transaction } from '../../src/database/sql';
import { startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { watchTraffic } from '../support/flights';

/** Transactions whose statements leave flight by flight (src/database). */

let test: TestApp;
let db: Database;

beforeAll(async () => {
  test = await startApp({ DATABASE_URL: await privateDatabase('transactions') });
  db = test.app.get(Database);
  await test.sql('create table probe (id integer primary key, note text, check (id > 0))');
  await test.sql('grant select, insert, update on probe to entrada_app');
});
beforeEach(() => test.sql('truncate probe'));
afterAll(() => test.close());

const INSERT = acrossAccounts('insert into probe (id, note) values ($1, $2) returning id', 'probe_insert');
const COUNT = acrossAccounts('select count(*)::integer as count from probe', 'probe_count');
const PID = acrossAccounts('select pg_backend_pid() as pid');
const KILL = acrossAccounts('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)');
const PREPARED = acrossAccounts('select name, prepare_time from pg_prepared_statements order by name');

const stored = async () => (await test.sql<{ id: number }>('select id from probe order by id')).map(({ id }) => id);
const insert = (tx: Transaction, id: number, note: unknown = null) => tx.row<{ id: number }>(INSERT, [id, note]);
const count = async (tx: Transaction) => (await tx.row<{ count: number }>(COUNT, []))?.count;

/** The SQLSTATE of each failure, and what the others gave. */
const outcomes = async (queries: Promise<unknown>[]) =>
  (await Promise.allSettled(queries)).map((one) =>
    one.status === 'fulfilled' ? one.value : (sqlState(one.reason) ?? (one.reason as Error).message),
  );

it('a flight, with BEGIN before it or COMMIT behind it, is one write and one answer', async () => {
  const answers: number[] = [];
  await db.transaction(async (tx) => {
    const { connection } = Reflect.get(tx, 'client') as { connection: { stream: Socket } };
    const write = jest.spyOn(connection.stream, 'write');
    /** How many times PostgreSQL says that it is ready. */
    const answer = (bytes: Buffer): number => answers.push(bytes.toString('latin1').split('Z\0\0\0\x05').length - 1);
    connection.stream.on('data', answer);
    try {
      expect(await tx.all([insert(tx, 1), insert(tx, 2), count(tx)])).toEqual([{ id: 1 }, { id: 2 }, 2]);
      expect([write.mock.calls.length, answers]).toEqual([1, [1]]);
      await tx.commit([insert(tx, 3), count(tx)]);
      expect([write.mock.calls.length, answers]).toEqual([2, [1, 1]]);
    } finally {
      write.mockRestore();
      connection.stream.off('data', answer);
    }
  });
  expect(await stored()).toEqual([1, 2, 3]);
});

it('the first failure of a flight skips the rest, COMMIT included, and is what the transaction throws', async () => {
  let seen: unknown;
  const work = (tx: Transaction) => {
    const queries = [insert(tx, 1), insert(tx, 1), insert(tx, -1), count(tx)];
    seen = outcomes(queries);
    return tx.commit(queries);
  };
  await expect(db.transaction(work)).rejects.toMatchObject({ code: '23505' });
  expect(await seen).toEqual([{ id: 1 }, '23505', '25P02', '25P02']);
  expect(await stored()).toEqual([]);
});

it('a connection whose flight failed rolls back and goes on, also with statements that the failure skipped', async () => {
  const skipped = acrossAccounts('select 7 as seven', 'probe_skipped');
  const pids = new Set<unknown>();
  for (let n = 0; n < 3; n++) {
    const failing = db.transaction(async (tx) => {
      pids.add((await tx.row<{ pid: number }>(PID, []))?.pid);
      await tx.all([insert(tx, 0), tx.row(skipped, [])]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    const [seven] = await db.transaction((tx) => tx.commit([tx.row(skipped, []), insert(tx, n + 1)]));
    expect(seven).toEqual({ seven: 7 });
  }
  expect(pids.size).toBe(1);
  expect(await stored()).toEqual([1, 2, 3]);
});

it('a value that cannot be sent keeps the whole flight back', async () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const { statements } = await watchTraffic(async () => {
    await expect(db.transaction((tx) => tx.commit([insert(tx, 1), insert(tx, 2, cycle)]))).rejects.toThrow();
  });
  expect(statements.map(({ text }) => text)).toEqual(['begin', INSERT.text, INSERT.text, 'commit', 'rollback']);
  expect(await stored()).toEqual([]);
  await db.transaction((tx) => tx.commit([insert(tx, 1)]));
  expect(await stored()).toEqual([1]);
});

it('statements are parsed once a connection', async () => {
  const parsed = () =>
    db.transaction(async (tx) => {
      await tx.all([insert(tx, 1), insert(tx, 2)]);
      const rows = await tx.rows<{ name: string }>(PREPARED, []);
      await tx.end('rollback');
      return rows.filter(({ name }) => ['begin', 'probe_insert'].includes(name));
    });
  const first = await parsed();
  expect(first).toHaveLength(2);
  expect(await parsed()).toEqual(first);
});

it('entities take part in the transaction, between statements', async () => {
  await db.transaction(async (tx) => {
    void insert(tx, 1);
    await tx.entities.query('update probe set note = $1 where id = 1', ['entities']);
    await tx.rows(acrossAccounts(`update probe set id = 5 where note = 'entities'`), []);
  });
  expect(await stored()).toEqual([5]);
});

it('work that throws takes back what it has sent', async () => {
  const work = (tx: Transaction): Promise<never> => {
    insert(tx, 1).catch(() => undefined);
    throw new Error('no');
  };
  await expect(db.transaction(work)).rejects.toThrow('no');
  expect(await stored()).toEqual([]);
});

it('a connection that ends within a flight fails all of its statements as lost', async () => {
  let attempts = 0;
  const work = async (tx: Transaction) => {
    attempts++;
    const queries = [insert(tx, attempts), tx.row(KILL, []), insert(tx, 10 + attempts)];
    const results = await Promise.allSettled(queries);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    return tx.all(queries);
  };
  const failure = await db.transaction(work).catch((error: unknown) => error);
  expect([isConnectionLoss(failure), failure]).toEqual([true, expect.any(Error)]);
  expect(attempts).toBe(3);
  expect(await stored()).toEqual([]);
  await db.transaction((tx) => tx.commit([insert(tx, 1)]));
  expect(await stored()).toEqual([1]);
});

it('a connection that ends with COMMIT on its way is not tried again: it may have happened', async () => {
  let attempts = 0;
  const work = (tx: Transaction) => {
    attempts++;
    return tx.commit([insert(tx, attempts), tx.row(KILL, [])]);
  };
  await expect(db.transaction(work)).rejects.toThrow();
  expect(attempts).toBe(1);
});

it('a statement by itself gives its rows, its own failure, and leaves nothing behind', async () => {
  expect(await db.rows(INSERT, [1, null])).toEqual([{ id: 1 }]);
  await expect(db.rows(INSERT, [1, null])).rejects.toMatchObject({ code: '23505' });
  const refused = acrossAccounts('select $1::integer as "value"');
  await expect(db.row(refused, ['x'])).rejects.toMatchObject({ code: '22P02' });
  const answers = Array.from({ length: 40 }, (_, value) => db.row(refused, [value]));
  expect(await Promise.all(answers)).toEqual(answers.map((_, value) => ({ value })));
  expect(await stored()).toEqual([1]);
});

it('a statement by itself names its account, in one flight, and the connection forgets it', async () => {
  const told = prepared('probe_told', `select current_setting('app.account_id', true) as account, $1 = 'a' as is`);
  const { flights, statements } = await watchTraffic(async () => {
    expect(await db.row(told, ['a'])).toEqual({ account: 'a', is: true });
  });
  expect([flights, statements.map(({ name }) => name)]).toEqual([1, ['set_account', 'probe_told']]);
  const after = acrossAccounts(`select coalesce(current_setting('app.account_id', true), '') as account`);
  const seen = await Promise.all(Array.from({ length: 20 }, () => db.row(after, [])));
  expect(new Set(seen.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"account":""}']));
  const failing = prepared('probe_failing', `select current_setting('app.account_id', true), $1::integer as "x"`);
  await expect(db.row(failing, ['x'])).rejects.toMatchObject({ code: '22P02' });
});

it('a statement by itself is sent again, once, when its connection is lost', async () => {
  await test.sql('create sequence probe_tries');
  await test.sql('grant usage on probe_tries to entrada_app');
  const kill = acrossAccounts(`select nextval('probe_tries'), pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`);
  const failure = await db.row(kill, []).catch((error: unknown) => error);
  expect([isConnectionLoss(failure), failure]).toEqual([true, expect.any(Error)]);
  expect(await test.sql('select last_value::integer as tries from probe_tries')).toEqual([{ tries: 2 }]);
  expect(await db.row(COUNT, [])).toEqual({ count: 0 });
});
