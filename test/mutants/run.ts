import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EXPLAINED } from './explained';
import { PURE_FILES, specsOf, UNREAD_FOLDERS } from './pure-files';
import { type Mutant, type Mutated, verdictOf } from './verdict';

/**
 * Lets Stryker change each pure file in every way that it knows, one change at a time, and run the file's spec against it.
 * `npm run test:mutants -- phone` takes only files with one of the words in their path. The exit code is 1 below the threshold, and
 * when a mutant survives that `explained.ts` does not explain.
 */
const THRESHOLD = 97;
const REPORTS = 'dist/mutants';
const STRYKER = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

/** The settings of Stryker. A spec that takes more than eight times its usual time is in an endless loop. */
const configuration = (file: string, report: string): object => ({
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  mutate: [file],
  jest: { configFile: 'test/mutants/jest.config.js' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  timeoutFactor: 8,
  reporters: ['json'],
  jsonReporter: { fileName: report },
  tempDirName: join(REPORTS, 'sandbox'),
  ignorePatterns: UNREAD_FOLDERS.map((folder) => `/${folder}`),
  allowConsoleColors: false,
  logLevel: 'error',
  warnings: false,
});

function mutated(file: string): Mutated {
  const report = join(REPORTS, `${file.replaceAll('/', '-')}.json`);
  const settings = join(REPORTS, `${basename(report, '.json')}.stryker.json`);
  writeFileSync(settings, JSON.stringify(configuration(file, report)));
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', settings], {
    stdio: 'inherit',
    env: { ...process.env, MUTATED_SPECS: specsOf(file).join(' ') },
  });
  if (status !== 0) throw new Error(`Stryker failed for ${file}`);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { source: string; mutants: Mutant[] }>;
  };
  const { source = '', mutants = [] } = files[file] ?? {};
  return { file, source, mutants };
}

const percent = (score: number): string => `${score.toFixed(1)} %`;

function main(words: readonly string[]): void {
  mkdirSync(REPORTS, { recursive: true });
  const chosen = PURE_FILES.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const results = chosen.map((file) => {
    const result = mutated(file);
    const { killed, survived, score } = verdictOf([result], []);
    console.log(`${percent(score).padStart(8)}  ${killed} of ${killed + survived}  ${file}`);
    return result;
  });
  const explained = EXPLAINED.filter(({ file }) => chosen.includes(file));
  const { killed, survived, score, unexplained, stale } = verdictOf(results, explained);
  console.log(`${percent(score).padStart(8)}  ${killed} of ${killed + survived}  all`);
  for (const name of unexplained) console.log(`alive: ${name}`);
  for (const name of stale) console.log(`explained, but not alive: ${name}`);
  if (!(score >= THRESHOLD)) console.log(`Below the threshold of ${THRESHOLD} %.`);
  process.exitCode = score >= THRESHOLD && unexplained.length === 0 && stale.length === 0 ? 0 : 1;
}

main(process.argv.slice(2));
