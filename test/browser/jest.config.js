const base = require('../../jest.config.js');

/** A real browser on the built service; one file after the other, so that there is one browser at a time. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/browser/*.browser-spec.ts'],
  maxWorkers: 1,
};
