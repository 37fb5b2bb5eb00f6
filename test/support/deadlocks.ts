import { type Counter, register } from 'prom-client';

async function counted(): Promise<number> {
  const counter = register.getSingleMetric('db_tx_retries_total') as Counter | undefined;
  const { values } = (await counter?.get()) ?? { values: [] };
  return values.reduce((sum, { labels, value }) => (labels.sqlstate === '40P01' ? sum + value : sum), 0);
}

/** What earlier files of this worker met. */
let before = 0;
beforeAll(async () => void (before = await counted()));

/** Counts transactions of this file that were retried after a deadlock. PostgreSQL's own figures arrive later. */
export async function deadlocks(): Promise<number> {
  if (!register.getSingleMetric('db_tx_retries_total')) throw new Error('nobody counts what is run again');
  return (await counted()) - before;
}
