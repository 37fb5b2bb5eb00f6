import { secretHash } from '../../src/auth/keys/api-key';
import { newAccountToken } from '../../src/auth/sessions/account-token';
import { HttpClient } from '../../test/support/http-client';
import type { Bench } from '../bench';
import { Connection } from '../connection';
import { type GoalId, GOALS } from '../goals';
import { message } from '../requests';
import type { Measure, PartResult } from '../result';
import { refuseNoise } from '../rounds';
import type { SeededAccount } from '../seed';
import { OPERATOR_TOKEN } from '../servers';
import { percentile, randomFrom, type Spread, spread } from '../statistics';
import {
  ownerBoard,
  ownerMany,
  ownersDay,
  type PageCase,
  sellersPages,
  partnerPairs,
  partnerSingles,
} from './page-cases';

/** Parts that read pages of a large and a small account in turn, over HTTP on one connection. */

const SIDES = ['big', 'small'] as const;
type Side = (typeof SIDES)[number];
type Accounts = Readonly<Record<Side, SeededAccount>>;

/** Times of one case's pages in milliseconds, by round. */
export type Times = Readonly<Record<Side, number[][]>>;

const ROUNDS = 5;
/** Maximum number of later pages of a case. */
const LATER = 20;

const flatAccounts = (bench: Bench): Accounts => ({ big: bench.account('big'), small: bench.account('small') });

export const flat = (bench: Bench): Promise<PartResult> =>
  withReader(bench, '/api/v1', (reader) => compared(reader, flatAccounts(bench), partnerSingles(), 99, 'listFlat'));

export const two = (bench: Bench): Promise<PartResult> =>
  withReader(bench, '/api/v1', (reader) => compared(reader, flatAccounts(bench), partnerPairs(), 99, 'listTwo'));

/** Measures the owner's list, search and board. */
export const owner = (bench: Bench): Promise<PartResult> =>
  withReader(bench, '/admin/v1', async (reader) => {
    const many = await compared(reader, flatAccounts(bench), ownerMany(), 99, 'ownerFlat');
    const steps = { big: bench.account('middle'), small: bench.account('tiny') };
    const board = await compared(reader, steps, ownerBoard(), 50, 'ownerSteps');
    return { measures: [...many.measures, ...board.measures], notes: [...(many.notes ?? []), ...(board.notes ?? [])] };
  });

/** Measures list, search and board of a seller who sees own and unassigned leads only. */
export const own = (bench: Bench): Promise<PartResult> =>
  withReader(
    bench,
    '/admin/v1',
    async (reader) => {
      const accounts = flatAccounts(bench);
      for (const { id } of Object.values(accounts)) await reader.letSellersSeeOwn(id);
      return compared(reader, accounts, sellersPages(), 99, 'ownFlat');
    },
    true,
  );

/** Measures GET /today, its lists, and the breakdown of a month. */
export const day = (bench: Bench): Promise<PartResult> =>
  withReader(bench, '/admin/v1', (reader) => {
    const steps = { big: bench.account('middle'), small: bench.account('tiny') };
    return compared(reader, steps, ownersDay(), 50, 'ownerSteps');
  });

async function withReader(
  bench: Bench,
  api: Api,
  work: (reader: Reader) => Promise<PartResult>,
  isSeller = false,
): Promise<PartResult> {
  const reader = new Reader(bench, api, isSeller);
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}

async function compared(
  reader: Reader,
  accounts: Accounts,
  cases: readonly PageCase[],
  p: number,
  goal: GoalId,
): Promise<PartResult> {
  const found: Timed[] = [];
  for (const one of cases) {
    const paths = { big: await pathsOf(reader, one, accounts.big), small: await pathsOf(reader, one, accounts.small) };
    const read = (side: Side, share: number) => reader.read(accounts[side], paths[side](share));
    found.push({ ...one, read, times: { big: [], small: [] } });
  }
  const samples = reader.samples;
  const random = randomFrom(7);
  // A named statement may get its generic plan from the sixth execution on.
  for (const { read } of found) await slotOf(read, 10, random);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { read, times } of found) {
      const slot = await slotOf(read, samples, random);
      for (const side of SIDES) times[side].push(slot[side]);
    }
  }
  checkYardstick(found.map(({ times }) => times));
  const rows = found.map(({ what, times }) => `${what} ${shown(times, 99)} (${shown(times, 50)})`);
  const how = `${samples * ROUNDS} pages a case and account; p99 (p50)`;
  return { measures: worstOf(found, p, goal), notes: [`${GOALS[goal].title}, ${how}: ${rows.join('; ')}.`] };
}

type Read = (side: Side, share: number) => Promise<unknown>;
type Timed = PageCase & { readonly times: Times; readonly read: Read };

const shown = (times: Times, p: number): string => ratioAt(p, times).median.toFixed(2);

/** Reads both accounts at the same places. Each account is first equally often. */
async function slotOf(read: Read, samples: number, random: () => number): Promise<Record<Side, number[]>> {
  const times: Record<Side, number[]> = { big: [], small: [] };
  for (let n = 0; n < samples; n++) {
    const share = random();
    for (const side of n % 2 ? [...SIDES].reverse() : SIDES) {
      const begin = performance.now();
      await read(side, share);
      times[side].push(performance.now() - begin);
    }
  }
  return times;
}

