/**
 * Milliseconds to wait for something that must happen, also on a busy machine. Below the time limit of a test (jest.config.js),
 * so that the failure names what was missing. It only ends what hangs, and measures nothing.
 */
export const PATIENCE_MS = 240_000;
