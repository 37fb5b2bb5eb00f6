const base = require('../../jest.config.js');

/** Faults are injected one after the other into processes of the suite's own; the database of the other tests is not used. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/fault/*.fault-spec.ts', '<rootDir>/test/fault/*.spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 180_000,
  maxWorkers: 1,
};
