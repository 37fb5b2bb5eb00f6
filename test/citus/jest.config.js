const { ofBuild, run, withDatabase } = require('../support/suites.cjs');

/** End-to-end tests of a single server, or of a database before it is distributed. */
const OF_ONE_SERVER = [
  // Plans, the pages they read and how often they are made. These tests use `explain` and settings that must not change on Citus.
  'promises/(bounded-lists|fresh-database)',
  'long/(fresh-database|gates|own-figures-cost|plans|sellers-page-cost)',
  // Sends no statement.
  'operator/schedule',
  'long/(retention-runs|watch)',
  // Makes statements fail by triggers, which distributed tables cannot have.
  'promises/privacy',
  // Row level security is off on Citus.
  '(long/shared-connections|promises/transactions)',
  'operator/least-privilege',
  // Stops the clock of a database by its own functions, which the workers do not have.
  'partner/night',
  // Migrates an undistributed database up and down, and runs the command itself against a stand-in.
  'operator/(distribute|schema|upgrade)',
  'long/migrating',
];

/** Runs the end-to-end tests on a Citus cluster, and checks the statements that they send. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  ...withDatabase(ofBuild),
  testMatch: [
    '<rootDir>/test/{partner,owner,operator,promises}/**/*.e2e-spec.ts',
    '<rootDir>/test/long/*.long-spec.ts',
    '<rootDir>/test/citus/*.citus-spec.ts',
  ],
  testPathIgnorePatterns: OF_ONE_SERVER.map((name) => `/test/${name}[^/]*\\.(e2e|long)-spec\\.ts$`),
  globalSetup: '<rootDir>/test/citus/cluster.ts',
  globalTeardown: undefined,
};
