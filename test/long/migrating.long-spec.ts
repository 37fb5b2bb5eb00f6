import { Client } from 'pg';
import { MIGRATION_NAMES } from '../../src/database/schema/data-source';
import { migrate, revertLatest } from '../../src/database/schema/migrations';
import { run, until } from '../fault/support/processes';
import { asService, databaseUrl, privateDatabase } from '../support/database';

/** Runs `npm run migrate` on a database without the latest migration. */

const LATEST = MIGRATION_NAMES.at(-1) ?? '';
let url: string;
let client: Client;
beforeAll(async () => {
  url = await privateDatabase('migrating');
  await revertLatest(url);
  client = new Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

const command = (args: string[], database = url) =>
  run(process.execPath, ['dist/src/migrate.js', ...args], { DATABASE_URL: database });
const applied = async (): Promise<string[]> =>
  (await client.query<{ name: string }>('select name from migrations order by id')).rows.map(({ name }) => name);

it('lists what was applied and what is pending, and says by its exit code whether anything is', async () => {
  const asked = await Promise.all([command(['--status']), command(['--status'], asService(url))]);
  for (const { code, output } of asked) {
    const expected = MIGRATION_NAMES.map((name) => `${name === LATEST ? 'pending' : 'applied'}  ${name}\n`);
    expect([code, output]).toEqual([2, expected.join('')]);
  }
  const { code, output } = await command(['--status'], databaseUrl('postgres'));
  expect([code, output.match(/^pending/gm)?.length]).toEqual([2, MIGRATION_NAMES.length]);
});

it('prints the SQL of what is pending, and runs none of it', async () => {
  const { code, output } = await command(['--dry-run']);
  expect(code).toBe(0);
  expect(output).toMatch(new RegExp(`^-- ${LATEST}, (in one transaction|each statement by itself)\n`));
  expect(output.match(/^-- /gm)).toHaveLength(1);
  expect(output).toMatch(/;\n$/);
  expect(await applied()).toEqual(MIGRATION_NAMES.slice(0, -1));
  const empty = await command(['--dry-run'], databaseUrl('postgres'));
  expect(empty.output).toMatch(/^create table accounts /m);
});

it.each([['--statu'], ['status'], ['--status', '--dry-run']])('refuses %s %s', async (...args) => {
  const { code, output } = await command(args);
  expect(code).toBe(1);
  expect(output).toMatch(/\nUsage: npm run migrate \[/);
  expect(await applied()).not.toContain(LATEST);
});

it('three at once apply what is pending once', async () => {
  const own = await privateDatabase('migrating_at_once');
  const pending = MIGRATION_NAMES.slice(-5);
  for (const _ of pending) await revertLatest(own);
  const applied = await Promise.all([migrate(own), migrate(own), migrate(own)]);
  expect(applied.sort((one, other) => other.length - one.length)).toEqual([pending, [], []]);
});

/** Locks the table `migrations` during the work, so that every pending migration waits. */
async function whileLocked(work: (holder: Client) => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table migrations in share row exclusive mode');
    await work(holder);
  } finally {
    await holder.end();
  }
}

it('waits a second for a lock, says who keeps it, lets others go on, and tries again', async () => {
  await whileLocked(async (holder) => {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lines: string[] = [];
    const end = migrate(url, (line) => lines.push(line));
    await until('a line', 20_000, () => lines.length > 0);
    expect(lines[0]).toMatch(
      new RegExp(
        `^Waiting: pid ${rows[0]?.pid} \\(.*, idle in transaction since .*Z\\) keeps a lock on the table migrations\\.$`,
      ),
    );
    await until('the end of the first attempt', 20_000, async () => (await waiting()) === 0);
    await holder.query('commit');
    expect(await end).toEqual([LATEST]);
    expect(lines).toHaveLength(1);
  });
  expect(await applied()).toEqual(MIGRATION_NAMES);
  expect(await command(['--status'])).toMatchObject({ code: 0 });
  expect((await command(['--dry-run'])).output).toBe('-- Nothing to apply.\n');
});

/** Counts sessions that wait for the table `migrations`. */
async function waiting(): Promise<number | null> {
  const text = `select 1 from pg_locks where relation = 'migrations'::regclass and not granted`;
  return (await client.query(text)).rowCount;
}

it('gives up in the end with a message that says what to do, and has changed nothing', async () => {
  await revertLatest(url);
  await whileLocked(async () => {
    await expect(migrate(url, () => undefined, 1_000)).rejects.toThrow(
      /^Gave up after 1 seconds: pid (\d+) .* keeps a lock on the table migrations\. .*pg_terminate_backend\(\1\).* run this again/,
    );
  });
  expect(await applied()).toEqual(MIGRATION_NAMES.slice(0, -1));
});

it('names migrations of a later release, and an earlier release still works with them', async () => {
  await migrate(url);
  await client.query(`insert into migrations (timestamp, name) values (9999999999999, 'Later9999999999999')`);
  const { code, output } = await command(['--status']);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/\nunknown {2}Later9999999999999 \(of a later release\)\n$/),
  ]);
  expect(await command([])).toEqual({ code: 0, output: 'Nothing to apply.\n' });
});
