import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { distribute } from '../../src/database/cluster/distribution';
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
    expect((await distribute(client)).length).toBeGreaterThan(15);
  } finally {
    await client.end();
  }
});

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
