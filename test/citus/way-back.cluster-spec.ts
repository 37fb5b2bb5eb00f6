import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { distribute, listTables, parentsFirst } from '../../src/database/cluster/distribution';
import { migrate } from '../../src/database/schema/migrations';
import { makeRoles } from '../../src/database/schema/roles';
import { startApp } from '../support/app';
import { databaseUrl, privateDatabase, ROLE_PASSWORDS, testDatabase } from '../support/database';
import { DATABASE_SHAPE } from '../support/database-shape';
import { HttpClient } from '../support/http-client';

const UNDISTRIBUTE = readFileSync('ops/undistribute.sql', 'utf8');
const SINGLE = testDatabase('citus_single');

it('a distributed database becomes a single one again, as it was made, and can be distributed again', async () => {
  const url = await privateDatabase('citus_way_back');
  const before = await startApp({ DATABASE_URL: url });
  const partner = await before.partner();
  await partner.api.post('/leads', { phone: '11987654321', name: 'Ana' });
  await before.close();
  const owner = { username: 'entrada_owner', password: ROLE_PASSWORDS.owner };
  const client = new Client({ connectionString: Object.assign(new URL(url), owner).toString() });
  await client.connect();
  try {
    await client.query(UNDISTRIBUTE);
    expect((await client.query('select from pg_dist_partition')).rowCount).toBe(0);
    const single = await startApp({ DATABASE_URL: url });
    expect((await (await fetch(`${single.url}/health/ready`)).json()) as object).toMatchObject({
      data: { ready: true, row_level_security: 'on' },
    });
    const again = new HttpClient(`${single.url}/api/v1`, partner.key);
    expect((await again.get<object[]>('/leads')).data).toMatchObject([{ name: 'Ana' }]);
    await single.close();
    expect((await client.query(DATABASE_SHAPE)).rows).toEqual(await shapeOfSingle());
    await distributeAsBefore(client);
    await expect(distribute(client)).rejects.toThrow(
      'accounts is placed in another way; make the database a single one',
    );
    await client.query(UNDISTRIBUTE);
    expect((await client.query(DATABASE_SHAPE)).rows).toEqual(await shapeOfSingle());
    expect((await distribute(client)).length).toBeGreaterThan(15);
  } finally {
    await client.end();
  }
});

/** Places the tables as release 1.1.0 did: accounts and API keys on every node, with foreign keys to them. */
async function distributeAsBefore(client: Client): Promise<void> {
  const references = ['accounts', 'api_keys'];
  const ofCoordinator = [
    'migrations',
    'sign_in_requests',
    'installation',
    'api_key_uses',
    'key_refusals',
    'sessions',
    'sign_in_links',
  ];
  const names = parentsFirst(await listTables(client)).filter(
    (name) => ![...references, ...ofCoordinator].includes(name),
  );
  await client.query('begin; set local citus.enable_local_reference_table_foreign_keys = off');
  for (const name of references) await client.query('select create_reference_table($1)', [name]);
  const guarded = `select tablename as name from pg_policies where schemaname = 'public' and policyname = 'own_account'`;
  for (const { name } of (await client.query<{ name: string }>(guarded)).rows) {
    // Citus rejects a sub-select in a policy.
    const own = `account_id = nullif(current_setting('app.account_id', true), '')::uuid`;
    await client.query(`alter policy own_account on ${name} using (${own})`);
  }
  for (const name of names) {
    await client.query(`select create_distributed_table($1, 'account_id', colocate_with => $2)`, [
      name,
      name === names[0] ? 'none' : names[0],
    ]);
  }
  await client.query('commit');
}

/** Returns the shape of the tables in a migrated database that was never distributed. */
async function shapeOfSingle(): Promise<object[]> {
  const admin = new Client({ connectionString: databaseUrl('postgres') });
  await admin.connect();
  await admin.query(`drop database if exists ${SINGLE} with (force)`);
  await admin.query(`create database ${SINGLE}`);
  await admin.end();
  const { owner } = await makeRoles(databaseUrl(SINGLE), ROLE_PASSWORDS);
  await migrate(owner);
  const client = new Client({ connectionString: owner });
  await client.connect();
  try {
    return (await client.query<object>(DATABASE_SHAPE)).rows;
  } finally {
    await client.end();
  }
}