/** Checks the yardstick: the sum of the small account's medians over all cases must not differ between the rounds. */
export function checkYardstick(times: readonly Times[]): void {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    times.reduce((sum, { small }) => sum + percentile(small[round] ?? [], 50), 0),
  );
  refuseNoise('the small account', rounds, `${rounds.map((milliseconds) => milliseconds.toFixed(1)).join(' ')} ms`);
}

/** Returns the ratio of the percentiles of all samples, with its range over the rounds. */
export function ratioAt(p: number, { big, small }: Times): Spread {
  const median = percentile(big.flat(), p) / percentile(small.flat(), p);
  const { min, max } = spread(big.map((values, round) => percentile(values, p) / percentile(small[round] ?? [], p)));
  return { median, min: Math.min(min, median), max: Math.max(max, median) };
}

/** Returns the worst case of each group. */
function worstOf(found: readonly Timed[], p: number, goal: GoalId): Measure[] {
  return [...new Set(found.map(({ group }) => group))].map((group) => {
    const cases = found.filter((one) => one.group === group);
    const measured = cases.map(({ what, times }) => ({ what, value: ratioAt(p, times) }));
    const worst = measured.reduce((a, b) => (a.value.median >= b.value.median ? a : b));
    return { goal, what: `${group}, worst of ${measured.length} cases, ${worst.what}`, value: worst.value };
  });
}

/** Returns the paths of a case's pages. Throws when an account lacks the leads or the later pages of the case. */
async function pathsOf(reader: Reader, one: PageCase, account: SeededAccount): Promise<(share: number) => string> {
  const first = one.path(account, 0);
  const { leads, next } = await reader.page(account, first);
  const wanted = one.leads ?? leads;
  if (leads !== wanted) throw new Error(`${one.what}, ${account.role} account: ${leads} leads, not ${wanted}`);
  if (!one.isLater) return (share) => one.path(account, share);
  const paths: string[] = [];
  for (let cursor = next; cursor !== null && paths.length < LATER;) {
    const path = `${first}&cursor=${cursor}`;
    const page = await reader.page(account, path);
    if (page.leads === wanted) paths.push(path);
    cursor = page.next;
  }
  if (paths.length === 0) throw new Error(`${one.what}, ${account.role} account: no later page`);
  return (share) => paths[Math.floor(share * paths.length)] ?? '';
}

type Api = '/api/v1' | '/admin/v1';

interface Answer {
  readonly data: object[] | { readonly stages?: readonly { readonly cards: readonly object[] }[] };
  readonly next_cursor?: string | null;
}

/** Reads pages on one connection: as a partner with the account's key, or as an owner or a seller with a session for each account. */
class Reader {
  private readonly connection: Connection;
  private readonly tokens = new Map<string, string>();
  private readonly random = randomFrom(11);
  /** Number of pages for each case, account and round. */
  readonly samples: number;

  constructor(
    private readonly bench: Bench,
    private readonly api: Api,
    private readonly isSeller: boolean,
  ) {
    this.connection = new Connection(bench.service.port);
    this.samples = (bench.isQuick ? 40 : 200) * (api === '/api/v1' ? 2 : 1);
  }

  /** Reads a page without parsing it. Throws for any answer but 200. */
  async read(account: SeededAccount, path: string): Promise<() => string> {
    const key = this.api === '/api/v1' ? account.key : (this.tokens.get(account.id) ?? (await this.signIn(account)));
    const { status, text } = await this.connection.send(message('GET', this.api + path, { key }, this.random));
    if (status !== 200) throw new Error(`${path}: ${status} ${text()}`);
    return text;
  }

  async page(account: SeededAccount, path: string): Promise<{ leads: number; next: string | null }> {
    const text = await this.read(account, path);
    const { data, next_cursor: next = null } = JSON.parse(text()) as Answer;
    const leads = Array.isArray(data)
      ? data.length
      : (data.stages ?? []).reduce((sum, { cards }) => sum + cards.length, 0);
    return { leads, next };
  }

  close(): void {
    this.connection.close();
  }

  async letSellersSeeOwn(accountId: string): Promise<void> {
    await this.operator.with({ 'X-Account-Id': accountId }).patch('/account', { sellers_see: 'own' });
  }

  private get operator(): HttpClient {
    return new HttpClient(`http://127.0.0.1:${this.bench.service.port}/admin/v1`, OPERATOR_TOKEN);
  }

  private async signIn({ id }: SeededAccount): Promise<string> {
    const { token } = this.isSeller
      ? { token: await this.sellersToken(id) }
      : (await this.operator.post<{ token: string }>(`/accounts/${id}/owner-sessions`)).data;
    this.tokens.set(id, token);
    return token;
  }

  /** Adds a session of the seeded seller. */
  private async sellersToken(accountId: string): Promise<string> {
    const token = newAccountToken('session', accountId);
    await this.bench.cluster.sql(
      `insert into sessions (account_id, token_hash, id, member_id, created_at, expires_at, last_used_at)
       values ($1, $2, gen_random_uuid(), md5($1::uuid::text || 'seller')::uuid, now(), now() + interval '12 hours', now())`,
      this.bench.database,
      [accountId, secretHash(token)],
    );
    return token;
  }
}
