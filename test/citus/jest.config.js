const { dirname } = require('node:path');
const base = require('../../jest.config.js');

/** End-to-end tests that are about a single server, or about a database before it is distributed. */
const OF_ONE_SERVER = [
  // Plans, the pages that they read, and how often they are made: by `explain`, and with settings that must not be changed on Citus.
  'promises/(fresh-database|gates|plans)',
  'operator/(retention-runs|watch)',
  // Makes statements fail by triggers, which distributed tables cannot have.
  'promises/privacy',
  // Row level security, which is off there.
  'promises/(shared-connections|transactions)',
  'operator/least-privilege',
  // Stops the clock of a database by functions of its own, which the workers do not have.
  'partner/night',
  // Migrations of a database that is not distributed, back and forth, and the command itself beside a stand-in.
  'operator/(distribute|migrat|schema)',
];

/** The end-to-end tests on a Citus cluster, and the statements that they send. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: dirname(require.resolve('../../jest.config.js')),
  testMatch: [
    '<rootDir>/test/{partner,owner,operator,promises}/**/*.e2e-spec.ts',
    '<rootDir>/test/citus/*.citus-spec.ts',
  ],
  testPathIgnorePatterns: OF_ONE_SERVER.map((name) => `/test/${name}[^/]*\\.e2e-spec\\.ts$`),
  globalSetup: '<rootDir>/test/citus/cluster.ts',
  globalTeardown: undefined,
};
