import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { childrenOf, finished, isAlive, mustRun, signal, until } from './support/processes';

/** Folder of this benchmark run. */
const folder = mkdtempSync(join(tmpdir(), 'entrada-bench-'));
const BENCH = resolve('dist/bench/run.js');

beforeAll(() => mustRun(process.execPath, ['scripts/build.mjs', 'bench']));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts to measure one part and waits until all servers run. */
async function measuring() {
  const bench = spawn(process.execPath, [BENCH, '--quick', 'get'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = finished(bench);
  const early = ended.then(({ output }) => Promise.reject(new Error(`It ended early: ${output}`)));
  early.catch(() => undefined);
  const children = until('the servers', 120_000, () => {
    const found = childrenOf(bench.pid ?? 0);
    return found.length === 4 ? found.sort((a, b) => a - b) : undefined;
  });
  return { ended, children: await Promise.race([children, early]) };
}

// PostgreSQL is the first child of the benchmark.
it.each([
  ['PostgreSQL', 0, /^PostgreSQL ended by itself, see \S+$/m],
  ['the service', 1, /main\.js ended by itself with SIGKILL: see \S+$/m],
  ['another server', 3, /(main|bare)\.js ended by itself with SIGKILL: see \S+$/m],
])('the benchmark ends when %s is killed, with 1 and with all that it started', async (_, place, said) => {
  const { ended, children } = await measuring();
  signal(children[place] ?? 0, 'SIGKILL');
  expect(await ended).toEqual({ code: 1, output: expect.stringMatching(said) as unknown });
  await until('the end of its processes', 10_000, () => !children.some(isAlive));
});

it('the benchmark says which PostgreSQL it lacks', async () => {
  const bench = spawn(process.execPath, [BENCH, '--quick', 'get'], {
    cwd: folder,
    env: { ...process.env, PG_BIN: '/nowhere' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = 'No PostgreSQL in /nowhere: set PG_BIN to the folder of initdb and postgres.\n';
  expect(await finished(bench)).toEqual({ code: 1, output });
});
