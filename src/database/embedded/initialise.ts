import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { renameDurably } from './own-files';
import type { ClusterLocation } from './data-folder';
import { send, serverEnvironment } from './server';

const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const ACCESS = ['-U', 'postgres', '--auth=scram-sha-256'];

/**
 * Creates the cluster in a draft folder next to it and renames it when complete. A killed start leaves a draft,
 * which the next start removes. initdb inherits `lock`, as it may outlive this process.
 */
export async function initialise(
  initdb: string,
  { cluster, user }: ClusterLocation,
  password: string,
  { lock, signal }: { lock: number; signal: AbortSignal },
): Promise<void> {
  if (fs.existsSync(cluster) && fs.readdirSync(cluster).length > 0)
    throw new Error(`${cluster} holds something that is not a database: move it away, or set another DATA_DIR.`);
  const draft = draftOf(cluster);
  const [data, passwordFile] = [path.join(draft, 'data'), path.join(draft, 'password')];
  try {
    fs.mkdirSync(draft, { mode: 0o700 });
    fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (user) for (const file of [passwordFile, draft]) fs.chownSync(file, user.uid, user.gid);
    const child = spawn(initdb, ['-D', data, `--pwfile=${passwordFile}`, ...ACCESS, ...LOCALE, '--no-instructions'], {
      env: serverEnvironment(),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', lock],
      detached: true,
      ...user,
    });
    const { status, output } = await endOf(child, signal);
    signal.throwIfAborted();
    if (status !== 0) throw new Error(`The embedded PostgreSQL could not be set up: ${output.trim()}`);
    renameDurably(data, cluster);
  } finally {
    removeDraft(cluster);
  }
}

/** Returns exit status and output of a program; an abort kills it with its children first. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<{ status: number | null; output: string }> {
  let output = '';
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const kill = (): void => {
    if (child.pid) send(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', kill);
  try {
    // The last process closes the pipe.
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

const draftOf = (cluster: string): string => `${cluster}.new`;

/** Removes what a killed start has left next to the cluster. */
export const removeDraft = (cluster: string): void => fs.rmSync(draftOf(cluster), { recursive: true, force: true });
