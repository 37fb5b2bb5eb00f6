import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLock } from '../../src/database/embedded/locks';
import { PATIENCE_MS } from '../support/patience';
import { MAIN, runCurlLine, StartedService } from '../support/started-service';

const isRoot = process.getuid?.() === 0;

/** A separate namespace of process ids, as in a container. An ordinary user needs a user namespace for it. */
const CONTAINER = ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--pid', '--fork', '--kill-child'];

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'entrada-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const postgresPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Waits until the start is making the database, and then stops it. */
async function endWhileInitialising(signal: NodeJS.Signals): Promise<number | null> {
  const service = new StartedService(dataDir);
  const draft = join(dataDir, 'postgres.new', 'data', 'PG_VERSION');
  for (let waited = 0; waited < PATIENCE_MS && !existsSync(draft); waited += 5) await sleep(5);
  return service.stop(signal);
}

/** Expects that no process of PostgreSQL is left: each would hold this lock. */
async function expectNobody(): Promise<void> {
  const lock = await FileLock.open(join(dataDir, 'postgres.lock'));
  expect(lock.take()).toBe(true);
  lock.close();
}

it('a first start that was ended or killed while it made the database is followed by one that comes to its end', async () => {
  expect(await endWhileInitialising('SIGTERM')).toBe(0);
  expect(readdirSync(dataDir).filter((name) => !name.endsWith('.lock'))).toEqual(['postgres-password']);
  await expectNobody();
  expect(await endWhileInitialising('SIGKILL')).toBe(null);
  const service = new StartedService(dataDir);
  const curl = await service.prints(/curl -i .*/);
  expect(await runCurlLine(curl, await service.address())).toBe(201);
  expect(await service.stop()).toBe(0);
  await expectNobody();
});

/** Waits until a known lead is answered as known. */
async function untilBack(service: StartedService, curl: string, address: string): Promise<void> {
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
  let service = new StartedService(dataDir);
  const curl = await service.prints(/curl -i .*/);
  expect(await runCurlLine(curl, await service.address())).toBe(201);
  await service.stop('SIGKILL');

  service = new StartedService(dataDir);
  const address = await service.address();
  expect(await runCurlLine(curl, address)).toBe(200);
  process.kill(postgresPid(), 'SIGKILL');
  await service.prints(/the embedded PostgreSQL died/);
  await untilBack(service, curl, address);
  const postgres = postgresPid();
  await service.stop('SIGKILL');
  process.kill(postgres, 'SIGKILL');

  service = new StartedService(dataDir);
  expect(await runCurlLine(curl, await service.address())).toBe(200);
  expect(await service.stop()).toBe(0);
});

it('refuses a folder that a running copy uses, naming folder and process, and the first copy goes on', async () => {
  const first = new StartedService(dataDir);
  const curl = await first.prints(/curl -i .*/);
  await first.address();
  for (const within of [[], CONTAINER]) {
    const second = new StartedService(dataDir, {}, { within });
    expect(await second.exit).toBe(1);
    expect(second.output).toContain(`The data folder ${dataDir} is in use by the running process `);
  }
  expect(await runCurlLine(curl, await first.address())).toBe(201);
  expect(await first.stop()).toBe(0);
});

it('runs as an ordinary user too', async () => {
  const nobody = { uid: 65534, gid: 65534 };
  if (isRoot) chownSync(dataDir, nobody.uid, nobody.gid);
  // Ordinary users cannot read the program or Node.js in a clone that only root may enter.
  const cannotRead = (file: string): boolean => spawnSync('test', ['-r', file], nobody).status !== 0;
  if (isRoot && [process.execPath, MAIN].some(cannotRead))
    return expect(spawnSync(process.execPath, [MAIN], nobody).status).not.toBe(0);
  const service = new StartedService(dataDir, {}, isRoot ? nobody : {});
  expect(await runCurlLine(await service.prints(/curl -i .*/), await service.address())).toBe(201);
  expect(await service.stop()).toBe(0);
});

it('runs as root in a folder that only root may enter, with the database in a public one that it names', async () => {
  chmodSync(dataDir, 0o700);
  const service = new StartedService(undefined, {}, { cwd: dataDir });
  const cluster = await service.prints(/data in (\S+)/);
  try {
    expect(await runCurlLine(await service.prints(/curl -i .*/), await service.address())).toBe(201);
    expect(await service.stop()).toBe(0);
    if (isRoot) expect(cluster).toMatch(/^\/var\/lib\/entrada\/data-/);
    // A chosen folder in the same place is refused.
    const chosen = join(dataDir, 'chosen');
    mkdirSync(chosen);
    const refused = isRoot && new StartedService(chosen);
    if (refused) expect([await refused.exit, refused.output]).toEqual([1, expect.stringContaining(chosen)]);
  } finally {
    if (cluster.startsWith('/var/lib/entrada/'))
      for (const suffix of ['', '.lock', '.service.lock']) rmSync(`${cluster}${suffix}`, { recursive: true });
  }
});
