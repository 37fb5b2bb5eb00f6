const { dirname } = require('node:path');
const base = require('../../jest.config.js');

/** The end-to-end tests on a Citus cluster, and what only a cluster can show. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: dirname(require.resolve('../../jest.config.js')),
  testMatch: [
    '<rootDir>/test/{partner,owner,operator,promises}/**/*.e2e-spec.ts',
    '<rootDir>/test/citus/*.citus-spec.ts',
  ],
  globalSetup: '<rootDir>/test/citus/cluster.ts',
  globalTeardown: undefined,
};
