const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { ofBuild, run, withDatabase } = require('./support/suites.cjs');

process.env.LONG = '1';

/** The end-to-end tests that have a long form (test/support/long.ts), in that form. */
const LONG = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.e2e-spec.ts'))
  .filter((file) => readFileSync(join(__dirname, file), 'utf8').includes("support/long'"));

/** @type {import('jest').Config} */
module.exports = {
  ...run,
  ...withDatabase(ofBuild),
  testMatch: LONG.map((file) => `<rootDir>/test/${file.replaceAll('\\', '/')}`),
};
