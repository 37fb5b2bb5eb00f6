import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const LISTENS = '0A';

/** The inode of the socket that listens at a port, in the text of /proc/net/tcp or tcp6. */
export function listeningInode(text: string, port: number): string | undefined {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/));
  return rows.find(([, local, , state]) => local?.endsWith(end) && state === LISTENS)?.[9];
}

const attempt = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** The process of a program, as `node`, that listens at a port of this machine. Undefined when it cannot be seen, as in a container. */
export function processAt(port: number, program: string): number | undefined {
  const tables = ['tcp', 'tcp6'].map((name) => attempt(() => readFileSync(`/proc/net/${name}`, 'utf8')) ?? '');
  const inode = tables.map((text) => listeningInode(text, port)).find((found) => found !== undefined);
  if (inode === undefined) return undefined;
  const holds = (pid: string): boolean =>
    (attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []).some(
      (fd) => attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) === `socket:[${inode}]`,
    );
  const runs = (pid: string): boolean => attempt(() => basename(readlinkSync(`/proc/${pid}/exe`))) === program;
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && runs(name) && holds(name));
  return pid === undefined ? undefined : Number(pid);
}
