import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres';
import { freePort } from '../fault/support/processes';
import { HttpClient } from '../support/http-client';
import { untilReadinessSays } from '../support/readiness';

const NAME = 'entrada_own';
const OPERATOR_TOKEN = 'operator-token-of-the-start-suite-0123456789';

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

/** A built program of the service and its output. */
class Program {
  output = '';
  private readonly child: ChildProcess;
  readonly exit: Promise<number | null>;

  constructor(name: string, environment: Record<string, string>) {
    const { DATABASE_URL: _, REDIS_URL: __, ...inherited } = process.env;
    this.child = spawn(process.execPath, [`dist/src/${name}.js`], {
      env: { ...inherited, PORT: '0', OPERATOR_TOKEN, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.exit = new Promise((done) => this.child.once('close', (code) => done(code)));
  }

  /** Parses every printed line. Throws when a line is not of the log. */
  get lines(): Line[] {
    return this.output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  }

  said = (text: string): Line[] => this.lines.filter(({ msg }) => msg?.includes(text));

  async prints(text: string): Promise<void> {
    for (let waited = 0; !this.output.includes(text); waited += 20) {
      if (this.child.exitCode !== null || waited > 60_000) throw new Error(`never printed ${text}:\n${this.output}`);
      await sleep(20);
    }
  }

  send = (signal: NodeJS.Signals): boolean => this.child.kill(signal);
}

const folder = mkdtempSync(join(tmpdir(), 'entrada-own-'));
const servers: Server[] = [];

async function listen(server: Server, port = 0): Promise<number> {
  servers.push(server.listen(port, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Listens on a port, accepts connections and sends no data. */
const blackHole = (): Promise<number> => listen(createServer((socket) => socket.on('error', () => undefined)));

/** A server that asks for passwords and has no TLS. */
let postgres: EmbeddedPostgres;

const databaseUrl = (name: string): string =>
  Object.assign(new URL(postgres.adminUrl), { pathname: `/${name}` }).toString();

/** Returns the address of the database with other parts. */
const address = (parts: Partial<URL>, name = NAME): string =>
  Object.assign(new URL(databaseUrl(name)), parts).toString();

async function sql(name: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(name) });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Programs that never reach a database. They start first because they take 20 seconds. */
let hopeless: Record<'main' | 'migrate', Program>;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres({ dataDir: folder, unsafeButFast: true });
  const parts = { hostname: '127.0.0.1', username: 'u', password: 'Canarinha' };
  const refused = address({ ...parts, port: String(await freePort()) });
  const silent = address({ ...parts, port: String(await blackHole()) });
  hopeless = {
    main: new Program('main', { DATABASE_URL: refused }),
    migrate: new Program('migrate', { DATABASE_URL: silent }),
  };
  await sql('postgres', `create database ${NAME}`);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each<[string, string, () => string, RegExp]>([
  ['a wrong password', 'main', () => address({ password: 'Canarinha' }), /^DATABASE_URL: .*password.* \(28P01\)$/],
  [
    'a database that is not there',
    'migrate',
    () => address({}, 'not_there'),
    /^DATABASE_URL: .*not_there.* \(3D000\)$/,
  ],
  [
    'TLS where the server has none',
    'distribute',
    () => address({ search: '?sslmode=verify-full' }),
    /^DATABASE_URL: TLS: /,
  ],
])('ends at once over %s, with one line that names the setting (%s)', async (_what, name, url, reason) => {
  const program = new Program(name, { DATABASE_URL: url() });
  expect(await program.exit).toBe(1);
  const [line = '', ...more] = program.output.trim().split('\n');
  expect(more).toEqual([]);
  expect(name === 'main' ? (JSON.parse(line) as Line).msg : line).toMatch(reason);
  expect(line).not.toContain('Canarinha');
});

it('looks at HOST and PORT before it makes anything', async () => {
  const place = mkdtempSync(join(tmpdir(), 'entrada-'));
  const dataDir = join(place, 'data');
  const starts = [
    new Program('main', { DATA_DIR: dataDir, HOST: '192.0.2.1', PORT: String(await freePort()) }),
    new Program('main', { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await blackHole()) }),
  ];
  expect(await Promise.all(starts.map(({ exit }) => exit))).toEqual([1, 1]);
  expect(starts.map(({ lines }) => lines.map(({ level, msg }) => [level, msg]))).toEqual([
    [[60, 'HOST: 192.0.2.1 is not an address of this machine']],
    [[60, expect.stringMatching(/^PORT: \d+ is in use on 127\.0\.0\.1 /)]],
  ]);
  expect(readdirSync(place)).toEqual([]);
  rmdirSync(place);
});

it('waits for the database, for nothing else, and says once what is missing in it and once when that is there', async () => {
  const port = await freePort();
  const silent = await blackHole();
  const service = new Program('main', {
    DATABASE_URL: address({ hostname: '127.0.0.1', port: String(port) }),
    REDIS_URL: `redis://127.0.0.1:${silent}`,
    SMTP_URL: `smtp://127.0.0.1:${silent}`,
    MAIL_FROM: 'Entrada <avisos@entrada.example>',
    NODE_OPTIONS: `--require=${resolve('test/support/troubled-process.cjs')}`,
  });
  await service.prints('waiting for PostgreSQL');
  const { hostname, port: real } = new URL(postgres.adminUrl);
  await listen(
    createServer((socket) => {
      const onward = connect(Number(real), hostname);
      for (const [one, other] of [[socket, onward] as const, [onward, socket] as const]) {
        one.pipe(other).on('error', () => one.destroy());
      }
    }),
    port,
  );
  await service.prints('Entrada listens on');
  const url = /listens on (http:[^"\s]+)/.exec(service.output)?.[1] ?? '';
  await untilReadinessSays(url, { ready: false, database: 'up', migrations: 'pending', redis: 'down' });

  const operator = new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN);
  for (let n = 0; n < 20; n++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => operator.get('/accounts')));
    expect(new Set(answers.map(({ status, error }) => `${status} ${error?.code}`))).toEqual(
      new Set(['500 internal_error']),
    );
  }
  // Jobs have run by now, some of them twice.
  await sleep(2_500);

  const migrate = new Program('migrate', { DATABASE_URL: databaseUrl(NAME) });
  expect([await migrate.exit, migrate.output]).toEqual([0, expect.stringMatching(/^Applied: /)]);
  await service.prints('the migrations have run');
  await untilReadinessSays(url, { migrations: 'current' });
  expect((await operator.get('/accounts')).status).toBe(200);
  // A newer release has migrated this database.
  await sql(NAME, `insert into migrations (timestamp, name) values (9999999999999, 'Later9999999999999')`);
  await sleep(1_100);
  await untilReadinessSays(url, { migrations: 'current' });

  service.send('SIGUSR2');
  expect(await service.exit).toBe(1);
  for (const once of ['waiting for PostgreSQL', 'migrations are pending', 'the migrations have run']) {
    expect([once, service.said(once).length]).toEqual([once, 1]);
  }
  const failures = service.lines
    .filter(({ sqlstate }) => sqlstate === '42P01')
    .map(({ msg, job }) => [msg, job].join(' '));
  // A busy machine may fail a request for another reason too.
  expect(failures).toContain('request failed ');
  expect(failures.length).toBeGreaterThan(2);
  expect(new Set(failures).size).toBe(failures.length);
  expect(service.lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ level: 40, warning: 'DeprecationWarning', msg: 'an old way' }),
      expect.objectContaining({ level: 40, library: true, msg: `[WARN] a library { says: 'so' }` }),
      expect.objectContaining({ level: 60, error: 'TypeError', msg: 'an error that nobody caught' }),
    ]),
  );
  expect(service.output).not.toContain('Canarinha');
});

it('gives up after 20 seconds, with one line at the beginning and one at the end', async () => {
  const [main, migrate] = [hopeless.main, hopeless.migrate];
  expect([await main.exit, await migrate.exit]).toEqual([1, 1]);
  const [first, last, ...more] = main.lines;
  expect([first?.level, first?.msg, last?.level, last?.msg, more]).toEqual([
    40,
    'waiting for PostgreSQL',
    60,
    expect.stringMatching(/^DATABASE_URL: the server refuses the connection \(127\.0\.0\.1:\d+\), for 20 seconds$/),
    [],
  ]);
  expect(Date.parse(last?.time ?? '') - Date.parse(first?.time ?? '')).toBeGreaterThan(19_000);
  expect(migrate.output.trim().split('\n')).toEqual([
    expect.stringContaining('"msg":"waiting for PostgreSQL"'),
    'DATABASE_URL: the server does not answer, for 20 seconds',
  ]);
  expect(main.output + migrate.output).not.toContain('Canarinha');
});
