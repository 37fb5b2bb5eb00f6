const base = require('../../jest.config.js');

/**
 * What needs a Redis, a PostgreSQL and clients of the machine. Where one of them is missing the run fails: nothing is skipped.
 * Three files at a time, as some wait for a minute of a limit to pass.
 */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/services/*.services-spec.ts'],
  globalSetup: '<rootDir>/test/services/required-services.ts',
  globalTeardown: undefined,
  maxWorkers: 3,
};
