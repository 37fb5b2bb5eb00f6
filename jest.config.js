const { ofBuild, ofSources, run, withDatabase } = require('./test/support/suites.cjs');

/** Moves the clock of the whole service. */
const CLOCK = '**/test/operator/jobs.e2e-spec.ts';

/** @type {import('jest').Config} */
module.exports = {
  ...run,
  projects: [
    { ...ofSources, testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...ofBuild, testMatch: ['<rootDir>/test/**/*.spec.ts'] },
    { ...withDatabase(ofSources), testMatch: [CLOCK] },
    { ...withDatabase(ofBuild), testMatch: ['<rootDir>/test/**/*.e2e-spec.ts', `!${CLOCK}`] },
  ],
};
