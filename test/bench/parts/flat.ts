import { Pool } from 'pg';
import { type LeadFilters, listLeads, type ListPosition } from '../../../src/leads/lead-list.queries';
import { dataSourceOptions, readPoolOptions } from '../../../src/database/data-source';
import type { Queryable, Statement } from '../../../src/database/sql';
import type { Bench } from '../bench';
import { GOALS, type GoalId } from '../goals';
import type { Measure, PartResult } from '../result';
import { MAX_WOBBLE, Wobble } from '../rounds';
import { COMMONNESS, type Commonness, type SeededAccount } from '../seed';
import { percentile, randomFrom, type Spread, spread, wobble } from '../statistics';

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

/** A list as it is asked for: its filters, by account, and where it begins. */
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

async function compareAll(bench: Bench, goal: GoalId, cases: readonly Case[]): Promise<PartResult> {
  // As in the service: a list that takes longer is a fault, not a figure.
  const pool = new Pool({ ...readPoolOptions(dataSourceOptions(bench.url)), max: 1 });
  try {
    const db = queryable(pool);
    const samples = bench.isQuick ? 60 : 400;
    const found: (Measure & { p50: number })[] = [];
    for (const one of cases)
      found.push({ goal, what: one.what, ...(await quietly(() => compare(bench, db, one, samples))) });
    const worst = found.reduce((a, b) => (a.value.median >= b.value.median ? a : b));
    const rows = found.map(({ what, value, p50 }) => `${what} ${value.median.toFixed(2)} (${p50.toFixed(2)})`);
    const how = `by the service's list function on one connection, both accounts in turn, ${samples * ROUNDS} pages of 50 a case and account`;
    return {
      measures: [{ ...worst, what: `worst of ${found.length} cases, ${worst.what}` }],
      contenders: [],
      notes: [`${GOALS[goal].title}, ${how}; p99 (p50): ${rows.join('; ')}.`],
    };
  } finally {
    await pool.end();
  }
}

/** A case that met noise is measured again, at most three times in all, before the part is refused. */
async function quietly<T>(measure: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await measure();
  } catch (error) {
    if (!(error instanceof Wobble) || attempt === 3) throw error;
    return quietly(measure, attempt + 1);
  }
}

/**
 * The two accounts page by page in turn; p99 of all samples, its range over the rounds. The small account's median is the
 * yardstick: it may not differ between the rounds.
 */
async function compare(
  bench: Bench,
  db: Queryable,
  { what, filters, isRandom }: Case,
  samples: number,
): Promise<{ value: Spread; p50: number }> {
  const random = randomFrom(7);
  const accounts = [bench.account('big'), bench.account('small')] as const;
  const times = accounts.map(() => Array.from({ length: ROUNDS }, (): number[] => []));
  // A named statement may get its generic plan from the sixth execution on.
  for (let n = -10; n < samples * ROUNDS; n++) {
    const position: ListPosition = { updatedAt: new Date(isRandom ? momentIn(what, random()) : 0), id: NO_ID };
    for (const [side, account] of n % 2 ? [...accounts.entries()].reverse() : [...accounts.entries()]) {
      const begin = performance.now();
      await listLeads(db, account.id, position, PAGE, filters(account), true).catch((error: unknown) => {
        throw new Error(`${what}, ${account.role} account, from ${position.updatedAt.toISOString()}`, { cause: error });
      });
      if (n >= 0) times[side]?.[Math.floor(n / samples)]?.push(performance.now() - begin);
    }
  }
  const [big = [], small = []] = times;
  const medians = small.map((values) => percentile(values, 50));
  if (wobble(medians) > MAX_WOBBLE) {
    throw new Wobble(`${what}: the small account's median varied by ${wobble(medians).toFixed(2)}x`);
  }
  const at = (p: number) => percentile(big.flat(), p) / percentile(small.flat(), p);
  const { min, max } = spread(big.map((values, round) => percentile(values, 99) / percentile(small[round] ?? [], 99)));
  return { value: { median: at(99), min: Math.min(min, at(99)), max: Math.max(max, at(99)) }, p50: at(50) };
}

/** A moment behind which both accounts still have a full page: also where 1 % of 10 k leads match, or the last 3 %. */
function momentIn(what: string, share: number): number {
  return BEGIN + (what.includes('late') ? 0.97 + 0.03 * 0.4 * share : 0.4 * share) * YEAR_MS;
}

function queryable(pool: Pool): Queryable {
  const rows = async <Row>({ name, text, begin }: Statement, values: unknown[]): Promise<Row[]> => {
    if (!begin) return (await pool.query({ name, text, values })).rows as Row[];
    const client = await pool.connect();
    try {
      const flight = [client.query(begin), client.query({ name, text, values }), client.query('commit')] as const;
      return (await Promise.all(flight))[1].rows as Row[];
    } finally {
      client.release();
    }
  };
  return { rows, row: async <Row>(statement: Statement, values: unknown[]) => (await rows<Row>(statement, values))[0] };
}
