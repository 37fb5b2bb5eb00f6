import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from './postgres-process';

/**
 * Takes the data folder for this process and returns the function that gives it back. Throws, naming folder and process,
 * when a living process has it. The lock holds the process's start time beside its id, because ids are used again.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = path.join(folder, 'service.lock');
  const own = `${process.pid} ${startTime(process.pid)}`;
  for (;;) {
    try {
      fs.writeFileSync(file, own, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    refuseIfAlive(folder, file);
    fs.rmSync(file, { force: true });
  }
  // Two processes may have found the same stale lock at once; the one that wrote last has it.
  await sleep(50);
  if (readLock(file) !== own) refuseIfAlive(folder, file);
  return () => {
    if (readLock(file) === own) fs.rmSync(file, { force: true });
  };
}

function readLock(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function refuseIfAlive(folder: string, file: string): void {
  const [pid, ...since] = readLock(file).split(' ');
  const started = startTime(Number(pid));
  if (started && started === since.join(' ')) {
    throw new Error(
      `The data folder ${folder} is in use by the running process ${pid}: stop it or set another DATA_DIR.`,
    );
  }
}

/** When the process started, in whatever form the system tells it; empty when there is no such process. */
function startTime(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env: bareEnvironment() })
      .stdout?.toString()
      .trim();
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    return state === 'Z' || state === 'X' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
