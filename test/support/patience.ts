/**
 * Milliseconds that a test waits for what must happen, however busy the machine is; less than a test's time limit
 * (jest.config.js), so that what was waited for is told. It ends what hangs. Nothing is measured by it.
 */
export const PATIENCE_MS = 240_000;
