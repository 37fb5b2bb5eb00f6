import { Pool } from 'pg';
import { type LeadFilters, listLeads, type ListPosition } from '../../../src/leads/reading/lead-list.queries';
import { dataSourceOptions, readPoolOptions } from '../../../src/database/data-source';
import { sendBatch } from '../../../src/database/batch';
import type { Query } from '../../../src/database/query';
import type { Bench } from '../bench';
import { GOALS, type GoalId } from '../goals';
import type { PartResult } from '../result';
import { refuseNoise } from '../rounds';
import { COMMONNESS, type Commonness, type SeededAccount } from '../seed';
import { percentile, randomFrom, type Spread, spread } from '../statistics';

const ROUNDS = 5;
const PAGE = 51;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const BEGIN = Date.parse('2025-06-01T12:00:00Z');
const YEAR_MS = 365 * 86_400_000;

type FilterName = 'none' | keyof LeadFilters;
const SINGLE: readonly FilterName[] = ['stageId', 'pipelineId', 'tagKey'];

const filterOf = (account: SeededAccount, name: FilterName, commonness: Commonness): LeadFilters => {
  if (name === 'stageId') return { stageId: account.stages[commonness] };
  if (name === 'pipelineId') return { pipelineId: account.pipelines[commonness] };
  return name === 'tagKey' ? { tagKey: commonness.toLowerCase() } : {};
};

/** A request for a list: its filters, by account, and where it begins. */
interface Case {
  readonly what: string;
  readonly filters: (account: SeededAccount) => LeadFilters;
  readonly isRandom: boolean;
}

const placed = (what: string, filters: Case['filters']): Case[] => [
  { what: `${what}, first page`, filters, isRandom: false },
  { what: `${what}, random cursor`, filters, isRandom: true },
];

const singles = (): Case[] => [
  ...placed('no filter', () => ({})),
  ...SINGLE.flatMap((name) =>
    COMMONNESS.flatMap((commonness) =>
      placed(`${name} ${commonness}`, (account) => filterOf(account, name, commonness)),
    ),
  ),
];

const pairs = (): Case[] =>
  (['common', 'onePercent', 'rare'] as const).flatMap((commonness) =>
    placed(`stageId common and tagKey ${commonness}`, (account) => ({
      stageId: account.stages.common,
      tagKey: commonness.toLowerCase(),
    })),
  );

/** Every single filter, on the big account against the small one. */
export const flat = (bench: Bench): Promise<PartResult> => compareAll(bench, 'listFlat', singles());

/** Two filters at once, on the big account against the small one. */
export const two = (bench: Bench): Promise<PartResult> => compareAll(bench, 'listTwo', pairs());

/** The times of one case's pages, in milliseconds, by round. */
interface Times {
  readonly big: readonly number[][];
  readonly small: readonly number[][];
}

/**
 * Every case gets a slot in each round, in which the two accounts take turns page by page. The small account's medians are the
 * yardstick: over all cases, they must not differ between the rounds.
 */
async function compareAll(bench: Bench, goal: GoalId, cases: readonly Case[]): Promise<PartResult> {
  // As in the service: a list that takes longer is an error, not a figure.
  const pool = new Pool({ ...readPoolOptions(dataSourceOptions(bench.url)), max: 1 });
  try {
    const samples = bench.isQuick ? 60 : 400;
    const rounds = () => Array.from({ length: ROUNDS }, (): number[] => []);
    const times = cases.map((): Times => ({ big: rounds(), small: rounds() }));
    const random = randomFrom(7);
    // A named statement may get its generic plan from the sixth execution on.
    for (const one of cases) await readPages(bench, pool, one, random, 10);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, one] of cases.entries()) {
        const { big, small } = await readPages(bench, pool, one, random, samples);
        times[index]?.big[round]?.push(...big);
        times[index]?.small[round]?.push(...small);
      }
    }
    checkYardstick(times);
    const found = cases.map(({ what }, index) => ({ goal, what, ...compare(times[index] as Times) }));
    const worst = found.reduce((a, b) => (a.value.median >= b.value.median ? a : b));
    const rows = found.map(({ what, value, p50 }) => `${what} ${value.median.toFixed(2)} (${p50.toFixed(2)})`);
    const how = `by the service's list function on one connection, both accounts in turn, ${samples * ROUNDS} pages of 50 a case and account`;
    return {
      measures: [{ goal, what: `worst of ${found.length} cases, ${worst.what}`, value: worst.value }],
      contenders: [],
      notes: [`${GOALS[goal].title}, ${how}; p99 (p50): ${rows.join('; ')}.`],
    };
  } finally {
    await pool.end();
  }
}

/** Reads pages of both accounts in turn; returns how long each took. */
async function readPages(
  bench: Bench,
  pool: Pool,
  { what, filters, isRandom }: Case,
  random: () => number,
  count: number,
): Promise<{ big: number[]; small: number[] }> {
  const times = { big: [] as number[], small: [] as number[] };
  for (let n = 0; n < count; n++) {
    const position: ListPosition = { updatedAt: new Date(isRandom ? momentIn(what, random()) : 0), id: NO_ID };
    for (const role of n % 2 ? (['small', 'big'] as const) : (['big', 'small'] as const)) {
      const account = bench.account(role);
      const begin = performance.now();
      const part = { position, count: PAGE, filters: filters(account), withGone: isRandom };
      await readOn(pool, listLeads(account.id, part, true)).catch((error: unknown) => {
        throw new Error(`${what}, ${role} account, from ${position.updatedAt.toISOString()}`, { cause: error });
      });
      times[role].push(performance.now() - begin);
    }
  }
  return times;
}

function checkYardstick(times: readonly Times[]): void {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    times.reduce((sum, { small }) => sum + percentile(small[round] ?? [], 50), 0),
  );
  refuseNoise('the small account', rounds, `${rounds.map((milliseconds) => milliseconds.toFixed(1)).join(' ')} ms`);
}

/** p99 of all samples with its range over the rounds, and p50. */
function compare({ big, small }: Times): { value: Spread; p50: number } {
  const at = (p: number): number => percentile(big.flat(), p) / percentile(small.flat(), p);
  const { min, max } = spread(big.map((values, round) => percentile(values, 99) / percentile(small[round] ?? [], 99)));
  return { value: { median: at(99), min: Math.min(min, at(99)), max: Math.max(max, at(99)) }, p50: at(50) };
}

/** A moment after which both accounts still have a full page, also when 1 % of 10 k leads match, or the last 3 %. */
function momentIn(what: string, share: number): number {
  return BEGIN + (what.includes('late') ? 0.97 + 0.03 * 0.4 * share : 0.4 * share) * YEAR_MS;
}

async function readOn<T>(pool: Pool, { statement: { name, text }, values, read }: Query<T>): Promise<T> {
  const [result] = await sendBatch(pool, [{ name, text, values }]);
  return read(result?.rows ?? []);
}
