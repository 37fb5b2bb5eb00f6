import { Client } from 'pg';
import { distribute } from '../../src/database/cluster/distribution';
import { testDatabase } from '../support/database';
import { makeDistributable } from './cluster';

it('distributes into the shards that are asked for, warns of nothing, and refuses another number afterwards', async () => {
  const client = new Client({ connectionString: await makeDistributable(testDatabase('citus_shards')) });
  const warnings: (string | undefined)[] = [];
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') warnings.push(message);
  });
  await client.connect();
  try {
    const { rows: settings } = await client.query<{ shards: string }>('show citus.shard_count');
    await expect(distribute(client, 64_000)).rejects.toThrow('raise max_locks_per_transaction');
    expect((await client.query('select from pg_dist_partition')).rowCount).toBe(0);
    expect((await distribute(client, 6)).length).toBeGreaterThan(15);
    const { rows } = await client.query<{ shards: number }>(
      'select distinct shard_count::int as shards from citus_tables where distribution_column = $1',
      ['account_id'],
    );
    expect(rows).toEqual([{ shards: 6 }]);
    expect(warnings).toEqual([]);
    expect(await distribute(client, 6)).toEqual([]);
    await expect(distribute(client, 12)).rejects.toThrow('each table has 6 shards, which cannot be changed');
    expect((await client.query('show citus.shard_count')).rows).toEqual(settings);
  } finally {
    await client.end();
  }
});
