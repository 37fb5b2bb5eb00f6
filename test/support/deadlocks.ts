import { register } from 'prom-client';

/** Counts transactions of this process that were retried after a deadlock. PostgreSQL's own figures arrive later. */
export async function deadlocks(): Promise<number> {
  const counter = register.getSingleMetric('db_tx_retries_total');
  if (!counter) throw new Error('nobody counts what is run again');
  const { values } = await counter.get();
  return values.reduce((sum, { labels, value }) => (labels.sqlstate === '40P01' ? sum + value : sum), 0);
}
