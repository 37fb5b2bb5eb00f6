import { cpus, totalmem, type } from 'node:os';
import type { Bench } from './bench';
import { postgresVersion, SETTINGS } from './cluster';
import { plan } from './rounds';
import { SIZES } from './seed';

/** The machine and the data of a measurement, as lines for the page. */
export function machine(bench: Bench): string[] {
  const { mode } = bench;
  const { rounds, seconds } = plan(bench);
  const { small, big, many, tiny, middle } = SIZES[mode];
  const leads = (count: number): string => count.toLocaleString('en');
  const shown = SETTINGS.filter((setting) =>
    /^(fsync|synchronous|shared|wal_compression|autovacuum)/.test(setting),
  ).join(', ');
  return [
    `Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}`,
    `Versions: Node ${process.versions.node}, ${postgresVersion()} (${shown})`,
    `Data: one account of ${leads(small)} leads, one of ${leads(big)}, 100 of ${leads(many)}; for the owner's pages also one of ${leads(tiny)} and one of ${leads(middle)}`,
    `Command: \`npm run bench\`; ${rounds} rounds of ${seconds} s, in turn, shuffled`,
  ];
}
