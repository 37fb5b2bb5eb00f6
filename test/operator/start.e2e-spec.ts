import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLock } from '../../src/database/embedded/file-lock';
import { PATIENCE_MS } from '../support/patience';

const MAIN = resolve('dist/src/main.js');
const isRoot = process.getuid?.() === 0;

interface SpawnOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd?: string;
  /** The command that it is started by. */
  readonly within?: readonly string[];
}

/** Process ids of its own, as in a container; an ordinary user needs users of its own for that. */
const CONTAINER = ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--pid', '--fork', '--kill-child'];

/** The built service, started as `npm start` starts it, with the embedded PostgreSQL in a folder of its own. */
class Service {
  output = '';
  private readonly process: ChildProcess;
  readonly exit: Promise<number | null>;

  constructor(dataDir: string | undefined, environment: Record<string, string> = {}, options: SpawnOptions = {}) {
    const { DATABASE_URL: _, ...inherited } = process.env;
    const { within: [program = process.execPath, ...args] = [], ...spawning } = options;
    this.process = spawn(program, program === process.execPath ? [MAIN] : [...args, process.execPath, MAIN], {
      env: { ...inherited, PORT: '0', PUBLIC_URL: 'http://entrada.test', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...spawning,
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.exit = new Promise((resolve) => this.process.once('close', (code) => resolve(code)));
  }

  /** Waits for a line of the output. */
  async prints(pattern: RegExp): Promise<string> {
    for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
      const found = pattern.exec(this.output);
      if (found) return found[1] ?? found[0];
      if (this.process.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`never printed ${String(pattern)}:\n${this.output}`);
  }

  address = () => this.prints(/listens on (http:\S+)/);

  /** What follows the last line of the banner, read as the log that it has to be. */
  linesAfter(banner: RegExp): unknown[] {
    const [, after] = this.output.split(banner);
    if (after === undefined) throw new Error(`never printed ${String(banner)}`);
    return after
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.exit;
  }
}

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'entrada-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Does what the printed curl line does. */
async function runCurlLine(line: string, address: string): Promise<number> {
  const [, url, key, body] = /curl -i (\S+) -H 'Authorization: (Bearer \S+)' .* -d '([^']+)'/.exec(line) ?? [];
  const response = await fetch((url ?? '').replace('http://entrada.test', address), {
    method: 'POST',
    headers: { Authorization: key ?? '', 'Content-Type': 'application/json' },
    body,
  });
  return response.status;
}

/** What the console does with its link. */
async function beginSession(address: string, token?: string): Promise<number> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) };
  return (await fetch(`${address}/admin/v1/sessions`, init)).status;
}

const postgresPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Waits until the process is gone: one that has ended stays listed until its parent has noticed. */
async function untilGone(pid: number): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(50);
  }
  throw new Error(`process ${pid} is still there`);
}

/** Waits until the start is making the database, and ends it. */
async function endWhileInitialising(signal: NodeJS.Signals): Promise<number | null> {
  const service = new Service(dataDir);
  const draft = join(dataDir, 'postgres.new', 'data', 'PG_VERSION');
  for (let waited = 0; waited < PATIENCE_MS && !existsSync(draft); waited += 5) await sleep(5);
  return service.stop(signal);
}

/** No process of PostgreSQL is left: each would hold this lock. */
async function expectNobody(): Promise<void> {
  const lock = await FileLock.open(join(dataDir, 'postgres.lock'));
  expect(lock.take()).toBe(true);
  lock.close();
}

