import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import {
  distribute,
  listTables,
  parentsFirst,
  schemaProblems,
  serverProblems,
  QUIET_LOGS,
} from '../../src/database/cluster/distribution';
import { CITUS_STAND_IN } from '../support/citus-stand-in';
import { databaseUrl, privateDatabase } from '../support/database';
import { DATABASE_SHAPE } from '../support/database-shape';
import { textUnder } from '../support/doc-page';

let client: Client;

beforeAll(async () => {
  client = new Client({ connectionString: databaseUrl() });
  await client.connect();
});
afterAll(() => client.end());

it('finds nothing in the schema that prevents distribution by account', async () => {
  expect(await schemaProblems(client)).toEqual([]);
});

it('finds what prevents it: a key without the account, a trigger, a sequence', async () => {
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

it('docs/operations.md names every setting by which a log of a node may hold values', () => {
  const rows = textUnder('docs/operations.md', 'Logs of a distributed database')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const missing = Object.entries(QUIET_LOGS).filter(
    ([name, value]) => !rows.some((row) => row.includes(`\`${name}\``) && row.includes(`| \`${value}\``)),
  );
  expect(missing).toEqual([]);
});

describe('on a server with the functions of Citus that it calls', () => {
  let citus: Client;
  beforeAll(async () => {
    citus = new Client({ connectionString: await privateDatabase('distribute') });
    await citus.connect();
    await citus.query(CITUS_STAND_IN);
    await citus.query(
      `insert into accounts values (gen_random_uuid(), 'Conta', 'Dona', 'd@example.com', 'd@example.com', now(), true, true, true, true, '', now())`,
    );
    await citus.query(`insert into tags select id, gen_random_uuid(), 'vip', 'VIP' from accounts`);
  });
  afterAll(() => citus.end());

  const placed = async (method: 'n' | 'h'): Promise<string[]> =>
    (
      await citus.query<{ name: string }>(
        `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = $1 order by 1`,
        [method],
      )
    ).rows.map(({ name }) => name);

  it('refuses a server without workers', async () => {
    await citus.query('update stand_in.settings set workers = 0');
    await expect(distribute(citus)).rejects.toThrow('no active worker');
    await citus.query('update stand_in.settings set workers = 2');
  });

  it('changes nothing when a table has other rows afterwards', async () => {
    await citus.query(`update stand_in.settings set broken_table = 'tags'`);
    await expect(distribute(citus)).rejects.toThrow('Rows were lost or doubled in: tags');
    await citus.query('update stand_in.settings set broken_table = null');
    expect([await placed('n'), await placed('h')]).toEqual([[], []]);
    expect((await citus.query('select 1 from tags')).rowCount).toBe(1);
  });

  const shards = async (table: string): Promise<number> =>
    (await citus.query('select 1 from pg_dist_shard where logicalrelid = $1::regclass', [table])).rowCount ?? 0;

  it.each([
    [1, '1 shards are too few for 2 workers'],
    [64_000, /a worker needs \d{7} locks and has \d+: raise max_locks_per_transaction/],
  ])('refuses %d shards for two workers', async (asked, reason) => {
    await expect(distribute(citus, asked)).rejects.toThrow(reason);
    expect(await placed('h')).toEqual([]);
  });

  it('distributes every table, those of accounts in one group, and may run again', async () => {
    const tables = (await listTables(citus)).map(({ name }) => name);
    expect((await distribute(citus)).sort()).toEqual([...tables].sort());
    const ofCoordinator = [
      ...[
        'accounts',
        'api_key_uses',
        'api_keys',
        'key_refusal_days',
        'key_refusals',
        'members',
        'sessions',
        'sign_in_links',
        'source_addresses',
      ],
    ];
    expect(await placed('n')).toEqual(ofCoordinator);
    expect(await placed('h')).toEqual(tables.filter((name) => !ofCoordinator.includes(name)));
    const keys = `select conrelid::regclass::text as name from pg_constraint where confrelid = 'accounts'::regclass order by 1`;
    const named = (await citus.query<{ name: string }>(keys)).rows.map(({ name }) => name);
    expect(named).toEqual(['api_keys', 'members', 'sessions', 'sign_in_links', 'source_addresses']);
    expect(await distribute(citus)).toEqual([]);
  });

  it('makes 128 shards unless asked otherwise, and refuses another number afterwards', async () => {
    expect([await shards('leads'), await shards('accounts')]).toEqual([128, 0]);
    expect(await distribute(citus, 128)).toEqual([]);
    await expect(distribute(citus, 32)).rejects.toThrow('each table has 128 shards, which cannot be changed');
  });

  it('switches off what would hide every row, and still keeps the entries of the audit trail for half a year', async () => {
    const guarded = `select relname::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`;
    expect((await citus.query(guarded)).rows).toEqual([{ name: 'audit_entries' }]);
    await citus.query(`insert into audit_entries (account_id, id, at, actor_type, action)
      select id, gen_random_uuid(), now() - months * interval '1 month', 'job', 'retention.ran'
      from accounts, unnest(array[1, 5, 7]) months`);
    await citus.query('begin; set local role entrada_app');
    expect((await citus.query('select 1 from tags')).rowCount).toBe(1);
    expect((await citus.query('delete from audit_entries')).rowCount).toBe(1);
    expect((await citus.query('select 1 from audit_entries')).rowCount).toBe(2);
    await citus.query('rollback');
  });

  it('distributes a table that was added later with the others', async () => {
    await citus.query(`delete from pg_dist_partition where logicalrelid = 'lead_tags'::regclass`);
    expect(await distribute(citus)).toEqual(['lead_tags']);
  });

  it.each([
    ['accounts', 'on every node', `repmodel = 't'`],
    ['sessions', 'over the workers', `partmethod = 'h'`],
    ['lead_tags', 'on the coordinator, as Citus does for a foreign key to accounts', `partmethod = 'n'`],
  ])('refuses, and changes nothing, where %s is placed %s', async (name, _how, placement) => {
    await citus.query('begin');
    await citus.query(`update pg_dist_partition set ${placement} where logicalrelid = $1::regclass`, [name]);
    const problem = `${name} is placed in another way; make the database a single one first`;
    await expect(distribute(citus)).rejects.toThrow(problem);
    await citus.query('rollback');
  });

  it('gets its keys and policies back by ops/undistribute.sql, as the copy of a coordinator that was restored without Citus', async () => {
    await citus.query('set allow_system_table_mods = on; drop table pg_catalog.pg_dist_partition');
    await citus.query(readFileSync('ops/undistribute.sql', 'utf8'));
    expect((await citus.query(DATABASE_SHAPE)).rows).toEqual((await client.query(DATABASE_SHAPE)).rows);
  });
});
