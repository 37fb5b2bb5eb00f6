import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { refusalOf } from './connection-refusal';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;
/** For one try: a server that is silent now may answer the next. */
const TRY_MS = 2_000;

interface Waiting {
  /** Called once, when the first try fails for a reason that may pass. */
  readonly onWait: (reason: string) => void;
  readonly patienceMs?: number;
}

/**
 * Returns as soon as the database of `DATABASE_URL` takes connections. Throws one sentence that names the setting and the reason
 * when it still does not after 20 seconds, and at once when waiting cannot help.
 */
export async function untilDatabaseAnswers(url: string, { onWait, patienceMs = PATIENCE_MS }: Waiting): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    const refusal = await connectOnce(url, Math.min(TRY_MS, end - Date.now())).then(() => undefined, refusalOf);
    if (!refusal) return;
    if (!refusal.mayPass) throw new Error(`DATABASE_URL: ${refusal.reason}`);
    if (tries === 1) onWait(refusal.reason);
    if (Date.now() + PAUSE_MS >= end) {
      throw new Error(`DATABASE_URL: ${refusal.reason}, for ${Math.round(patienceMs / 1_000)} seconds`);
    }
    await sleep(PAUSE_MS);
  }
}

async function connectOnce(connectionString: string, patienceMs: number): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: Math.max(patienceMs, 1) });
  // A failure after the answer does not matter here, and would end the process without a handler.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}
