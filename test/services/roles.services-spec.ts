import { makeRoles } from '../../src/database/schema/roles';
import { type PostgresRelease, programsOf } from '../fault/support/postgres-releases';
import { MigratedServer, OWNER } from './support/migrated-server';

/** Checks what `ops/roles.sql` revokes from the service's role where every role could make tables. */

const PASSWORDS = { owner: 'of-the-tables', app: 'of-the-service' };

async function onRelease(release: PostgresRelease, work: (server: MigratedServer) => Promise<void>): Promise<void> {
  const server = await MigratedServer.start(await programsOf(release));
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

const makeTable = (server: MigratedServer, database: string, role: string): Promise<unknown> =>
  server.cluster.as(database, (client) => client.query(`create table of_${role} (id int)`), role);

it.each<[PostgresRelease, string]>([
  [14, 'as installed'],
  [16, 'as upgraded from 14'],
  [18, 'with a right of its own'],
])('on PostgreSQL %i, %s, the role of the service can make no table, and the owner can', (release) =>
  onRelease(release, async (server) => {
    const { cluster } = server;
    await cluster.sql('create database entrada');
    if (release > 14) await cluster.sql('grant create on schema public to public', 'entrada');
    const url = cluster.url('entrada', 'postgres');
    await makeRoles(url, PASSWORDS);
    await cluster.sql('grant create on schema public to entrada_app', 'entrada');
    // The script may run again at any time.
    for (let run = 0; run < 2; run++) await makeRoles(url, PASSWORDS);
    await expect(makeTable(server, 'entrada', 'entrada_app')).rejects.toMatchObject({ code: '42501' });
    await makeTable(server, 'entrada', OWNER);
  }),
);

it('says who has to run it where the administrator may not take that right away', () =>
  onRelease(16, async (server) => {
    const { cluster } = server;
    await cluster.sql('create role admin login createrole');
    await cluster.sql('create database entrada owner admin');
    // pg_upgrade leaves such rights.
    await cluster.sql('alter schema public owner to postgres', 'entrada');
    await cluster.sql('grant all on schema public to public', 'entrada');
    await cluster.sql('grant all on schema public to admin with grant option', 'entrada');
    await expect(makeRoles(cluster.url('entrada', 'admin'), PASSWORDS)).rejects.toThrow(
      'entrada_app may still make tables in schema public: run this as the owner of that schema, postgres',
    );
  }));
