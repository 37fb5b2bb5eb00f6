import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Owned by root and open to enter; other users cannot put anything there. */
const PLACE = '/var/lib/entrada';

/** For root: a path that replaces `original`, which PostgreSQL's user may enter and only root may write to. */
export const publicPath = (kind: string, original: string): string =>
  path.join(PLACE, `${kind}-${createHash('sha256').update(original).digest('hex').slice(0, 12)}`);

/** Creates the public place if needed. Throws when it is not root's, or when others may write to it. */
export function ownPublicPlace(): void {
  fs.mkdirSync(PLACE, { recursive: true, mode: 0o755 });
  const stat = fs.lstatSync(PLACE);
  if (!stat.isDirectory() || stat.uid !== 0 || stat.mode & 0o022)
    throw new Error(`${PLACE} must be a folder of root's alone: set DATA_DIR, or DATABASE_URL.`);
  // Root's umask may have kept others from entering.
  if ((stat.mode & 0o111) !== 0o111) fs.chmodSync(PLACE, 0o755);
}
