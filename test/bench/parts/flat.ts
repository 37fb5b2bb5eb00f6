import { Pool } from 'pg';
import { type LeadFilters, listLeads, type ListPosition } from '../../../src/leads/reading/lead-list.queries';
import { readPoolOptions } from '../../../src/database/data-source';
import { sendBatch } from '../../../src/database/batch';
import type { Query } from '../../../src/database/query';
import type { Bench } from '../bench';
import { GOALS, type GoalId } from '../goals';
import type { PartResult } from '../result';
import { COMMONNESS, type Commonness, type SeededAccount } from '../seed';
import { randomFrom, type Spread } from '../statistics';
import { checkYardstick, pagesOf, ratioAt, takeTurns, type Times } from '../turns';

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

/** Reads pages of the two accounts in turn, on one connection. */
async function compareAll(bench: Bench, goal: GoalId, cases: readonly Case[]): Promise<PartResult> {
  // As in the service: a list that takes longer is an error, not a figure.
  const pool = new Pool(readPoolOptions(bench.url, 1));
  try {
    const samples = bench.isQuick ? 60 : 400;
    const times = await takeTurns(cases, samples, randomFrom(7), (one, side, share) =>
      readPage(bench.account(side), pool, one, share),
    );
    checkYardstick(times);
    const found = cases.map(({ what }, index) => {
      const ratio = (p: number): Spread => ratioAt(p, times[index] as Times);
      return { what, value: ratio(99), p50: ratio(50).median };
    });
    const worst = found.reduce((a, b) => (a.value.median >= b.value.median ? a : b));
    const rows = found.map(({ what, value, p50 }) => `${what} ${value.median.toFixed(2)} (${p50.toFixed(2)})`);
    const how = `by the service's list function on one connection, both accounts in turn, ${pagesOf(samples)} pages of 50 a case and account`;
    return {
      measures: [{ goal, what: `worst of ${found.length} cases, ${worst.what}`, value: worst.value }],
      contenders: [],
      notes: [`${GOALS[goal].title}, ${how}; p99 (p50): ${rows.join('; ')}.`],
    };
  } finally {
    await pool.end();
  }
}

async function readPage(
  account: SeededAccount,
  pool: Pool,
  { what, filters, isRandom }: Case,
  share: number,
): Promise<void> {
  const position: ListPosition = { updatedAt: new Date(isRandom ? momentIn(what, share) : 0), id: NO_ID };
  const part = { position, count: PAGE, filters: filters(account), withGone: isRandom };
  await readOn(pool, listLeads(account.id, part, true)).catch((error: unknown) => {
    throw new Error(`${what}, ${account.role} account, from ${position.updatedAt.toISOString()}`, { cause: error });
  });
}

/** A moment after which both accounts still have a full page, also when 1 % of 10 k leads match, or the last 3 %. */
function momentIn(what: string, share: number): number {
  return BEGIN + (what.includes('late') ? 0.97 + 0.03 * 0.4 * share : 0.4 * share) * YEAR_MS;
}

async function readOn<T>(pool: Pool, { statement: { name, text }, values, read }: Query<T>): Promise<T> {
  const [result] = await sendBatch(pool, [{ name, text, values }]);
  return read(result?.rows ?? []);
}
