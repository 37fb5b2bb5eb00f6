const { ofBuild, run, withDatabase } = require('../support/suites.cjs');

/** Tests whose results may depend on the release of PostgreSQL: each statement of a whole day, migrations, roles and snapshots. */
const ON_BOTH = [
  'operator/(distribute|least-privilege|migrated-data|schema)',
  'partner/metrics',
  'promises/(fresh-database|intake-races)',
];

/**
 * Tests that need a Redis, a PostgreSQL and clients of the machine, or that start and kill the built service. The run fails when
 * one of them is missing; no test is skipped.
 */
const services = {
  ...ofBuild,
  displayName: 'services',
  testMatch: ['<rootDir>/test/services/*.services-spec.ts'],
  globalSetup: '<rootDir>/test/services/required-services.ts',
};

/** Runs these end-to-end tests again, on the PostgreSQL of `TEST_DATABASE_URL`. */
const postgres = {
  ...withDatabase(ofBuild),
  displayName: 'postgres',
  testRegex: `/test/(${ON_BOTH.join('|')})[^/]*\\.e2e-spec\\.ts$`,
};

/** Runs two more files at a time than elsewhere. Most files wait for a process to start or for a limit's minute to pass. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  maxWorkers: run.maxWorkers + 2,
  projects: [services, postgres],
};
