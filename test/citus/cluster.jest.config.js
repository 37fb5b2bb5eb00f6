const base = require('./jest.config.js');

/** Tests that kill nodes of the cluster or change their settings. One file runs at a time, with no other test. */
/** @type {import('jest').Config} */
module.exports = { ...base, testMatch: ['<rootDir>/test/citus/*.cluster-spec.ts'], maxWorkers: 1 };
