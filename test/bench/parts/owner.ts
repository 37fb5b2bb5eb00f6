import { isDeepStrictEqual } from 'node:util';
import { type Searched, wordsOf } from '../../../src/leads/record/search-words';
import { HttpClient } from '../../support/http-client';
import type { Bench } from '../bench';
import { Connection } from '../connection';
import { type GoalId, GOALS } from '../goals';
import { message } from '../requests';
import type { Measure, PartResult } from '../result';
import type { SeededAccount } from '../seed';
import { OPERATOR_TOKEN } from '../servers';
import { percentile, randomFrom } from '../statistics';
import { checkYardstick, pagesOf, ratioAt, type Side, takeTurns, type Times } from '../turns';
import { boardCases, manyCases, type OwnerCase } from './owner-cases';

/** Two accounts, and the goals of the percentiles. */
interface Comparison {
  readonly accounts: Readonly<Record<Side, SeededAccount>>;
  readonly cases: readonly OwnerCase[];
  readonly goals: Readonly<Partial<Record<50 | 99, GoalId>>>;
}

/** The owner's list, search and board through the service, in accounts of different sizes. */
export async function owner(bench: Bench): Promise<PartResult> {
  await checkWords(bench);
  const reader = new Reader(bench);
  try {
    const flat = await compared(bench, reader, {
      accounts: { big: bench.account('big'), small: bench.account('small') },
      cases: manyCases(),
      goals: { 99: 'ownerFlat' },
    });
    const steps = await compared(bench, reader, {
      accounts: { big: bench.account('middle'), small: bench.account('tiny') },
      cases: boardCases(),
      goals: { 50: 'ownerSteps' },
    });
    return {
      measures: [...flat.measures, ...steps.measures],
      contenders: [],
      notes: [...flat.notes, ...steps.notes],
    };
  } finally {
    reader.close();
  }
}

async function compared(bench: Bench, reader: Reader, { accounts, cases, goals }: Comparison): Promise<PartResult> {
  const paths = new Map<OwnerCase, Record<Side, string[]>>();
  for (const one of cases) {
    const [big, small] = [await pathsOf(reader, one, accounts.big), await pathsOf(reader, one, accounts.small)];
    paths.set(one, { big, small });
  }
  const samples = bench.isQuick ? 40 : 200;
  const times = await takeTurns(cases, samples, randomFrom(7), (one, side, share) => {
    const found = paths.get(one)?.[side] ?? [];
    return reader.read(accounts[side], found[Math.floor(share * found.length)] ?? '');
  });
  const found = cases.map((one, index) => ({ ...one, times: times[index] as Times }));
  const measures = Object.entries(goals).flatMap(([p, goal]) => worstOf(found, Number(p), goal));
  const rows = found.map((one) => `${one.what} ${shown(99, one)} (${shown(50, one)}, ${milliseconds(one)} ms)`);
  const [goal = 'ownerFlat'] = Object.values(goals);
  const { title } = GOALS[goal];
  const how = `over HTTP on one connection with a session, both accounts in turn, ${pagesOf(samples)} pages a case and account`;
  const note = `${title}, ${how}; each case p99 (p50, that of the small account): ${rows.join('; ')}.`;
  // Also where the machine is too busy for a figure.
  bench.say(note);
  checkYardstick(times);
  return { measures, contenders: [], notes: [note] };
}

type Timed = OwnerCase & { readonly times: Times };

const shown = (p: number, { times }: Timed): string => ratioAt(p, times).median.toFixed(2);

const milliseconds = ({ times }: Timed): string => percentile(times.small.flat(), 50).toFixed(1);

/** The worst case of each group. */
function worstOf(found: readonly Timed[], p: number, goal: GoalId): Measure[] {
  return [...new Set(found.map(({ group }) => group))].map((group) => {
    const measured = found
      .filter((one) => one.group === group)
      .map(({ what, times }) => ({ what, value: ratioAt(p, times) }));
    const worst = measured.reduce((a, b) => (a.value.median >= b.value.median ? a : b));
    return { goal, what: `${group}, worst of ${measured.length} cases, ${worst.what}`, value: worst.value };
  });
}

