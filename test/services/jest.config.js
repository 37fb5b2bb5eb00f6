const { dirname } = require('node:path');
const { maxWorkers, reporters, testSequencer, ...base } = require('../../jest.config.js');

const rootDir = dirname(require.resolve('../../jest.config.js'));

/**
 * What another PostgreSQL may change: how each statement of a whole day is planned and what it is told (`fresh-database`,
 * `named-accounts`), races and locks, migrations and roles, and the SQL that is longest. All else is the same code on it.
 */
const ON_BOTH = [
  'operator/(distribute|least-privilege|migrat|retention|schema)',
  'owner/(automation-order|held-new-lead|lead-merge|person-erasure)',
  'partner/(metrics|night|reading|replays|tombstones)',
  'promises/(fresh-database|gates|intake-races|isolation|named-accounts|one-moment|transactions)',
];

/**
 * What needs a Redis, a PostgreSQL and clients of the machine, and what starts and kills the built service. Where one of them is
 * missing the run fails: nothing is skipped.
 */
const services = {
  ...base,
  rootDir,
  displayName: 'services',
  testMatch: ['<rootDir>/test/services/*.services-spec.ts'],
  globalSetup: '<rootDir>/test/services/required-services.ts',
  globalTeardown: undefined,
};

/** These end-to-end tests again, on the PostgreSQL of `TEST_DATABASE_URL`. */
const database = {
  ...base,
  rootDir,
  displayName: 'database',
  testMatch: undefined,
  testRegex: `/test/(${ON_BOTH.join('|')})[^/]*\\.e2e-spec\\.ts$`,
};

/** One file more at a time than elsewhere, as some wait for a minute of a limit to pass. */
/** @type {import('jest').Config} */
module.exports = {
  rootDir,
  reporters,
  testSequencer,
  testTimeout: base.testTimeout,
  maxWorkers: maxWorkers + 1,
  projects: [services, database],
};
