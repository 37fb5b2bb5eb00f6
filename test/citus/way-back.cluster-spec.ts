import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { distribute } from '../../src/database/distribution';
import { migrate } from '../../src/database/migrations';
import { makeRoles } from '../../src/database/roles';
import { startApp } from '../support/app';
import { databaseUrl, privateDatabase, ROLE_PASSWORDS } from '../support/database';
import { HttpClient } from '../support/http-client';

const SHAPE = `select c.relname::text as name, c.relrowsecurity as guarded,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid order by 1) as constraints,
    array(select p.policyname || ' ' || coalesce(p.qual, '') || ' ' || coalesce(p.with_check, '') from pg_policies p
          where p.tablename = c.relname order by 1) as policies
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;

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
    await client.query(readFileSync('ops/undistribute.sql', 'utf8'));
    expect((await client.query('select from pg_dist_partition')).rowCount).toBe(0);
    const single = await startApp({ DATABASE_URL: url });
    expect((await (await fetch(`${single.url}/health/ready`)).json()) as object).toMatchObject({
      data: { ready: true, row_level_security: 'on' },
    });
    const again = new HttpClient(`${single.url}/api/v1`, partner.key);
    expect((await again.get<object[]>('/leads')).data).toMatchObject([{ name: 'Ana' }]);
    await single.close();
    expect((await client.query(SHAPE)).rows).toEqual(await shapeOfSingle());
    expect((await distribute(client)).length).toBeGreaterThan(15);
  } finally {
    await client.end();
  }
});

/** The tables as migrations make them, in a database that was never distributed. */
async function shapeOfSingle(): Promise<object[]> {
  const admin = new Client({ connectionString: databaseUrl('postgres') });
  await admin.connect();
  await admin.query('drop database if exists entrada_test_citus_single with (force)');
  await admin.query('create database entrada_test_citus_single');
  await admin.end();
  const { owner } = await makeRoles(databaseUrl('entrada_test_citus_single'), ROLE_PASSWORDS);
  await migrate(owner);
  const client = new Client({ connectionString: owner });
  await client.connect();
  try {
    return (await client.query<object>(SHAPE)).rows;
  } finally {
    await client.end();
  }
}
