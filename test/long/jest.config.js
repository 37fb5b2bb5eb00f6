const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { ofBuild, run, withDatabase } = require('../support/suites.cjs');

// 0 is the short form.
process.env.LONG ??= '1';

const TESTS = join(__dirname, '..');

/** The end-to-end tests of `npm test` that have a long form (test/support/long.ts). */
const WITH_LONG_FORM = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.e2e-spec.ts'))
  .filter((file) => readFileSync(join(TESTS, file), 'utf8').includes("support/long'"))
  .map((file) => `<rootDir>/test/${file.replaceAll('\\', '/')}`);

/** Costs, races, sizes and mails that take many seconds each. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  ...withDatabase(ofBuild),
  testMatch: ['<rootDir>/test/long/*.long-spec.ts', ...WITH_LONG_FORM],
};
