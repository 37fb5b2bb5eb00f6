import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { stopServer } from './postgres-process';
import type { ServerUser } from './server-user';

/** Root's, and open to be entered: nobody else can put anything there, under whatever name. */
const PLACE = '/var/lib/entrada';
/** Where earlier releases kept it; everyone may write there. */
const FORMER = '/var/tmp';

const tagOf = (original: string): string => createHash('sha256').update(original).digest('hex').slice(0, 12);

/** For root: a path that stands for `original` in a place that PostgreSQL's user may enter and only root may write to. */
export function publicPath(kind: string, original: string): string {
  fs.mkdirSync(PLACE, { recursive: true, mode: 0o755 });
  const { uid, mode } = fs.lstatSync(PLACE);
  if (uid !== 0 || mode & 0o022) throw new Error(`${PLACE} must be root's alone: set DATA_DIR, or DATABASE_URL.`);
  return path.join(PLACE, `${kind}-${tagOf(original)}`);
}

/**
 * Brings the cluster of an earlier release to its new place. One that another user has put there is left alone; should this
 * not be the first start, it may be ours all the same, and then a person has to look.
 */
export async function moveFormer(
  original: string,
  place: string,
  { uid }: ServerUser,
  isFirst: boolean,
): Promise<void> {
  const former = path.join(FORMER, `entrada-data-${tagOf(original)}`);
  const stat = fs.lstatSync(former, { throwIfNoEntry: false });
  if (!stat || fs.existsSync(place)) return;
  const isOurs = stat.isDirectory() && stat.uid === uid && !(stat.mode & 0o077);
  if (!isOurs && isFirst) return;
  if (!isOurs) throw new Error(`${former} belongs to another user: remove it, or move what is yours to ${place}.`);
  await stopServer(former);
  try {
    fs.renameSync(former, place);
  } catch (cause) {
    throw new Error(`Move the database: mv ${former} ${place}`, { cause });
  }
}
