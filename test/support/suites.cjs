const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const rootDir = dirname(require.resolve('../../package.json'));

/** The options of the build. */
const { jsc, module: modules } = JSON.parse(readFileSync(join(rootDir, '.swcrc'), 'utf8'));

const swc = (parser = jsc.parser) => [
  '@swc/jest',
  { swcrc: false, sourceMaps: 'inline', module: modules, jsc: { ...jsc, parser } },
];

/** Compiled to CommonJS, because Nest 12 is ESM only and Jest cannot require() ESM below Node 24.9. */
const esmOnly = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'load-esm',
  'uuid',
];

const typescript = { '^.+\\.ts$': swc() };

// UTC+14: never the hour of Brasília or UTC, so that use of the local time zone fails. `TEST_TZ` overrides.
process.env.TZ = process.env.TEST_TZ || 'Pacific/Kiritimati';

const run = {
  rootDir,
  // Far above any test: it only ends what hangs, on a busy machine too (test/support/patience.ts).
  testTimeout: 300_000,
  // As many as a small machine has processors. A third costs a tenth more of processor time, and the run takes as long.
  maxWorkers: 2,
  testSequencer: require.resolve('./slow-first.cjs'),
  // Lists the passed rules by name; the line of a test groups its cases.
  reporters: ['default', require.resolve('./rules.cjs'), require.resolve('./ends.cjs')],
  testLocationInResults: true,
};

const base = {
  rootDir,
  testEnvironment: require.resolve('./environment.cjs'),
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};

/** Files that load the sources under test, to move the clock or replace parts. */
const ofSources = {
  ...base,
  transform: { ...typescript, '^.+\\.m?js$': swc({ syntax: 'ecmascript' }) },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
};

const below = (folders) => `^${rootDir.replaceAll(/\W/g, '\\$&')}[/\\\\](${folders})[/\\\\].+\\.ts$`;

/** Files that test the built service; their imports from `src` load the built code once per worker. */
const ofBuild = {
  ...base,
  globalSetup: require.resolve('./current-build.ts'),
  setupFiles: [require.resolve('./packages.cjs')],
  transform: { [below('src|migrations')]: require.resolve('./loaded-once.cjs'), ...typescript },
};

const withDatabase = (suite) => ({
  ...suite,
  globalSetup: require.resolve('./built-with-database.cjs'),
  globalTeardown: require.resolve('./global-teardown.cjs'),
});

module.exports = { ofBuild, ofSources, run, withDatabase };
