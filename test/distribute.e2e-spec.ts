import { Client } from 'pg';
import { distribute, listTables, parentsFirst, schemaProblems, serverProblems } from '../src/database/distribution';
import { databaseUrl } from './support/database';

let client: Client;

beforeAll(async () => {
  client = new Client({ connectionString: databaseUrl() });
  await client.connect();
});
afterAll(() => client.end());

it('finds nothing in the schema that keeps it from being distributed by account', async () => {
  expect(await schemaProblems(client)).toEqual([]);
});

it('sees what would: a key without the account, a trigger, a sequence', async () => {
  await client.query('begin');
  await client.query('create table stray (id serial primary key, account_id uuid)');
  await client.query('create unique index stray_name on leads (id, account_id)');
  await client.query(`create function nothing() returns trigger language plpgsql as 'begin return new; end'`);
  await client.query('create trigger stray before insert on leads for each row execute function nothing()');
  expect(await schemaProblems(client)).toEqual([
    'stray_pkey does not start with account_id',
    'stray_name does not start with account_id',
    'leads has the trigger stray',
    'stray.id is numbered by a sequence',
  ]);
  await client.query('rollback');
});

it('takes parents before children, accounts first', async () => {
  const tables = await listTables(client);
  const order = parentsFirst(tables);
  expect(order[0]).toBe('accounts');
  expect(new Set(order).size).toBe(tables.length);
  for (const { name, parents } of tables) {
    for (const parent of parents) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(name));
  }
  expect(() =>
    parentsFirst([
      { name: 'a', parents: ['b'] },
      { name: 'b', parents: ['a'] },
    ]),
  ).toThrow('a, b');
});

it('refuses a server without the extension, naming it, and changes nothing', async () => {
  expect(await serverProblems(client)).toEqual([expect.stringContaining('citus') as string]);
  await expect(distribute(client)).rejects.toThrow('create extension citus');
});
