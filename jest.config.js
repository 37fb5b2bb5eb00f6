const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser,
      keepClassNames: true,
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  },
];

/** Nest 12 is ESM only and Jest cannot require() ESM below Node 24.9, so these packages are compiled to CommonJS for it. */
const esmOnly = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'load-esm',
  'uuid',
];

// A zone where it is always another day or another hour than in Brasília and in UTC: 14 hours before UTC. What reads the zone of the
// machine, or that of the database that is made here, is wrong there. `TEST_TZ` names another one.
process.env.TZ = process.env.TEST_TZ || 'Pacific/Kiritimati';

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts'],
  transform: {
    '^.+\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '^.+\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Far more than any test takes: it ends what hangs, on a busy machine too (test/support/patience.ts).
  testTimeout: 300_000,
  // One more than the two processors of a small machine: a file that waits for a lock or a clock leaves its processor idle.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/slow-first.cjs',
  // The rules that were held, by name; the line of a test tells which cases are of one rule.
  reporters: ['default', '<rootDir>/test/support/rules.cjs', '<rootDir>/test/support/ends.cjs'],
  testLocationInResults: true,
};
