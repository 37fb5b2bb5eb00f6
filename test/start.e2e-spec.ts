import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The built service, started as `npm start` starts it, with the embedded PostgreSQL in a folder of its own. */
class Service {
  output = '';
  private readonly process: ChildProcess;
  readonly exit: Promise<number | null>;

  constructor(dataDir: string, environment: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}) {
    const { DATABASE_URL: _, ...inherited } = process.env;
    this.process = spawn(process.execPath, ['dist/src/main.js'], {
      env: { ...inherited, PORT: '0', PUBLIC_URL: 'http://entrada.test', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.exit = new Promise((resolve) => this.process.once('exit', (code) => resolve(code)));
  }

  /** Waits for a line of the output. */
  async prints(pattern: RegExp): Promise<string> {
    for (let waited = 0; waited < 60_000; waited += 50) {
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
  for (let waited = 0; waited < 60_000; waited += 50) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(50);
  }
  throw new Error(`process ${pid} is still there`);
}

it('prints on the first start a curl line that creates a lead and a link into the console, keeps the data over a restart, stops cleanly', async () => {
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
  expect(first.linesAfter(/\/console#link=\w+\n/).length).toBeGreaterThan(3);

  const second = new Service(dataDir);
  const again = await second.address();
  expect(await runCurlLine(curl, again)).toBe(200);
  await sleep(200);
  expect(second.output).not.toMatch(/ent_live_|ent_link_/);
  expect(await second.stop('SIGINT')).toBe(0);
  expect(second.linesAfter(/data in \S+\n/).length).toBeGreaterThan(1);
});

it('takes over after kill -9, of the service alone and of PostgreSQL with it, without losing a lead', async () => {
  let service = new Service(dataDir);
  const curl = await service.prints(/curl -i .*/);
  expect(await runCurlLine(curl, await service.address())).toBe(201);
  await service.stop('SIGKILL');

  service = new Service(dataDir);
  expect(await runCurlLine(curl, await service.address())).toBe(200);
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
  const second = new Service(dataDir);
  expect(await second.exit).toBe(1);
  expect(second.output).toContain(dataDir);
  expect(second.output).toMatch(/in use by the running process \d+/);
  expect(await runCurlLine(curl, await first.address())).toBe(201);
  expect(await first.stop()).toBe(0);
});

it('brings a killed PostgreSQL back by itself', async () => {
  const service = new Service(dataDir);
  const curl = await service.prints(/curl -i .*/);
  const address = await service.address();
  process.kill(postgresPid(), 'SIGKILL');
  let status = 0;
  for (let waited = 0; status !== 201 && waited < 60_000; waited += 250) {
    await sleep(250);
    status = await runCurlLine(curl, address);
    expect([201, 500]).toContain(status);
  }
  expect(status).toBe(201);
  expect(await service.stop()).toBe(0);
});

it('runs as an ordinary user too', async () => {
  const nobody = { uid: 65534, gid: 65534 };
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, nobody.uid, nobody.gid);
  const service = new Service(dataDir, {}, isRoot ? nobody : {});
  expect(await runCurlLine(await service.prints(/curl -i .*/), await service.address())).toBe(201);
  expect(await service.stop()).toBe(0);
});

it('runs as root in a folder that only root may enter, with the database in a public one that it names', async () => {
  chmodSync(dataDir, 0o700);
  const service = new Service(dataDir);
  const cluster = await service.prints(/data in (\S+)/);
  try {
    expect(await runCurlLine(await service.prints(/curl -i .*/), await service.address())).toBe(201);
    expect(await service.stop()).toBe(0);
  } finally {
    if (cluster.startsWith('/var/lib/entrada/')) rmSync(cluster, { recursive: true });
  }
});

it('names every bad setting and does not start', async () => {
  const service = new Service(dataDir, { PORT: 'x', DATABASE_URL: 'mysql://h', OPERATOR_TOKEN: 'short-secret' });
  expect(await service.exit).toBe(1);
  for (const name of ['PORT', 'DATABASE_URL', 'OPERATOR_TOKEN']) expect(service.output).toContain(name);
  expect(service.output).not.toContain('short-secret');
});
