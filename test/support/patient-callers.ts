import { CountedPool } from '../../src/database/pool';
import { TIME_OUTS } from '../../src/database/schema/data-source';
import { PATIENCE_MS } from './patience';

/**
 * Lets calls wait as long as it takes for a row and for a connection, in the applications that are started before the returned function
 * ends it. On a busy machine the last of many callers of one row would otherwise wait longer than a request may, which is a 500.
 */
export function bePatient(): () => void {
  const { acquireTimeoutMs } = CountedPool;
  const { lock_timeout, statement_timeout } = TIME_OUTS;
  CountedPool.acquireTimeoutMs = PATIENCE_MS;
  Object.assign(TIME_OUTS, { lock_timeout: PATIENCE_MS, statement_timeout: PATIENCE_MS });
  return () => {
    CountedPool.acquireTimeoutMs = acquireTimeoutMs;
    Object.assign(TIME_OUTS, { lock_timeout, statement_timeout });
  };
}

/** The same in the applications of a file. The application that files share is always patient. */
export function patientCallers(): void {
  let end: () => void;
  beforeAll(() => void (end = bePatient()));
  afterAll(() => end());
}
