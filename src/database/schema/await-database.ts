import { setTimeout as sleep } from 'node:timers/promises';
import { connectionRefusal } from './connection-refusal';
import { lookAtServer, type ServerLook } from '../server-look';
import { refusalOfServer } from '../server-version';

const START_PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

interface Waiting {
  /** Called once, when the first try fails for a reason that may pass. */
  readonly onWait: (reason: string) => void;
  readonly patienceMs?: number;
}

/**
 * Returns when the database of `DATABASE_URL` accepts connections, with what was found there. Throws one sentence with
 * setting and reason after 20 seconds, or at once when waiting cannot help.
 */
export async function untilDatabaseAnswers(
  url: string,
  { onWait, patienceMs = START_PATIENCE_MS }: Waiting,
): Promise<ServerLook> {
  const end = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    const look = await lookAtServer(url).catch(connectionRefusal);
    if ('release' in look) return usable(look);
    if (!look.mayPass) throw new Error(`DATABASE_URL: ${look.reason}`);
    if (tries === 1) onWait(look.reason);
    if (Date.now() + PAUSE_MS >= end) {
      throw new Error(`DATABASE_URL: ${look.reason}, for ${Math.round(patienceMs / 1_000)} seconds`);
    }
    await sleep(PAUSE_MS);
  }
}

function usable(look: ServerLook): ServerLook {
  const refusal = refusalOfServer(look.release) ?? (look.keepsSessions ? undefined : NO_SESSIONS);
  if (refusal) throw new Error(`DATABASE_URL: ${refusal}`);
  return look;
}

const NO_SESSIONS =
  'a pooler answers there that does not keep sessions (PgBouncer: pool_mode = transaction or statement): name the server itself, or a pool in session mode (docs/operations.md, "Poolers")';
