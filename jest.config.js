const { ofBuild, ofSources, run, withDatabase } = require('./test/support/suites.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...run,
  projects: [
    { ...ofSources, testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...ofBuild, testMatch: ['<rootDir>/test/**/*.spec.ts'] },
    { ...withDatabase(ofBuild), testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'] },
  ],
};
