const { ofSources, run } = require('../../test/support/suites.cjs');

/** The specs of src, which need no database: for each changed file those that import it. Stryker brings its own environment. */
module.exports = {
  ...run,
  ...ofSources,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  // Needs the built worker, and is slow.
  testPathIgnorePatterns: ['/workbook\\.spec\\.ts$'],
  dependencyExtractor: '<rootDir>/tools/stryker/related.cjs',
};
