const { ofSources, run } = require('../support/suites.cjs');

/** Faults are injected one at a time into the suite's own processes. The database of the other tests is not used. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  ...ofSources,
  globalSetup: '<rootDir>/test/support/current-build.ts',
  testMatch: ['<rootDir>/test/fault/*.fault-spec.ts', '<rootDir>/test/fault/*.spec.ts'],
  testTimeout: 180_000,
  maxWorkers: 1,
};
