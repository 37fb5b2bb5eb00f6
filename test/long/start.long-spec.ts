import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';
import { runCurlLine, StartedService } from '../support/started-service';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'entrada-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Begins a session with a link's token, as the console does. */
async function beginSession(address: string, token?: string): Promise<number> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) };
  return (await fetch(`${address}/admin/v1/sessions`, init)).status;
}

const postgresPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Waits until the process is gone. An ended process stays listed until its parent reaps it. */
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

it('prints on the first start a curl line that creates a lead and a link into the console, keeps the data over a restart, stops cleanly', async () => {
  const first = new StartedService(dataDir);
  const address = await first.address();
  const curl = await first.prints(/curl -i .*/);
  expect([await runCurlLine(curl, address), await runCurlLine(curl, address)]).toEqual([201, 200]);
  await untilReadinessSays(address, { ready: true, row_level_security: 'on' });
  const link = /link=(\w+)/.exec(await first.prints(/http:\/\/entrada\.test\/console#link=\w+/))?.[1];
  expect(await beginSession(address, link)).toBe(201);
  const postgres = postgresPid();
  expect(await first.stop()).toBe(0);
  await untilGone(postgres);
  expect(first.linesAfter(/npm run account -- .*\n\n/).length).toBeGreaterThan(3);

  const second = new StartedService(dataDir);
  const again = await second.address();
  await second.prints(/npm run account -- .*\n/);
  expect(await runCurlLine(curl, again)).toBe(200);
  expect(second.output).not.toContain('ent_live_');
  expect(await second.stop('SIGINT')).toBe(0);
  expect(second.linesAfter(/npm run account -- .*\n\n/).length).toBeGreaterThan(1);
});

it('names every bad setting and does not start', async () => {
  const service = new StartedService(dataDir, { PORT: 'x', DATABASE_URL: 'mysql://h', OPERATOR_TOKEN: 'short-secret' });
  expect(await service.exit).toBe(1);
  for (const name of ['PORT', 'DATABASE_URL', 'OPERATOR_TOKEN']) expect(service.output).toContain(name);
  expect(service.output).not.toContain('short-secret');
});
