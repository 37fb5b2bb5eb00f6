import { cpus, totalmem, type } from 'node:os';
import type { Bench, Slot } from './bench';
import { postgresVersion, SETTINGS } from './cluster';
import { type Goal, GOALS, verdict } from './goals';
import type { Measure, PartResult } from './result';
import { plan } from './rounds';
import { SIZES } from './seed';
import type { Spread } from './statistics';

/** Formats a number with its meaningful digits only. */
export const shown = (value: number): string => {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};

export const shownSpread = ({ median, min, max }: Spread): string =>
  min === max ? shown(median) : `${shown(median)} [${shown(min)}–${shown(max)}]`;

/** Makes a table in Markdown, whose first column is text. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

const titleOf = ({ goal, what }: Measure): string => GOALS[goal].title + (what ? `: ${what}` : '');

/** Lists the goals that a part did not reach. */
export const missedIn = ({ measures }: PartResult): string[] =>
  measures.filter(({ goal, value }) => verdict(GOALS[goal], value.median) === 'missed').map(titleOf);

const VERDICTS = { wanted: 'yes', must: 'must, not wanted', missed: '**no**' } as const;
const SIGNS = { more: '≥ ', less: '≤ ', exact: '' } as const;

function goalRow(measure: Measure): string[] {
  const goal: Goal = GOALS[measure.goal];
  const bound = (value: number | undefined): string => (value === undefined ? '' : SIGNS[goal.better] + shown(value));
  const met = VERDICTS[verdict(goal, measure.value.median)];
  return [titleOf(measure), bound(goal.must), bound(goal.wanted), shownSpread(measure.value), met];
}

const slotRow = ([name, slot]: [string, Slot]): string[] => [
  name,
  Math.round(slot.rate).toLocaleString('en'),
  slot.p50.toFixed(1),
  slot.p99.toFixed(1),
  ...[slot.nodeCpu, slot.databaseCpu, slot.redisCpu].map((microseconds) => String(Math.round(microseconds))),
  (slot.wal / 1000).toFixed(1),
];

/** Makes the tables of these results in Markdown. */
export function tablesOf(results: readonly PartResult[]): string {
  const slots = results.flatMap((part) => Object.entries(part.slots ?? {}));
  const head = ['slot', 'requests/s', 'p50 ms', 'p99 ms', 'CPU Node µs', 'CPU PostgreSQL µs', 'CPU Redis µs', 'WAL kB'];
  return [
    '',
    ...table(
      ['goal', 'must', 'wanted', 'measured', 'met'],
      results.flatMap((part) => part.measures.map(goalRow)),
    ),
    ...(slots.length > 0 ? ['', ...table(head, slots.map(slotRow))] : []),
    '',
    ...results.flatMap((part) => part.notes ?? []).map((note) => `- ${note}`),
  ].join('\n');
}

export const MACHINE = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}`;

/** Makes the report of a run, with its machine and its data. */
export function reportOf(bench: Bench, results: readonly PartResult[]): string {
  const { rounds, seconds } = plan(bench);
  return [
    `- ${new Date().toISOString().slice(0, 16)} UTC, ${MACHINE}, shared by service, load, yardsticks and PostgreSQL`,
    `- Node ${process.versions.node}, ${postgresVersion()} (${SETTINGS.slice(2).join(', ')})`,
    `- Leads of the accounts: ${JSON.stringify(SIZES[bench.mode])}; ${rounds} rounds of ${seconds} s, in turn, shuffled`,
    tablesOf(results),
    '',
  ].join('\n');
}
