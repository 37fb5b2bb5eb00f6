import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { Database } from '../../src/database/database';
import { isConnectionLoss } from '../../src/database/errors';
import type { Lock } from '../../src/database/lock-order';
import {
  acrossAccounts,
  lockRow,
  planned,
  prepared,
  readRow,
  readRows,
  write,
  writeRow,
} from '../../src/database/query';
import type { Transaction } from '../../src/database/transaction';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { forAllTests } from '../support/setup';
import { watchTraffic } from '../support/traffic';

/** Transactions whose statements are sent in batches (src/database). */

const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('transactions') }));
const db = forAllTests(() => test.app.get(Database));

beforeAll(async () => {
  await test.sql('create table probe (id integer primary key, note text, check (id > 0))');
  await test.sql('grant select, insert, update on probe to entrada_app');
});
beforeEach(() => test.sql('truncate probe'));

const INSERT = acrossAccounts('insert into probe (id, note) values ($1, $2) returning id', 'probe_insert');
const COUNT = acrossAccounts('select count(*)::integer as count from probe', 'probe_count');
const PID = acrossAccounts('select pg_backend_pid() as pid');
const KILL = acrossAccounts('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)');
const PREPARED = acrossAccounts('select name, prepare_time from pg_prepared_statements order by name');

const clientOf = (tx: Transaction): PoolClient => (Reflect.get(tx, 'borrowed') as { client: PoolClient }).client;

const stored = async () => (await test.sql<{ id: number }>('select id from probe order by id')).map(({ id }) => id);
const insert = (id: number, note: unknown = null) => writeRow<{ id: number }>(INSERT, [id, note]);
const count = () => readRow<{ count: number }>(COUNT, []);

it('a batch, with BEGIN before it or COMMIT after it, is one write and one answer', async () => {
  const answers: number[] = [];
  await db.transaction('', async (tx) => {
    const { connection } = clientOf(tx) as unknown as { connection: { stream: Socket } };
    const write = jest.spyOn(connection.stream, 'write');
    /** Counts PostgreSQL's ReadyForQuery messages. */
    const answer = (bytes: Buffer): number => answers.push(bytes.toString('latin1').split('Z\0\0\0\x05').length - 1);
    connection.stream.on('data', answer);
    try {
      expect(await tx.send([insert(1), insert(2), count()])).toEqual([{ id: 1 }, { id: 2 }, { count: 2 }]);
      expect([write.mock.calls.length, answers]).toEqual([1, [1]]);
      expect(await tx.commit([insert(3), count()])).toEqual([{ id: 3 }, { count: 3 }]);
      expect([write.mock.calls.length, answers]).toEqual([2, [1, 1]]);
    } finally {
      write.mockRestore();
      connection.stream.off('data', answer);
    }
  });
  expect(await stored()).toEqual([1, 2, 3]);
});

it('answers have the form of what was sent: groups as lists, undefined as undefined', async () => {
  const [one, [two, none, three], all] = await db.transaction('', (tx) =>
    tx.commit([insert(1), [insert(2), undefined, insert(3)], [count(), []]]),
  );
  expect([one?.id, two?.id, none, three?.id, all[0]?.count]).toEqual([1, 2, undefined, 3, 3]);
});

it('the first failure of a batch skips the rest, also COMMIT, and the transaction throws it', async () => {
  const failure = db.transaction('', (tx) => tx.commit([insert(1), insert(1), insert(-1), count()]));
  await expect(failure).rejects.toMatchObject({ code: '23505' });
  expect(await stored()).toEqual([]);
});

it('only the query that failed translates its error', async () => {
  const explained = (id: number) => ({ ...insert(id), explain: () => new Error(`no ${id}`) });
  await expect(db.transaction('', (tx) => tx.commit([explained(1), explained(-2), explained(-3)]))).rejects.toThrow(
    'no -2',
  );
  await expect(db.transaction('', (tx) => tx.commit([explained(1), insert(-1)]))).rejects.toMatchObject({
    code: '23514',
  });
  await expect(db.write(explained(-4))).rejects.toThrow('no -4');
});

