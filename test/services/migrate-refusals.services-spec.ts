import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresRelease, programsOf } from '../fault/support/postgres-releases';
import { run } from '../fault/support/processes';
import { OPERATOR_TOKEN } from '../fault/support/stack';
import { APPLIED, MigratedServer } from './support/migrated-server';

/** Checks what `npm run migrate` needs of the server and its role, and what `ops/roles.sql` grants and revokes on each release. */

const onRelease = async (release: PostgresRelease, work: (server: MigratedServer) => Promise<void>): Promise<void> => {
  const server = await MigratedServer.start(await programsOf(release));
  try {
    await work(server);
  } finally {
    await server.stop();
  }
};

it.each<[PostgresRelease, string]>([
  [13, '13.23'],
  [14, '14.23'],
])('the command and the start refuse PostgreSQL %i in one line, and change nothing', (release, version) =>
  onRelease(release, async (server) => {
    const database = await server.newDatabase();
    const output = `DATABASE_URL: PostgreSQL 15 or newer is needed; this server is ${version}\n`;
    expect(await server.migrate(database).end).toEqual({ code: 1, output });
    const env = { DATABASE_URL: server.cluster.url(database), OPERATOR_TOKEN, PORT: '0' };
    const start = await run(process.execPath, ['dist/src/main.js'], env);
    expect([start.code, start.output]).toEqual([1, expect.stringContaining(output.trim())]);
    expect(await server.cluster.sql(`select from pg_tables where schemaname = 'public'`, database)).toEqual([]);
  }),
);

it.each<PostgresRelease>([16, 18])('on PostgreSQL %i, no time-out of a session ends a long migration', (release) =>
  onRelease(release, async (server) => {
    const database = await server.newDatabase();
    const resume = await server.slowDown(database);
    const settings = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    if (release > 16) settings.push('transaction_timeout');
    for (const name of settings) await server.cluster.sql(`alter database ${database} set ${name} = '2s'`);
    await server.cluster.sql(`alter database ${database} set default_transaction_isolation = 'serializable'`);
    const migrating = server.migrate(database);
    await server.untilSlow(database);
    await sleep(3_000);
    await resume();
    expect(await migrating.end).toEqual(APPLIED);
    expect(migrating.lines).toEqual([]);
  }),
);

let server: MigratedServer;
beforeAll(async () => {
  server = await MigratedServer.start();
});
afterAll(() => server.stop());

describe('where nothing can be migrated, one line says why', () => {
  it('as the role of the service, in a new and in a migrated database; its status and its plan can be seen', async () => {
    const database = await server.newDatabase();
    const asService = { role: 'entrada_app' };
    expect(await server.migrate(database, asService).end).toEqual({
      code: 1,
      output:
        'DATABASE_URL names the role entrada_app, which may not make tables in schema public: use entrada_owner, to which ops/roles.sql gives that right (docs/operations.md, Roles)\n',
    });
    expect(await server.migrate(database).end).toEqual(APPLIED);
    expect(await server.migrate(database, asService).end).toEqual({
      code: 1,
      output:
        'DATABASE_URL names the role entrada_app, which may not change the tables: use the role that owns them, entrada_owner (docs/operations.md, Roles)\n',
    });
    for (const option of ['--status', '--dry-run']) {
      expect(await server.migrate(database, { ...asService, args: [option] }).end).toMatchObject({ code: 0 });
    }
  });

  it('as the owner, when another role has made a table', async () => {
    const database = await server.newDatabase();
    expect(await server.migrate(database).end).toEqual(APPLIED);
    await server.cluster.sql('alter table leads owner to postgres', database);
    expect(await server.migrate(database).end).toEqual({
      code: 1,
      output:
        'DATABASE_URL names the role entrada_owner, which may not change the table leads, of postgres: run ops/roles.sql again, which gives all tables to entrada_owner (docs/operations.md, Roles)\n',
    });
  });

  it('for a role or a server that only reads', async () => {
    const database = await server.newDatabase();
    await server.cluster.sql(`alter database ${database} set default_transaction_read_only = on`);
    expect(await server.migrate(database).end).toEqual({
      code: 1,
      output: 'DATABASE_URL: the role entrada_owner only reads there (default_transaction_read_only is on)\n',
    });
    const replica = await server.cluster.replica(join(server.folder, 'replica'));
    try {
      expect(await server.migrate(database, { port: replica.port }).end).toEqual({
        code: 1,
        output: 'DATABASE_URL names a standby, which only reads: migrate the primary\n',
      });
    } finally {
      await replica.stop('immediate');
    }
  });
});