it('prints on the first start that comes to its end a curl line that creates a lead and a link into the console, keeps the data over a restart, stops cleanly', async () => {
  expect(await endWhileInitialising('SIGTERM')).toBe(0);
  expect(readdirSync(dataDir).filter((name) => !name.endsWith('.lock'))).toEqual(['postgres-password']);
  await expectNobody();
  expect(await endWhileInitialising('SIGKILL')).toBe(null);
  const first = new Service(dataDir);
  const address = await first.address();
  const curl = await first.prints(/curl -i .*/);
  expect([await runCurlLine(curl, address), await runCurlLine(curl, address)]).toEqual([201, 200]);
  const ready = await fetch(`${address}/health/ready`);
  expect(await ready.json()).toMatchObject({ data: { ready: true, row_level_security: 'on' } });
  const link = /link=(\w+)/.exec(await first.prints(/http:\/\/entrada\.test\/console#link=\w+/))?.[1];
  expect(await beginSession(address, link)).toBe(201);
  const postgres = postgresPid();
  expect(await first.stop()).toBe(0);
  await untilGone(postgres);
  await expectNobody();
  expect(first.linesAfter(/npm run account -- .*\n\n/).length).toBeGreaterThan(3);

  const second = new Service(dataDir);
  const again = await second.address();
  await second.prints(/npm run account -- .*\n/);
  expect(await runCurlLine(curl, again)).toBe(200);
  expect(second.output).not.toContain('ent_live_');
  expect(await second.stop('SIGINT')).toBe(0);
  expect(second.linesAfter(/npm run account -- .*\n\n/).length).toBeGreaterThan(1);
});

/** Until a lead that is known is answered as such. */
async function untilBack(service: Service, curl: string, address: string): Promise<void> {
  let status = 0;
  for (let waited = 0; status !== 200 && waited < PATIENCE_MS; waited += 100) {
    await sleep(100);
    status = await runCurlLine(curl, address).catch((error: unknown) => {
      throw new Error(service.output, { cause: error });
    });
    expect([200, 500]).toContain(status);
  }
  expect(status).toBe(200);
}

it('serves on after kill -9, of the service alone, of PostgreSQL alone and of both, without losing a lead', async () => {
  let service = new Service(dataDir);
  const curl = await service.prints(/curl -i .*/);
  expect(await runCurlLine(curl, await service.address())).toBe(201);
  await service.stop('SIGKILL');

  service = new Service(dataDir);
  const address = await service.address();
  expect(await runCurlLine(curl, address)).toBe(200);
  process.kill(postgresPid(), 'SIGKILL');
  await service.prints(/the embedded PostgreSQL died/);
  await untilBack(service, curl, address);
  const postgres = postgresPid();
  await service.stop('SIGKILL');
  process.kill(postgres, 'SIGKILL');

  service = new Service(dataDir);
  expect(await runCurlLine(curl, await service.address())).toBe(200);
  expect(await service.stop()).toBe(0);
});

it('refuses a folder that a running copy uses, naming folder and process, and the first copy goes on', async () => {
  const first = new Service(dataDir);
  const curl = await first.prints(/curl -i .*/);
  await first.address();
  for (const within of [[], CONTAINER]) {
    const second = new Service(dataDir, {}, { within });
    expect(await second.exit).toBe(1);
    expect(second.output).toContain(`The data folder ${dataDir} is in use by the running process `);
  }
  expect(await runCurlLine(curl, await first.address())).toBe(201);
  expect(await first.stop()).toBe(0);
});

it('runs as an ordinary user too', async () => {
  const nobody = { uid: 65534, gid: 65534 };
  if (isRoot) chownSync(dataDir, nobody.uid, nobody.gid);
  // In a clone that only root may enter there are no ordinary users: they cannot read the program, or Node.js itself.
  const cannotRead = (file: string): boolean => spawnSync('test', ['-r', file], nobody).status !== 0;
  if (isRoot && [process.execPath, MAIN].some(cannotRead))
    return expect(spawnSync(process.execPath, [MAIN], nobody).status).not.toBe(0);
  const service = new Service(dataDir, {}, isRoot ? nobody : {});
  expect(await runCurlLine(await service.prints(/curl -i .*/), await service.address())).toBe(201);
  expect(await service.stop()).toBe(0);
});

it('runs as root in a folder that only root may enter, with the database in a public one that it names', async () => {
  chmodSync(dataDir, 0o700);
  const service = new Service(undefined, {}, { cwd: dataDir });
  const cluster = await service.prints(/data in (\S+)/);
  try {
    expect(await runCurlLine(await service.prints(/curl -i .*/), await service.address())).toBe(201);
    expect(await service.stop()).toBe(0);
    if (isRoot) expect(cluster).toMatch(/^\/var\/lib\/entrada\/data-/);
    // The same folder, when somebody chooses it.
    const chosen = join(dataDir, 'chosen');
    mkdirSync(chosen);
    const refused = isRoot && new Service(chosen);
    if (refused) expect([await refused.exit, refused.output]).toEqual([1, expect.stringContaining(chosen)]);
  } finally {
    if (cluster.startsWith('/var/lib/entrada/'))
      for (const suffix of ['', '.lock', '.service.lock']) rmSync(`${cluster}${suffix}`, { recursive: true });
  }
});

it('names every bad setting and does not start', async () => {
  const service = new Service(dataDir, { PORT: 'x', DATABASE_URL: 'mysql://h', OPERATOR_TOKEN: 'short-secret' });
  expect(await service.exit).toBe(1);
  for (const name of ['PORT', 'DATABASE_URL', 'OPERATOR_TOKEN']) expect(service.output).toContain(name);
  expect(service.output).not.toContain('short-secret');
});
