const { ofSources, run } = require('../support/suites.cjs');

/** Needs the built service. Installs the generators, and fails if one is unavailable. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  ...ofSources,
  globalSetup: '<rootDir>/test/support/current-build.ts',
  testMatch: ['<rootDir>/test/generators/*.generators-spec.ts'],
};
