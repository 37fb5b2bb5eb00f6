import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLock } from '../../src/database/embedded/locks';
import { isAlive, signal, until } from './support/processes';
import { report } from './support/stack';

/** Kills first and later starts on the embedded database at random moments, by kill -9. Every next start has all leads. */

const KILLS = 20;
const OPERATOR_TOKEN = 'operator-token-of-the-fault-suite-0123456789';
/** Milliseconds for a start after a kill; the machine may be busy. */
const START_MS = 120_000;
/** Milliseconds within which a start is killed. */
const KILLED_WITHIN_MS = 8_000;
const NO_LIMITS = Object.fromEntries(
  ['LIMIT_IP_PER_MINUTE', 'LIMIT_KEY_PER_MINUTE', 'LIMIT_KEY_WRITES_PER_MINUTE'].map((name) => [name, '1000000']),
);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const isRoot = process.getuid?.() === 0;

/** A separate namespace of process ids, as in a container. */
const CONTAINER = ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--pid', '--fork', '--kill-child'];

/** Generates numbers from 0 to 1 from a seed (mulberry32). */
function randomFrom(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One start of the built service, outside or inside a container's namespace, in its own process group. */
class Start {
  output = '';
  readonly begun = performance.now();
  private readonly child: ChildProcess;
  readonly exit: Promise<number | null>;

  constructor(dataDir: string, isContained: boolean) {
    const { DATABASE_URL: _, ...inherited } = process.env;
    const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, OPERATOR_TOKEN, LOG_LEVEL: 'warn' };
    const env = { ...inherited, ...settings, ...NO_LIMITS };
    const [program = '', ...args] = [...(isContained ? CONTAINER : []), process.execPath, resolve('dist/src/main.js')];
    this.child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.exit = new Promise((done) => this.child.once('exit', (code) => done(code)));
  }

  /** Returns the address when the service listens; undefined when it ended before. */
  async address(): Promise<string | undefined> {
    await until(`a start, which said:\n${this.output}`, START_MS, () => this.found() || this.isOver);
    return this.found();
  }

  private found = (): string | undefined => /listens on (http:\S+)/.exec(this.output)?.[1];

  private get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Kills the service alone, or with everything that it started. A container ends with its first process. */
  async kill(whole: boolean, postgres: number | undefined): Promise<void> {
    const pid = this.child.pid ?? 0;
    if (whole && postgres) signal(postgres, 'SIGKILL');
    signal(whole ? -pid : pid, 'SIGKILL');
    await this.exit;
  }

  async stop(): Promise<number | null> {
    // `unshare` does not forward signals to its child process.
    const inner = readFileSync(`/proc/${this.child.pid}/task/${this.child.pid}/children`, 'utf8').trim().split(' ');
    const isContained = readFileSync(`/proc/${this.child.pid}/comm`, 'utf8').trim() === 'unshare';
    signal(isContained ? Number(inner[0]) : (this.child.pid ?? 0), 'SIGTERM');
    return this.exit;
  }
}

/** Opens an account as the operator and returns a key of it. */
async function openAccount(address: string): Promise<string> {
  const call = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const response = await fetch(`${address}/admin/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: T }).data;
  };
  const owner = { name: 'Dona', email: 'dona@example.com' };
  const plan = { api: true, auto_origin: true };
  const account = { name: 'Conta', owner, plan, licence_active: true, comercial_enabled: true };
  const { id } = await call<{ id: string }>('/accounts', account);
  const permissions = ['leads:read', 'leads:write'];
  return (await call<{ key: string }>('/api-keys', { name: 'site', permissions }, { 'X-Account-Id': id })).key;
}

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'entrada-kills-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const postmaster = (): number | undefined => {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir) ? pid : undefined;
  } catch {
    return undefined;
  }
};

/** Posts a lead and returns the status; undefined when the connection broke. */
async function post(address: string, key: string, number: number): Promise<number | undefined> {
  const body = JSON.stringify({ phone: `+55119${String(80_000_000 + number)}`, external_id: `lead-${number}` });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${address}/api/v1/leads`, { method: 'POST', headers, body }).catch(() => undefined);
  return answer?.status;
}

/** Expects that no process holds the lock that every process of PostgreSQL inherits. */
async function expectNobody(): Promise<void> {
  const lock = await FileLock.open(join(dataDir, 'postgres.lock'));
  expect(lock.take()).toBe(true);
  lock.close();
}

it.each([
  ['outside', false],
  ['in a namespace', true],
])(
  'kills of first starts, %s: the next serves',
  async (where, isContained) => {
    const random = randomFrom(seed);
    const moments: number[] = [];
    let slowest = 0;
    for (let round = 0; round < KILLS / 4; round++) {
      for (let kill = 0; kill < 2; kill++) {
        const start = new Start(dataDir, isContained);
        moments.push(Math.round(random() * KILLED_WITHIN_MS));
        await Promise.race([sleep(moments.at(-1)), start.exit]);
        await start.kill(random() < 0.5, postmaster());
      }
      const start = new Start(dataDir, isContained);
      const address = await start.address();
      if (!address) throw new Error(`seed ${seed}, round ${round}, moments ${moments.join(' ')}:\n${start.output}`);
      slowest = Math.max(slowest, performance.now() - start.begun);
      expect(await post(address, await openAccount(address), round)).toBe(201);
      await start.stop();
      await expectNobody();
      for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
    }
    report({ fault: `first-start ${where}`, seed, kills: moments.length, moments, slowest });
  },
  1_800_000,
);

it.each([
  ['outside', false],
  ['in a namespace', true],
])(
  'kills of later starts, %s: every acknowledged lead is there',
  async (where, isContained) => {
    const random = randomFrom(seed + 1);
    const acknowledged: number[] = [];
    let start = new Start(dataDir, isContained);
    let address = await start.address();
    const key = await openAccount(address ?? '');
    let [next, slowest, served] = [0, 0, 1];
    for (let kill = 0; kill < KILLS; kill++) {
      // Half of the kills hit a service that serves, the others one that starts.
      if (address) {
        const end = performance.now() + random() * 1_500;
        while (performance.now() < end) if ((await post(address, key, ++next)) === 201) acknowledged.push(next);
        // The last call is in flight when the service dies.
        void post(address, key, ++next);
      }
      await start.kill(random() < 0.5, postmaster());
      start = new Start(dataDir, isContained);
      address = undefined;
      if (random() < 0.5) {
        await Promise.race([sleep(random() * KILLED_WITHIN_MS), start.exit]);
        continue;
      }
      address = await start.address();
      if (!address) throw new Error(`seed ${seed}, kill ${kill}:\n${start.output}`);
      slowest = Math.max(slowest, performance.now() - start.begun);
      served++;
    }
    address = await start.address();
    if (!address) throw new Error(`seed ${seed}, the last start:\n${start.output}`);
    // Each acknowledged lead is answered as known when it is sent again.
    const lost: number[] = [];
    for (const number of acknowledged) if ((await post(address, key, number)) !== 200) lost.push(number);
    expect(lost).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
    await start.stop();
    await expectNobody();
    const figures = { kills: KILLS, served, acknowledged: acknowledged.length, lost: lost.length, slowest };
    report({ fault: `later-start ${where}`, seed, ...figures });
  },
  1_800_000,
);
