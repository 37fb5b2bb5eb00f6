const base = require('../../jest.config.js');

/** A real browser on the built service. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/browser/*.browser-spec.ts'],
};
