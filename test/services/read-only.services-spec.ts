import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RoleUrls } from '../../src/database/schema/roles';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { until } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';

let folder: string;
let cluster: Cluster;
let database: RoleUrls;
const instances: Instance[] = [];

/** The server has its own small disk. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-services-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'disk'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', join(folder, 'disk')]);
  chmodSync(join(folder, 'disk'), 0o755);
  cluster = await Cluster.create(join(folder, 'disk', 'postgres'));
  database = await cluster.createDatabase('service');
  await migrateDatabase(database.owner);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  await cluster.stop('immediate');
  execFileSync('umount', [join(folder, 'disk')]);
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string, url: string): Promise<Instance> {
  const instance = await Instance.start(folder, name, { DATABASE_URL: url, OPERATOR_TOKEN });
  instances.push(instance);
  return instance;
}

const untilDatabaseIs = ({ url }: Instance, state: 'up' | 'read_only'): Promise<void> =>
  untilReadinessSays(url, { ready: state === 'up', database: state });

/** Waits for a line of the log, which is written a moment later. */
const logged = (instance: Instance, text: string): Promise<boolean> =>
  until(`the log to say: ${text}`, PATIENCE_MS, () => instance.log.includes(text));

/** Sends a writing call of the operator. */
const write = async ({ url }: Instance): Promise<number> => {
  const plan = { api: true, auto_origin: true };
  const owner = { name: 'Dona', email: 'dona@example.com' };
  const body = { name: 'Conta', owner, plan, licence_active: true, comercial_enabled: true };
  return (await new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN).post('/accounts', body)).status;
};

describe('an instance', () => {
  let instance: Instance;
  beforeAll(async () => {
    instance = await start('service', database.app);
    await untilDatabaseIs(instance, 'up');
  });

  it('is not ready on a server that was switched to read-only, says so in its log, and is ready again afterwards', async () => {
    await cluster.set('default_transaction_read_only', 'on');
    await untilDatabaseIs(instance, 'read_only');
    expect(await write(instance)).toBe(500);
    await logged(instance, 'the database takes no writes: this instance is not ready');
    await logged(instance, 'the server, the database or the role is read-only');
    // Sessions of the administrator are read-only too.
    await cluster.as('postgres', async (client) => {
      await client.query('set default_transaction_read_only = off');
      await client.query('alter system reset default_transaction_read_only');
      await client.query('select pg_reload_conf()');
    });
    await untilDatabaseIs(instance, 'up');
    expect(await write(instance)).toBe(201);
  });

  it('is not ready when only new sessions are read-only, as soon as one of them is refused a write, and mends itself', async () => {
    await cluster.sql('alter role entrada_app set default_transaction_read_only = on');
    // The session of readiness stays; all others end.
    await cluster.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'entrada_app' and application_name <> 'entrada readiness'`,
    );
    expect(await write(instance)).toBe(500);
    await untilDatabaseIs(instance, 'read_only');
    await cluster.sql('alter role entrada_app reset default_transaction_read_only');
    await untilDatabaseIs(instance, 'up');
    expect(await write(instance)).toBe(201);
  });

  it.each(['select', 'insert', 'update', 'delete'])(
    'is not ready as a role without the right to %s in one of the tables, and names it',
    async (right) => {
      await cluster.sql(`revoke ${right} on deals from entrada_app`, 'service');
      await untilDatabaseIs(instance, 'read_only');
      await logged(instance, 'the role entrada_app may not write to deals (docs/operations.md');
      await cluster.sql(`grant ${right} on deals to entrada_app`, 'service');
      await untilDatabaseIs(instance, 'up');
    },
  );

  it('is not ready while the disk of the database is full', async () => {
    const filler = join(folder, 'disk', 'filler');
    const { bavail, bsize } = statfsSync(join(folder, 'disk'));
    const megabytes = Math.floor((bavail * bsize) / 2 ** 20);
    writeFileSync(filler, Buffer.alloc(megabytes * 2 ** 20));
    await untilDatabaseIs(instance, 'read_only');
    await logged(instance, 'the disk of the database is full');
    rmSync(filler);
    await untilDatabaseIs(instance, 'up');
    expect(await write(instance)).toBe(201);
  });
});

it('an instance on a replica is not ready, and is when the replica becomes the server, without a restart', async () => {
  const replica = await cluster.replica(join(folder, 'replica'));
  try {
    const instance = await start('on-replica', replica.url('service'));
    await untilDatabaseIs(instance, 'read_only');
    expect(await write(instance)).toBe(500);
    await replica.sql('select pg_promote()');
    await untilDatabaseIs(instance, 'up');
    expect(await write(instance)).toBe(201);
  } finally {
    await replica.stop('immediate');
  }
});
