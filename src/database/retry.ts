import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { isConnectionLoss, sqlState } from './errors';

const MAX_ATTEMPTS = 3;

const retries = new Counter({
  name: 'db_tx_retries_total',
  help: 'Transactions and reads that were run again, by SQLSTATE',
  labelNames: ['sqlstate'],
});

const LOST = 'connection';

/** Names the loss of a connection as a reason to run again. */
export const lossOf = (error: unknown): string | undefined => (isConnectionLoss(error) ? LOST : undefined);

/** The same, or one of these SQLSTATEs. */
export const lossOr =
  (states: readonly string[]) =>
  (error: unknown): string | undefined => {
    const state = sqlState(error);
    return state && states.includes(state) ? state : lossOf(error);
  };

/** Retries `work` while its failure has a reason, three attempts in all. Lets pools notice lost connections first. */
export async function retry<T>(work: () => Promise<T>, reasonOf: (error: unknown) => string | undefined): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error);
      if (attempt === MAX_ATTEMPTS || !reason) throw error;
      retries.inc({ sqlstate: reason });
      await sleep(5 + Math.random() * 45);
    }
  }
}
