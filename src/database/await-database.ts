import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf } from './connection-refusal';
import { lookAtServer, type ServerLook } from './server-look';
import { refusalOfServer } from './server-version';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

interface Waiting {
  /** Called once, when the first try fails for a reason that may pass. */
  readonly onWait: (reason: string) => void;
  readonly patienceMs?: number;
}

/**
 * Returns as soon as the database of `DATABASE_URL` takes connections, with what was found there. Throws one sentence that names the
 * setting and the reason when it still does not after 20 seconds, and at once when waiting cannot help.
 */
export async function untilDatabaseAnswers(
  url: string,
  { onWait, patienceMs = PATIENCE_MS }: Waiting,
): Promise<ServerLook> {
  const end = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    const look = await lookAtServer(url).catch(refusalOf);
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
