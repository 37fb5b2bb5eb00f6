import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { endServerOf } from './hold-cluster';
import { renameDurably } from './own-files';
import type { Place } from './place';
import { bareEnvironment } from './postgres-process';
import { formerPath } from './public-place';

/** What releases without locks of the operating system have left, or still hold. */

/** Throws when a service of an earlier release runs: it wrote its process id and the time of its start into a file. */
export function refuseBesideEarlierRelease(dataDir: string): void {
  const [pid, ...since] = read(path.join(dataDir, 'service.lock')).split(' ');
  const started = startTime(Number(pid));
  if (started && started === since.join(' '))
    throw new Error(`The data folder ${dataDir} is in use by an earlier release, process ${pid}: stop it first.`);
}

/**
 * Brings the cluster of an earlier release to its new place. One that another user has put there is left alone; if this
 * is not the first start, it may still be ours, and then a person has to look.
 */
export async function moveFormer(
  original: string,
  { cluster, user }: Place,
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

/** When the process started, in the form that the system gives; empty without such a process. */
function startTime(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env: bareEnvironment() })
      .stdout?.toString()
      .trim();
  // The name of the program, in parentheses, may hold anything; the time is the 20th field after it.
  const [state, ...fields] = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return state === 'Z' || state === 'X' ? '' : (fields[18] ?? '');
}
