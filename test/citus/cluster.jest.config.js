const base = require('./jest.config.js');

/** What kills nodes of the cluster, or changes their settings: one file at a time, and nothing beside it. */
/** @type {import('jest').Config} */
module.exports = { ...base, testMatch: ['<rootDir>/test/citus/*.cluster-spec.ts'], maxWorkers: 1 };
