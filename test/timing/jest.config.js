const { ofSources, run } = require('../support/suites.cjs');

/** Measurements take minutes and need an idle machine. They use their own database and processes. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  ...ofSources,
  globalSetup: '<rootDir>/test/support/current-build.ts',
  testMatch: ['<rootDir>/test/timing/*.timing-spec.ts'],
  testTimeout: 600_000,
  maxWorkers: 1,
};
