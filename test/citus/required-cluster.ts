import { Client } from 'pg';

const WANTED = `npm run test:citus needs the addresses of a Citus cluster, as a superuser of each node:
  CITUS_COORDINATOR_URL=postgres://postgres@127.0.0.1:6431/postgres
  CITUS_WORKER_URLS='postgres://postgres@127.0.0.1:6432/postgres postgres://postgres@127.0.0.1:6433/postgres'
ops/citus.yml starts one in containers (docs/scaling.md).`;

/** Returns the addresses of the coordinator and its workers. Throws one message with all problems; no test is skipped. */
export async function clusterUrls(): Promise<[coordinator: string, ...workers: string[]]> {
  const { CITUS_COORDINATOR_URL: coordinator, CITUS_WORKER_URLS: others = '' } = process.env;
  const workers = others.split(/\s+/).filter(Boolean);
  if (!coordinator || workers.length < 2) throw new Error(WANTED);
  const found = await Promise.all([coordinator, ...workers].map(problemsOf));
  const problems = found.flat();
  if (problems.length > 0) throw new Error(`${WANTED}\n  ${problems.join('\n  ')}`);
  return [coordinator, ...workers];
}

async function problemsOf(url: string): Promise<string[]> {
  const { host } = new URL(url);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ problem: string }>(
      `select * from (values
         (current_setting('citus.version', true) is null and current_setting('citus.shard_count', true) is null,
          'citus is not in shared_preload_libraries'),
         (current_setting('max_prepared_transactions') = '0', 'max_prepared_transactions is 0'),
         (current_setting('max_worker_processes')::int < 40, 'max_worker_processes is under 40: each test database takes one'),
         (current_setting('wal_level') <> 'logical', 'wal_level is not logical'),
         (current_setting('output_plugin_libraries', true) !~ 'citus', 'citus is not in output_plugin_libraries'),
         (not (select rolsuper from pg_roles where rolname = current_user), 'the role is not a superuser')
       ) as checks (is_wrong, problem) where is_wrong`,
    );
    return rows.map(({ problem }) => `${host}: ${problem}`);
  } catch (error) {
    return [`${host}: ${(error as Error).message}`];
  } finally {
    await client.end().catch(() => undefined);
  }
}
