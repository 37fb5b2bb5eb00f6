/** Milliseconds that a failed run waits for what its setup left open. */
const PATIENCE = 5_000;

/** Ends a failed run, whatever it left open: a setup that failed half-way closes nothing. A run that passed ends by itself, or shows what it leaks. */
module.exports = class {
  onRunComplete(_, { success }) {
    if (!success) setTimeout(() => process.exit(1), PATIENCE).unref();
  }
};
