import { CountedPool } from '../../src/database/pool';
import { TIME_OUTS } from '../../src/database/schema/data-source';
import { PATIENCE_MS } from './patience';

/**
 * Lets calls wait as long as it takes for a row and for a connection, in the applications that this file starts later. On a busy machine
 * the last of many callers of one row would otherwise wait longer than a request may, which is a 500.
 */
export function patientCallers(): void {
  const { patienceMs } = CountedPool;
  const { lock_timeout, statement_timeout } = TIME_OUTS;
  beforeAll(() => {
    CountedPool.patienceMs = PATIENCE_MS;
    Object.assign(TIME_OUTS, { lock_timeout: PATIENCE_MS, statement_timeout: PATIENCE_MS });
  });
  afterAll(() => {
    CountedPool.patienceMs = patienceMs;
    Object.assign(TIME_OUTS, { lock_timeout, statement_timeout });
  });
}
