const base = require('../../jest.config.js');

/** Files about the embedded database, about what happens before any, or about long work: another PostgreSQL changes nothing for them. */
const ELSEWHERE = [
  'alerts',
  'bursts',
  'console',
  'contract-fuzz',
  'embedded',
  'first-steps',
  'hostile',
  'jobs',
  'linear-work',
  'mail-encryption',
  'operator-token',
  'own-database',
  'package',
  'proxies',
  'slow-readers',
  'start',
  'sync',
];

/** The end-to-end tests again, on the PostgreSQL of `TEST_DATABASE_URL`. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/{partner,owner,operator,promises}/*.e2e-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', `/test/\\w+/(${ELSEWHERE.join('|')})\\.e2e-spec\\.ts$`],
};
