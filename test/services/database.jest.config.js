const base = require('../../jest.config.js');

/**
 * What another PostgreSQL may change: how each statement of a whole day is planned and what it is told (`fresh-database`,
 * `named-accounts`), races and locks, migrations and roles, and the SQL that is longest. All else is the same code on it.
 */
const ON_BOTH = [
  'operator/(distribute|least-privilege|migrat|retention|schema)',
  'owner/(automation-order|held-new-lead|lead-merge|person-erasure)',
  'partner/(metrics|night|reading|replays|tombstones)',
  'promises/(fresh-database|gates|intake-races|isolation|named-accounts|one-moment|transactions)',
];

/** These end-to-end tests again, on the PostgreSQL of `TEST_DATABASE_URL`. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  testMatch: undefined,
  testRegex: `/test/(${ON_BOTH.join('|')})[^/]*\\.e2e-spec\\.ts$`,
};
