const { dirname } = require('node:path');
const base = require('../../jest.config.js');

/** Needs the built service. It installs the generators itself, and fails where one cannot be had. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: dirname(require.resolve('../../jest.config.js')),
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/test/generators/*.generators-spec.ts'],
};
