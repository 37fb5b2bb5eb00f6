const base = require('../../jest.config.js');

/** The spec of one pure file, which needs no database. Stryker runs it for one file at a time, whose spec is in `MUTATED_SPEC`. */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: [`<rootDir>/${process.env.MUTATED_SPEC ?? 'src/**/*.spec.ts'}`],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 20_000,
};
