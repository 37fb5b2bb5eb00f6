const { ofSources, run } = require('../test/support/suites.cjs');

/** Tests of the benchmark's rules, without a database. */
/** @type {import('jest').Config} */
module.exports = { ...run, ...ofSources, testMatch: ['<rootDir>/bench/**/*.spec.ts'] };
