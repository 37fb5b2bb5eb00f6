const base = require('../../jest.config.js');

/** A real browser on the built service: two at a time, which leaves the processors something to do while a page waits. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/browser/*.browser-spec.ts'],
  maxWorkers: 2,
};
