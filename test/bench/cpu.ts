import { readdirSync, readFileSync } from 'node:fs';

/** One line of /proc/<pid>/stat, in clock ticks. */
export interface ProcessTimes {
  readonly parent: number;
  /** User and system time of the process. */
  readonly own: number;
  /** The same of its children that have ended. */
  readonly ended: number;
}

/** Reads a line of /proc/<pid>/stat; the name of the program may hold blanks and brackets. */
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

/** Microseconds of CPU that a process has used. */
export const cpuOf = (pid: number): number => (timesOf(pid)?.own ?? 0) * TICK;

/** Microseconds of CPU of a PostgreSQL server: the postmaster, its living processes, and those that have ended. */
export function cpuOfCluster(postmaster: number): number {
  const self = timesOf(postmaster) ?? { own: 0, ended: 0 };
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === postmaster);
  return (self.own + self.ended + living.reduce((sum, times) => sum + (times?.own ?? 0), 0)) * TICK;
}

/** Microseconds that all processors of the machine have worked, by the text of /proc/stat; waiting for a disk is no work. */
export function parseBusy(text: string): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = text
    .slice(0, text.indexOf('\n'))
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupts + soft + stolen) * TICK;
}

export const busyOfMachine = (): number => parseBusy(readFileSync('/proc/stat', 'utf8'));
