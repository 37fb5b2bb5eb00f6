/**
 * Milliseconds that a test waits for something that must happen, on a busy machine too. Less than the time limit of a test
 * (jest.config.js), so that the failure says what the test waited for. It only ends what hangs; nothing is measured with it.
 */
export const PATIENCE_MS = 240_000;
