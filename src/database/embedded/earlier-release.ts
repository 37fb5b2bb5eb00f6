import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { endServerOf } from './hold-cluster';
import { renameDurably } from './own-files';
import type { DataPlace } from './data-folder';
import { bareEnvironment } from './postgres-process';
import { formerPath } from './public-place';

/** What releases without operating system locks have left, or still hold. */

/** Throws when a service of an earlier release runs; its file has its process id and start time. */
export function refuseBesideEarlierRelease(dataDir: string): void {
  const [pid, ...since] = read(path.join(dataDir, 'service.lock')).split(' ');
  const started = startTime(Number(pid));
  if (started && started === since.join(' '))
    throw new Error(`The data folder ${dataDir} is in use by an earlier release, process ${pid}: stop it first.`);
}

/**
 * Moves the cluster of an earlier release to its new place; skips one that another user put there. Throws when that
 * happens after the first start: the cluster may be ours, and a person has to look.
 */
export async function moveFormer(
  original: string,
  { cluster, user }: DataPlace,
  isFirst: boolean,
  signal: AbortSignal,
): Promise<void> {
  const former = formerPath(original);
  const stat = fs.lstatSync(former, { throwIfNoEntry: false });
  if (!stat || cluster === original || fs.existsSync(cluster)) return;
  const isOurs = stat.isDirectory() && stat.uid === user?.uid && !(stat.mode & 0o077);
  if (!isOurs && isFirst) return;
  if (!isOurs) throw new Error(`${former} belongs to another user: remove it, or move what is yours to ${cluster}.`);
  await endServerOf(former, () => true, signal);
  try {
    renameDurably(former, cluster);
  } catch (cause) {
    throw new Error(`Move the database: mv ${former} ${cluster}`, { cause });
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Start time of the process, in the system's form; empty when it does not exist. */
function startTime(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env: bareEnvironment() })
      .stdout?.toString()
      .trim();
  // The program's name, in parentheses, may hold any character; the time is the 20th field after it.
  const [state, ...fields] = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return state === 'Z' || state === 'X' ? '' : (fields[18] ?? '');
}
