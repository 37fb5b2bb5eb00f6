const { TestEnvironment } = require('jest-environment-node');

// A deprecated call, of the service or of a test, fails where it is made.
process.throwDeprecation = true;

/** Adds `loadedOnce` for modules shared by a worker's test files; Jest loads every module again for each file. */
module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args);
    // Dates made by the shared modules must be instances of the test file's `Date`.
    Object.assign(this.global, { loadedOnce: require, Date });
  }
};
