const { ofBuild, run, withDatabase } = require('../support/suites.cjs');

/** Runs a real browser on the built service. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  ...withDatabase(ofBuild),
  testMatch: ['<rootDir>/test/browser/*.browser-spec.ts'],
};
