import type { Caller } from '../../fault/support/caller';
import type { Verdict } from './statistics';

/** Request of one side of a pair, built before its time is measured. */
export interface Asked {
  readonly caller: Caller;
  /** Further callers that send the same request at the same moment. The time ends with the last answer. */
  readonly others?: readonly Caller[];
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly status: number;
}

type Side = (pair: number) => Asked;

/** Two kinds of request that should take the same time, or should not. */
export interface Comparison {
  readonly one: Side;
  readonly other: Side;
}

/**
 * Sends `pairs` pairs of each comparison and returns the differences of their times in microseconds. Comparisons take turns, so
 * that noise of the machine affects them equally. The sides of a pair are in random order.
 */
export async function differences<Name extends string>(
  pairs: number,
  comparisons: Record<Name, Comparison>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(comparisons) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let pair = 0; pair < pairs; pair++) {
    for (const name of names) {
      const { one, other } = comparisons[name];
      const asked = [one(pair), other(pair)] as const;
      const isTurned = Math.random() < 0.5;
      const first = await timeOf(asked[isTurned ? 1 : 0]);
      const second = await timeOf(asked[isTurned ? 0 : 1]);
      found[name].push(isTurned ? second - first : first - second);
    }
  }
  return found;
}

/** Sends unmeasured requests, so that connections, caches and compiled code are ready. */
export async function warmUp(requests: number, comparisons: Record<string, Comparison>): Promise<void> {
  for (const { one, other } of Object.values(comparisons)) {
    for (let n = 0; n < requests; n++) await timeOf((n % 2 === 0 ? one : other)(-1 - n));
  }
}

async function timeOf({ caller, others = [], method, path, body, headers, status }: Asked): Promise<number> {
  const begin = performance.now();
  const replies = await Promise.all([caller, ...others].map((one) => one.send(method, path, body, headers)));
  const time = (performance.now() - begin) * 1000;
  const wrong = replies.find((reply) => reply.status !== status);
  if (wrong) throw new Error(`${method} ${path}: ${wrong.status} instead of ${status}`);
  return time;
}

/** The z of p < 0.001, and a z far beyond it. */
const HIDDEN_Z = 3.29;
const VISIBLE_Z = 10;
const HIDDEN_MICROSECONDS = 100;

/** Checks that time reveals nothing: neither test sees a difference, and the interval excludes one that matters. */
export const isHidden = (verdict: Verdict): boolean => {
  const [low, high] = verdict.interval;
  return isUnseen(verdict) && low > -HIDDEN_MICROSECONDS && high < HIDDEN_MICROSECONDS;
};

/** Checks that neither test sees a difference. Times of parallel requests vary too much for a narrow interval. */
export const isUnseen = ({ signZ, wilcoxonZ }: Verdict): boolean =>
  Math.abs(signZ) < HIDDEN_Z && Math.abs(wilcoxonZ) < HIDDEN_Z;

/** Checks that the measurement sees a difference that exists. */
export const isVisible = ({ signZ }: Verdict): boolean => Math.abs(signZ) > VISIBLE_Z;

const COLUMNS = [36, 6, 10, 20, 8, 8, 9] as const;

/** Prints the verdicts as a table with times in microseconds. */
export function printTable(verdicts: Record<string, Verdict>): void {
  const head = ['', 'pairs', 'median', '99 % interval', 'sign z', 'rank z', 'accuracy'];
  const rows = Object.entries(verdicts).map(([name, { pairs, median, interval, signZ, wilcoxonZ, accuracy }]) => [
    name,
    String(pairs),
    `${median.toFixed(1)} µs`,
    `[${interval.map((end) => end.toFixed(1)).join(', ')}]`,
    signZ.toFixed(2),
    wilcoxonZ.toFixed(2),
    `${(accuracy * 100).toFixed(1)} %`,
  ]);
  const line = (cells: readonly string[]): string =>
    cells.map((cell, n) => (n === 0 ? cell.padEnd(COLUMNS[0]) : cell.padStart(COLUMNS[n] ?? 0))).join('  ');
  process.stdout.write(`\n${[head, ...rows].map(line).join('\n')}\n\n`);
}
