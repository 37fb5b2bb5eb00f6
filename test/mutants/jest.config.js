const base = require('../../jest.config.js');

/** The specs of one pure file, which need no database. Stryker runs them for one file at a time; their paths are in `MUTATED_SPECS`. */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: (process.env.MUTATED_SPECS ?? 'src/**/*.spec.ts').split(' ').map((spec) => `<rootDir>/${spec}`),
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 20_000,
};
