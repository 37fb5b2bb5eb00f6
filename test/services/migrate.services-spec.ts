import { PgBouncer } from './support/pgbouncer';
import { APPLIED, LATEST, MigratedServer, OWNER } from './support/migrated-server';

/** Runs `npm run migrate` on its own server: which session it waits for, how long, and what a signal leaves behind. */

const LOCK = 'select pg_try_advisory_lock(4711)';

let server: MigratedServer;
beforeAll(async () => {
  server = await MigratedServer.start();
  // A prepared transaction needs this setting.
  await server.cluster.set('max_prepared_transactions', '4');
  await server.cluster.stop('fast');
  await server.cluster.start();
});
afterAll(() => server.stop());

describe('while another session holds the lock', () => {
  it.each([
    [OWNER, /, application "entrada", from 127\.0\.0\.1, connected since \d{4}-.*Z, idle since \d{4}-.*Z\) holds/],
    ['postgres', /, application "entrada", only its own role sees more\) holds/],
  ])('says at once who that is, as far as the server shows a session of %s', async (role, shown) => {
    const database = await server.newDatabase();
    await server.withSession({ database, role, statements: [LOCK] }, async (pid, holder) => {
      const migrating = server.migrate(database);
      const line = await migrating.says('holds the lock of migrations');
      expect(line).toMatch(shown);
      expect(line).toContain(`Waiting: pid ${pid} (role ${role}`);
      await holder.query('select pg_advisory_unlock(4711)');
      expect(await migrating.end).toEqual(APPLIED);
      expect(migrating.lines).toEqual([line]);
    });
  });

  it('says it again every ten seconds, and gives up after five minutes', async () => {
    const database = await server.newDatabase();
    await server.withSession({ database, role: OWNER, statements: [LOCK] }, async (pid) => {
      const migrating = server.migrate(database, { isFast: true });
      expect(await migrating.end).toMatchObject({ code: 1 });
      const last = migrating.lines.pop();
      expect(last).toMatch(new RegExp(`^Gave up after 300 seconds: pid ${pid} \\(.*pg_terminate_backend\\(${pid}\\)`));
      // The command looks every 30 seconds of this fast clock.
      expect(migrating.lines.length).toBeGreaterThan(5);
      expect(migrating.lines.length).toBeLessThan(31);
      expect(migrating.lines.filter((line) => !line.startsWith(`Waiting: pid ${pid} (`))).toEqual([]);
    });
    expect(await server.cluster.sql(`select to_regclass('migrations') as name`, database)).toEqual([{ name: null }]);
  });

  it('does not take another migration for one that was left behind', async () => {
    const database = await server.newDatabase();
    const resume = await server.slowDown(database);
    const first = server.migrate(database);
    await server.untilSlow(database);
    const second = server.migrate(database);
    const line = await second.says('holds the lock of migrations');
    expect(line).toMatch(
      /, application "entrada migrate", .*, idle in transaction since .* holds the lock of migrations\.$/,
    );
    await resume();
    expect(await first.end).toEqual(APPLIED);
    expect(await second.end).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing to apply.') as unknown,
    });
  });
});

describe('through a pooler', () => {
  const poolers: PgBouncer[] = [];
  const pooler = async (mode: string): Promise<number> => {
    const started = await PgBouncer.start(server.folder, mode, server.cluster.port, `pool_mode = ${mode}`);
    poolers.push(started);
    return started.port;
  };
  afterAll(() => poolers.forEach((started) => started.stop()));

  it('works where sessions are kept, and leaves no lock there when it is killed', async () => {
    const port = await pooler('session');
    const database = await server.newDatabase();
    const resume = await server.slowDown(database);
    const first = server.migrate(database, { port });
    await server.untilSlow(database);
    first.child.kill('SIGKILL');
    await resume();
    expect(await server.migrate(database, { port }).end).toEqual(APPLIED);
  });
});

describe('while another session keeps a table', () => {
  const cases: [string, string, string[], RegExp][] = [
    [
      'its own role',
      OWNER,
      ['begin', 'lock table migrations'],
      /^Waiting: pid \d+ \(role entrada_owner, .*, idle in transaction since .*Z\)/,
    ],
    [
      'another role',
      'postgres',
      ['begin', 'lock table migrations'],
      /^Waiting: pid \d+ \(role postgres, application "entrada", only/,
    ],
    [
      'nobody',
      'postgres',
      ['begin', 'lock table migrations', `prepare transaction 'left'`],
      /^Waiting: a prepared transaction/,
    ],
  ];
  it.each(cases)('says which table, and who that is: a session of %s', async (_whose, role, statements, who) => {
    const database = await server.newDatabase();
    expect(await server.migrate(database).end).toEqual(APPLIED);
    await server.cluster.sql(`delete from migrations where name = '${LATEST}'`, database);
    await server.withSession({ database, role, statements }, async (_pid, client) => {
      const migrating = server.migrate(database, { isFast: true });
      expect(await migrating.end).toMatchObject({ code: 1 });
      expect(migrating.lines[0]).toMatch(who);
      expect(migrating.lines[0]).toContain(' keeps a lock on the table migrations.');
      expect(migrating.lines.at(-1)).toMatch(
        /^Gave up after 300 seconds: .* keeps a lock on the table migrations\. .* run this again/,
      );
      await client.query(statements.length > 2 ? `rollback prepared 'left'` : 'rollback');
    });
  });

  it('says whose transaction an index waits for', async () => {
    const database = await server.newDatabase();
    const resume = await server.slowDown(database);
    const migrating = server.migrate(database);
    await server.untilSlow(database);
    await server.withSession(
      { database, role: 'postgres', statements: ['begin isolation level repeatable read', 'select 1'] },
      async (pid) => {
        await resume();
        expect(await migrating.says('Waiting')).toMatch(
          new RegExp(`the transaction of pid ${pid} \\(role postgres, .* has not ended\\.$`),
        );
      },
    );
    expect(await migrating.end).toEqual(APPLIED);
  });
});

it('says nothing of the short transactions of those who work beside it', async () => {
  const database = await server.newDatabase();
  let isOver = false;
  const work = Array.from({ length: 8 }, () =>
    server.cluster.as(database, async (client) => {
      while (!isOver) await client.query('select pg_sleep(0.1)');
    }),
  );
  const migrating = server.migrate(database);
  expect([await migrating.end, migrating.lines]).toEqual([APPLIED, []]);
  isOver = true;
  await Promise.all(work);
});

it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGKILL'])(
  '%s frees the lock, ends the statement, and the next one goes on',
  async (signal) => {
    const database = await server.newDatabase();
    const resume = await server.slowDown(database);
    const first = server.migrate(database);
    await server.untilSlow(database);
    first.child.kill(signal);
    expect((await first.end).code).not.toBe(0);
    await server.untilUnused(database);
    await resume();
    const next = server.migrate(database);
    expect(await next.end).toEqual(APPLIED);
  },
);

it('stops when the connection of its lock is closed', async () => {
  const database = await server.newDatabase();
  await server.slowDown(database);
  const migrating = server.migrate(database);
  await server.untilSlow(database);
  await server.cluster.sql(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.objid = 4711 and d.datname = $1`,
    'postgres',
    [database],
  );
  expect(await migrating.end).toEqual({
    code: 1,
    output: expect.stringMatching(/^The connection that holds the lock of migrations was closed.*\n$/) as unknown,
  });
  await server.untilUnused(database);
  // The first migration makes an index and was stopped there.
  expect(await server.cluster.sql('select name from migrations', database)).toEqual([]);
});
