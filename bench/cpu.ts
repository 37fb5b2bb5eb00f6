import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** One line of /proc/<pid>/stat, in clock ticks. */
export interface ProcessTimes {
  readonly parent: number;
  /** User and system time of the process. */
  readonly own: number;
  /** User and system time of its ended children. */
  readonly ended: number;
}

/** Reads a line of /proc/<pid>/stat. The name of the program may contain blanks and brackets. */
export function parseStat(line: string): ProcessTimes {
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent, own: user + system, ended: endedUser + endedSystem };
}

/** A clock tick of Linux in microseconds. */
const TICK = 10_000;

const timesOf = (pid: number): ProcessTimes | undefined => {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Returns the microseconds of CPU that a process has used. */
export const cpuOf = (pid: number): number => (timesOf(pid)?.own ?? 0) * TICK;

/** Returns the microseconds of CPU of a PostgreSQL server: the postmaster and its living and ended children. */
export function cpuOfCluster(postmaster: number): number {
  const self = timesOf(postmaster) ?? { own: 0, ended: 0 };
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === postmaster);
  return (self.own + self.ended + living.reduce((sum, times) => sum + (times?.own ?? 0), 0)) * TICK;
}

/** Returns the microseconds that all processors of the machine have worked. */
export const busyOfMachine = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) * 1000, 0);