it('a connection whose batch failed rolls back and goes on, also with statements that the failure skipped', async () => {
  const skipped = readRow(acrossAccounts('select 7 as seven', 'probe_skipped'), []);
  const pids = new Set<unknown>();
  for (let n = 0; n < 3; n++) {
    const failing = db.transaction('', async (tx) => {
      pids.add((await tx.send(readRow<{ pid: number }>(PID, [])))?.pid);
      await tx.send([insert(0), skipped]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    const [seven] = await db.transaction('', (tx) => tx.commit([skipped, insert(n + 1)]));
    expect(seven).toEqual({ seven: 7 });
  }
  expect(pids.size).toBe(1);
  expect(await stored()).toEqual([1, 2, 3]);
});

it('when a value cannot be sent, the whole batch is not sent', async () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const { statements } = await watchTraffic(async () => {
    await expect(db.transaction('', (tx) => tx.commit([insert(1), insert(2, cycle)]))).rejects.toThrow();
  });
  expect(statements.map(({ text }) => text)).toEqual(['begin', INSERT.text, INSERT.text, 'commit', 'rollback']);
  expect(await stored()).toEqual([]);
  await db.transaction('', (tx) => tx.commit([insert(1)]));
  expect(await stored()).toEqual([1]);
});

it('an empty statement has an answer, too', async () => {
  const nothing = readRows(acrossAccounts(''), []);
  expect(await db.transaction('', (tx) => tx.commit([insert(1), nothing, insert(2)]))).toEqual([
    { id: 1 },
    [],
    { id: 2 },
  ]);
  expect(await db.read(nothing)).toEqual([]);
});

it('statements are parsed once a connection', async () => {
  const parsed = async (): Promise<unknown[]> => {
    let rows: { name: string }[] = [];
    const work = db.transaction('', async (tx) => {
      await tx.send([insert(1), insert(2)]);
      rows = await tx.send(readRows<{ name: string }>(PREPARED, []));
      throw new Error('enough');
    });
    await expect(work).rejects.toThrow('enough');
    return rows.filter(({ name }) => ['begin', 'probe_insert'].includes(name));
  };
  const first = await parsed();
  expect(first).toHaveLength(2);
  expect(await parsed()).toEqual(first);
});

it('entities take part in the transaction, between statements', async () => {
  await db.transaction('', async (tx) => {
    void tx.send(insert(1));
    await tx.entities.query('update probe set note = $1 where id = 1', ['entities']);
    await tx.send(write(acrossAccounts(`update probe set id = 5 where note = 'entities'`), []));
  });
  await expect(
    db.transaction('', async (tx) => {
      await tx.entities.query('update probe set id = 6');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await stored()).toEqual([5]);
});

it('work that throws is rolled back', async () => {
  const work = (tx: Transaction): Promise<never> => {
    tx.send(insert(1)).catch(() => undefined);
    throw new Error('no');
  };
  await expect(db.transaction('', work)).rejects.toThrow('no');
  expect(await stored()).toEqual([]);
});

describe('after the end of a transaction', () => {
  const AFTER = 'nothing more can be sent';

  it('nothing can be sent: after its COMMIT, and after the work has returned or failed', async () => {
    const { statements } = await watchTraffic(async () => {
      const late: Transaction[] = [];
      await db.transaction('', async (tx) => {
        await tx.commit([insert(1)]);
        await expect(tx.send(insert(2))).rejects.toThrow(AFTER);
        await expect(tx.commit([insert(2)])).rejects.toThrow(AFTER);
        expect(() => tx.entities).toThrow(AFTER);
        expect(() => tx.entitiesOf('a')).toThrow(AFTER);
      });
      await db.transaction('', async (tx) => void (late.push(tx), await tx.send(insert(3))));
      await db.transaction('', async (tx) => void late.push(tx));
      const failed = db.transaction('', async (tx) => {
        late.push(tx);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      for (const tx of late) await expect(tx.send(insert(4))).rejects.toThrow(AFTER);
    });
    expect(statements.filter(({ name }) => name === 'probe_insert')).toHaveLength(2);
    expect(await stored()).toEqual([1, 3]);
  });

  it('work that continues after a failure gets an error: nothing was committed', async () => {
    const goneOn = db.transaction('', async (tx) => {
      await tx.send(insert(-1)).catch(() => undefined);
      return 'done';
    });
    await expect(goneOn).rejects.toThrow('after a statement had failed');
    const swallowed = db.transaction('', async (tx) => {
      await tx.commit([insert(1), insert(-1)]).catch(() => undefined);
      return 'done';
    });
    await expect(swallowed).rejects.toThrow('its COMMIT had failed');
    expect(await stored()).toEqual([]);
  });
});

it('a lock that comes before one that is held is refused', async () => {
  const lock = (which: Lock) =>
    lockRow(which, planned('select id from probe where $1::text is not null for update'), ['a']);
  await db.transaction('', (tx) => tx.send([lock('account'), lock('lead'), lock('tag'), lock('lead')]));
  const wrong = db.transaction('', async (tx) => {
    await tx.send(lock('lead'));
    await tx.send(lock('conversation'));
  });
  await expect(wrong).rejects.toThrow('the lock of the conversation comes before the lock of the lead');
});

it('only a query of the right kind compiles, and the pool for reads refuses writes', async () => {
  const lock = lockRow('lead', planned('select id from probe where $1::text is not null for update'), ['a']);
  await db.write(insert(1));
  const wrong = [
    // @ts-expect-error a write outside a transaction is one by itself
    () => db.read(insert(2)),
    // @ts-expect-error a lock holds for a transaction only
    () => db.read(lock),
    // @ts-expect-error a snapshot reads
    () => db.snapshot('', undefined, (tx) => tx.send(insert(3))),
  ];
  for (const send of wrong) await expect(send()).rejects.toMatchObject({ code: '25006' });
  const promises = [
    // @ts-expect-error a promise was sent already
    (tx: Transaction) => tx.commit([Promise.resolve()]),
    // @ts-expect-error nor is a number a query
    (tx: Transaction) => tx.send([1]),
  ];
  for (const work of promises) await expect(db.transaction('', work)).rejects.toThrow();
  expect(await stored()).toEqual([1]);
});

it('when a connection ends within a batch, the work is tried three times', async () => {
  let attempts = 0;
  const work = async (tx: Transaction): Promise<void> => {
    attempts++;
    await tx.send([insert(attempts), readRow(KILL, []), insert(10 + attempts)]);
  };
  const failure = await db.transaction('', work).catch((error: unknown) => error);
  expect([isConnectionLoss(failure), failure]).toEqual([true, failure]);
  expect(attempts).toBe(3);
  expect(await stored()).toEqual([]);
  await db.transaction('', (tx) => tx.commit([insert(1)]));
  expect(await stored()).toEqual([1]);
});

it.each(['40P01', '40001'])('when PostgreSQL gives work up (%s), it is tried again', async (state) => {
  const giveUp = acrossAccounts(`do $$ begin raise exception using errcode = '${state}'; end $$`);
  let attempts = 0;
  await db.transaction('', (tx) => tx.send([insert(++attempts), attempts === 1 ? write(giveUp, []) : undefined]));
  expect(attempts).toBe(2);
  expect(await stored()).toEqual([2]);
});

it('when a connection has ended before COMMIT is sent, the work is tried again', async () => {
  let attempts = 0;
  await db.transaction('', async (tx) => {
    await tx.send([insert(++attempts)]);
    if (attempts === 1) {
      const client = clientOf(tx) as PoolClient & { processID: number };
      const ended = new Promise((resolve) => client.once('end', resolve));
      await test.sql('select pg_terminate_backend($1)', [client.processID]);
      await ended;
    }
    await tx.commit([insert(10 + attempts)]);
  });
  expect(attempts).toBe(2);
  expect(await stored()).toEqual([2, 12]);
});

it('when a connection ends after COMMIT was sent, the work is not tried again: it may have happened', async () => {
  let attempts = 0;
  const work = async (tx: Transaction): Promise<void> => {
    attempts++;
    await tx.commit([insert(attempts), readRow(KILL, [])]);
  };
  await expect(db.transaction('', work)).rejects.toThrow();
  expect(attempts).toBe(1);
});

it('a write waits for the disk as the server says', async () => {
  const setting = acrossAccounts(`select source from pg_settings where name = 'synchronous_commit'`);
  const alone = await db.write(writeRow<{ source: string }>(setting, []));
  const inTransaction = await db.transaction('', (tx) => tx.send(readRow<{ source: string }>(setting, [])));
  expect([alone?.source, inTransaction?.source]).not.toContain('session');
});

it('a request waits for a lock or a statement only for a few seconds', async () => {
  const settings = acrossAccounts(
    `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
  );
  const query = readRow<{ lock: string; statement: string }>(settings, []);
  const found = [await db.read(query), await db.transaction('', (tx) => tx.send(query))];
  expect(found).toEqual(Array(2).fill({ lock: '2s', statement: '5s' }));
});

it('a single query returns its answer or its own failure, and leaves nothing behind', async () => {
  expect(await db.write(insert(1))).toEqual({ id: 1 });
  await expect(db.write(insert(1))).rejects.toMatchObject({ code: '23505' });
  const refused = acrossAccounts('select $1::integer as "value"');
  await expect(db.read(readRow(refused, ['x']))).rejects.toMatchObject({ code: '22P02' });
  const answers = Array.from({ length: 40 }, (_, value) => db.read(readRow(refused, [value])));
  expect(await Promise.all(answers)).toEqual(answers.map((_, value) => ({ value })));
  expect(await stored()).toEqual([1]);
});

it('a single query names its account, in one trip, and the connection forgets the account', async () => {
  const told = prepared('probe_told', `select current_setting('app.account_id', true) as account, $1 = 'a' as is`);
  const after = acrossAccounts(`select coalesce(current_setting('app.account_id', true), '') as account`);
  const isForgotten = async (): Promise<void> => {
    const seen = await Promise.all(Array.from({ length: 20 }, () => db.read(readRow(after, []))));
    expect(new Set(seen.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"account":""}']));
  };
  for (const send of [() => db.read(readRow(told, ['a'])), () => db.write(writeRow(told, ['a']))]) {
    const { trips, statements } = await watchTraffic(async () => {
      expect(await send()).toEqual({ account: 'a', is: true });
    });
    expect([trips, statements.map(({ name }) => name)]).toEqual([1, ['set_account', 'probe_told']]);
    await isForgotten();
  }
  const failing = prepared('probe_failing', `select current_setting('app.account_id', true), $1::integer as "x"`);
  await expect(db.read(readRow(failing, ['x']))).rejects.toMatchObject({ code: '22P02' });
});

it('a single query is sent three times at most when its connection is lost, and so are the reads of a snapshot', async () => {
  await test.sql('create sequence probe_tries');
  await test.sql('grant usage on probe_tries to entrada_app');
  const kill = acrossAccounts(`select nextval('probe_tries'), pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`);
  const failure = await db.write(writeRow(kill, [])).catch((error: unknown) => error);
  expect([isConnectionLoss(failure), failure]).toEqual([true, failure]);
  expect(await test.sql('select last_value::integer as tries from probe_tries')).toEqual([{ tries: 3 }]);
  const read = await db.read(readRow(KILL, [])).catch((error: unknown) => error);
  expect(isConnectionLoss(read)).toBe(true);
  let snapshots = 0;
  const work = async (tx: Transaction<'read'>) => tx.send(snapshots++ < 2 ? readRow(KILL, []) : count());
  expect([await db.snapshot('', undefined, work), snapshots]).toEqual([{ count: 0 }, 3]);
  expect(
    isConnectionLoss(
      await db.snapshot('', undefined, (tx) => tx.send(readRow(KILL, []))).catch((error: unknown) => error),
    ),
  ).toBe(true);
  expect(await db.read(count())).toEqual({ count: 0 });
});
