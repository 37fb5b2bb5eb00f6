/** Milliseconds that a failed run waits for open handles. */
const PATIENCE = 5_000;

/** Ends a failed run, whose setup may have left handles open. A passing run ends on its own, or shows its leaks. */
module.exports = class {
  onRunComplete(_, { success }) {
    if (!success) setTimeout(() => process.exit(1), PATIENCE).unref();
  }
};
