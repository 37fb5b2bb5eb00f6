const base = require('../../jest.config.js');

/** Measurements: they take minutes, want a machine that does nothing else, and use a database and processes of their own. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/timing/*.timing-spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 600_000,
  maxWorkers: 1,
};
