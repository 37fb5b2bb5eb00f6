import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * `npm run test:mutants`: Stryker changes each pure file in every way that it knows, one change at a time, and its specs have to fail.
 * A pure file has its own spec and imports no framework, database, process or server. A change that no test can find is
 * disabled in the source, with its reason: `// Stryker disable next-line <mutator>: <reason>`.
 */
const IMPURE =
  /^import (?!type )[^;]*? from '(?:@nestjs\/|typeorm'|pg'|pg-protocol|ioredis|prom-client|class-(?:validator|transformer)|pino'|node:(?:child_process|http|worker_threads))/m;

const pureFiles = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/').replace(/\.spec\.ts$/, '.ts')}`)
  .filter((file) => existsSync(file) && !IMPURE.test(readFileSync(file, 'utf8')));

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: pureFiles,
  // Also a change that no test reaches counts as alive.
  thresholds: { high: 100, low: 100, break: 100 },
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true, reportScoreTable: true },
  htmlReporter: { fileName: 'dist/mutants/report.html' },
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { configFile: 'tools/stryker/jest.cjs' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Runs all specs in one process.
  dryRunTimeoutMinutes: 20,
  // Spends eight times its usual time only in an endless loop.
  timeoutMS: 10_000,
  timeoutFactor: 8,
  tempDirName: 'dist/mutants/sandbox',
  ignorePatterns: ['/docs', '/reference', '/ops', '/dist', '/.data', '/.ci', '/bench', '/tools/redocly'],
  allowConsoleColors: false,
};
