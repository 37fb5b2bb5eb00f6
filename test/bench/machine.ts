import { cpus, totalmem, type } from 'node:os';
import type { Bench } from './bench';
import { postgresVersion, SETTINGS } from './cluster';
import { SIZES } from './seed';

/** On what, and over which data, it was measured: lines for the page. */
export function machine({ mode }: Bench): string[] {
  const { small, big, many } = SIZES[mode];
  const leads = (count: number): string => count.toLocaleString('en');
  const shown = SETTINGS.filter((setting) => /^(fsync|synchronous|shared|autovacuum)/.test(setting)).join(', ');
  return [
    `Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}`,
    `Versions: Node ${process.versions.node}, ${postgresVersion()} (${shown})`,
    `Data: one account of ${leads(small)} leads, one of ${leads(big)}, 100 of ${leads(many)}`,
    `Command: \`npm run bench${mode === 'quick' ? ' -- --quick' : ''}\`; 5 rounds of ${mode === 'quick' ? 1 : 3} s, in turn, shuffled`,
  ];
}
