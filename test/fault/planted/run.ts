import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type * as Embedded from '../../../src/database/embedded/embedded-postgres';
import { FAULTS, suiteOf, withFault } from './faults';
import type { PlantedFault } from './planted-fault';
import { Tree } from './tree';
import { type Report, type Verdict, verdictOf } from './verdict';

const tree = new Tree(resolve('dist/planted/tree'));
const REPORT = resolve('dist/planted/report.json');
/** What Jest printed, run after run. */
const LOG = resolve('dist/planted/jest.log');
/** Ends a run of Jest that hangs because of a fault. */
const LONGEST_MS = 600_000;

/** `npm run test:planted -- [word ...]` plants the faults whose promise or files have all of these words. */
async function main(words: string[]): Promise<void> {
  for (const fault of FAULTS) withFault(readFileSync(fault.file, 'utf8'), fault);
  const faults = FAULTS.filter((fault) => words.every((word) => isNamed(fault, word)));
  rmSync(LOG, { force: true });
  tree.make();
  const server = process.env.TEST_DATABASE_URL ? undefined : await startServer();
  if (server) process.env.TEST_DATABASE_URL = server.adminUrl;
  try {
    let caught = 0;
    for (const spec of new Set(faults.map(({ caughtBy }) => caughtBy))) {
      const ofSpec = faults.filter(({ caughtBy }) => caughtBy === spec);
      if (await isGreen(spec)) for (const fault of ofSpec) caught += (await isCaught(fault)) ? 1 : 0;
    }
    console.log(`${caught} passed, ${faults.length - caught} failed`);
    process.exitCode = caught < faults.length || caught === 0 ? 1 : 0;
  } finally {
    await server?.stop();
  }
}

/** One server for all runs, by the built copy. */
function startServer(): Promise<Embedded.EmbeddedPostgres> {
  const built = join(tree.root, 'dist/src/database/embedded/embedded-postgres.js');
  const { startEmbeddedPostgres } = createRequire(built)(built) as typeof Embedded;
  return startEmbeddedPostgres({ dataDir: '.data/planted', unsafeButFast: true });
}

function isNamed({ promise, file, caughtBy }: PlantedFault, word: string): boolean {
  return [promise, file, caughtBy].some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

async function isGreen(spec: string): Promise<boolean> {
  const { verdict, seconds } = await runOf(spec);
  console.log(`${verdict.isGreen ? 'green      ' : 'NOT GREEN  '} ${seconds} s  ${spec}  ${verdict.firstFailed}`);
  return verdict.isGreen;
}

async function isCaught(fault: PlantedFault): Promise<boolean> {
  const takeOut = tree.plant(fault);
  try {
    const { verdict, seconds } = await runOf(fault.caughtBy);
    console.log(
      `${verdict.isRed ? 'caught     ' : 'NOT CAUGHT '} ${seconds} s  ${fault.promise} (${fault.file})  ${verdict.firstFailed}`,
    );
    return verdict.isRed;
  } finally {
    takeOut();
  }
}

async function runOf(spec: string): Promise<{ verdict: Verdict; seconds: string }> {
  rmSync(REPORT, { force: true });
  const log = openSync(LOG, 'a');
  const begin = performance.now();
  const args = [
    '--config',
    suiteOf(spec) ?? '',
    '--runInBand',
    '--json',
    '--outputFile',
    REPORT,
    '--runTestsByPath',
    spec,
  ];
  const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
    cwd: tree.root,
    env: { ...process.env, LONG: '0' },
    stdio: ['ignore', 'ignore', log],
    timeout: LONGEST_MS,
  });
  await once(jest, 'exit');
  closeSync(log);
  const seconds = ((performance.now() - begin) / 1000).toFixed(0).padStart(4);
  // Jest leaves no report when it ends early, for example because the setup of the database failed.
  const report = existsSync(REPORT) ? (JSON.parse(readFileSync(REPORT, 'utf8')) as Report) : undefined;
  return { verdict: verdictOf(report, spec), seconds };
}

void main(process.argv.slice(2));
