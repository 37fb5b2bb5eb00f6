const { dirname } = require('node:path');
const base = require('../../jest.config.js');

/** Needs `npm ci --prefix test/generators` and the built service; it fails where one of them is missing. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: dirname(require.resolve('../../jest.config.js')),
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/test/generators/*.generators-spec.ts'],
};