/** How many later pages a case has at most. */
const LATER = 20;

/** The addresses of a case's pages. Throws for an account that does not show what the case is about. */
async function pathsOf(reader: Reader, one: OwnerCase, account: SeededAccount): Promise<string[]> {
  const first = one.path(account);
  const { leads, next } = await reader.page(account, first);
  const wanted = one.leads ?? leads;
  if (leads !== wanted) throw new Error(`${one.what}, ${account.role} account: ${leads} leads, not ${wanted}`);
  if (!one.isLater) return [first];
  const paths: string[] = [];
  for (let cursor = next; cursor !== null && paths.length < LATER;) {
    const path = `${first}&cursor=${cursor}`;
    const page = await reader.page(account, path);
    if (page.leads === wanted) paths.push(path);
    cursor = page.next;
  }
  if (paths.length === 0) throw new Error(`${one.what}, ${account.role} account: no later page`);
  return paths;
}

/** Reads pages of owners on one connection, with a session for each account. */
class Reader {
  private readonly connection: Connection;
  private readonly tokens = new Map<string, string>();
  private readonly random = randomFrom(11);

  constructor(private readonly bench: Bench) {
    this.connection = new Connection(bench.service.port);
  }

  /** Throws for any answer but 200; returns its text unread. */
  async read(account: SeededAccount, path: string): Promise<() => string> {
    const key = this.tokens.get(account.id) ?? (await this.signIn(account));
    const { status, text } = await this.connection.send(message('GET', `/admin/v1${path}`, { key }, this.random));
    if (status !== 200) throw new Error(`${path}: ${status} ${text()}`);
    return text;
  }

  async page(account: SeededAccount, path: string): Promise<{ leads: number; next: string | null }> {
    const text = await this.read(account, path);
    const { data, next_cursor: next = null } = JSON.parse(text()) as Answer;
    const leads = Array.isArray(data) ? data.length : data.stages.reduce((sum, { cards }) => sum + cards.length, 0);
    return { leads, next };
  }

  close(): void {
    this.connection.close();
  }

  private async signIn({ id }: SeededAccount): Promise<string> {
    const operator = new HttpClient(`http://127.0.0.1:${this.bench.service.port}/admin/v1`, OPERATOR_TOKEN);
    const { token } = (await operator.post<{ token: string }>(`/accounts/${id}/owner-sessions`)).data;
    this.tokens.set(id, token);
    return token;
  }
}

interface Answer {
  readonly data: object[] | { readonly stages: readonly { readonly cards: readonly object[] }[] };
  readonly next_cursor?: string | null;
}

/** Throws where the seed has entered a lead by other words than the service would, or has given it the id of another moment. */
async function checkWords({ cluster, database, accounts }: Bench): Promise<void> {
  const rows = await cluster.sql<Searched & { id: string; at: string; words: string[] }>(
    `select l.id, l.name, l.email, l.phone, (extract(epoch from l.created_at) * 1000)::bigint::text as at,
            array(select w.word from lead_words w where w.account_id = l.account_id and w.lead_id = l.id) as words
     from leads l tablesample bernoulli (0.1) where l.account_id = any($1::uuid[]) and l.touched_at < '2026-06-02'`,
    database,
    [accounts.map(({ id }) => id)],
  );
  if (rows.length === 0) throw new Error('the seed has no leads');
  for (const { id, at, words, ...lead } of rows) {
    const begin = parseInt(id.replace('-', '').slice(0, 12), 16);
    const isRight = isDeepStrictEqual(words.sort(), wordsOf(lead).sort()) && begin === Number(at);
    if (!isRight)
      throw new Error(`the seed's lead ${JSON.stringify({ id, at, words, ...lead })} is not as the service makes it`);
  }
}
