import { Client } from 'pg';
import { run } from '../fault/support/processes';
import currentBuild from '../support/current-build';

/** Programs that the suite starts or calls, each with arguments that show its presence. */
const COMMANDS = {
  caddy: ['version'],
  nginx: ['-v'],
  haproxy: ['-v'],
  apache2: ['-v'],
  openssl: ['version'],
  promtool: ['--version'],
  'redis-server': ['--version'],
  pg_config: ['--bindir'],
  pgbouncer: ['--version'],
  curl: ['--version'],
  python3: ['--version'],
  php: ['--version'],
  'systemd-analyze': ['--version'],
};
const OLDEST_POSTGRES = 15;

/** Fails the run with one message that names all missing services. */
export default async function requiredServices(): Promise<void> {
  const missing = await Promise.all([
    ...Object.entries(COMMANDS).map(([command, args]) => problemOfCommand(command, args)),
    problemOfRights(),
    problemOfDatabase(process.env.TEST_DATABASE_URL),
  ]);
  const problems = missing.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Error(`npm run test:services cannot run:\n  ${problems.join('\n  ')}`);
  currentBuild();
}

async function problemOfCommand(command: string, args: string[]): Promise<string | undefined> {
  const { code } = await run(command, args).catch(() => ({ code: null }));
  return code === 0 ? undefined : `the command ${command} is missing`;
}

/** A second systemd runs in namespaces of its own. */
async function problemOfRights(): Promise<string | undefined> {
  const { code } = await run('unshare', ['--mount', '--pid', '--fork', 'true']).catch(() => ({ code: null }));
  return code === 0 ? undefined : 'unshare may make no namespaces: run the suite as root';
}

async function problemOfDatabase(url: string | undefined): Promise<string | undefined> {
  const wanted = `a PostgreSQL of version ${OLDEST_POSTGRES} or newer, as a role that may create databases`;
  if (!url) return `TEST_DATABASE_URL is not set: the address of ${wanted}`;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; suffices: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, rolsuper or rolcreatedb as suffices
       from pg_roles where rolname = current_user`,
    );
    const [server] = rows;
    const isGood = server && server.version >= OLDEST_POSTGRES && server.suffices;
    return isGood ? undefined : `TEST_DATABASE_URL is version ${server?.version}; it has to be ${wanted}`;
  } catch (error) {
    return `TEST_DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
