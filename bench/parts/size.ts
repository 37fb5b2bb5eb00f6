import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { HttpClient, ok } from '../../test/support/http-client';
import type { Bench, Slot } from '../bench';
import { Lanes } from '../lanes';
import { message, pick, Requests } from '../requests';
import type { PartResult } from '../result';
import { plan } from '../rounds';
import { type Figures, figuresIn, type TableSize, withFigures } from '../size-figures';
import { openAccount, OPERATOR_TOKEN, type ServerProcess, serviceOnNew } from '../servers';
import { median, randomFrom } from '../statistics';

const DATABASE = 'bench_size';
const LEADS = { quick: 3_000, full: 30_000 } as const;
const ACCOUNTS = 30;
const CONNECTIONS = 16;
const PAGE = resolve('docs/scaling.md');

interface Account {
  readonly key: string;
  readonly session: string;
  readonly stages: readonly string[];
}

/** A lead that was made, with its deal. */
interface Made {
  readonly account: Account;
  readonly id: string;
  readonly dealId: string;
}

/**
 * Measures what a lead takes: bytes of each table with its indexes in an empty database, write-ahead log and processor time in the full
 * one. A full run writes the figures into docs/scaling.md.
 */
export async function size(bench: Bench): Promise<PartResult> {
  const tables = await grownTables(bench);
  const figures: Figures = { tables, ...(await costs(bench)) };
  if (!bench.isQuick) {
    const page = withFigures(readFileSync(PAGE, 'utf8'), figures);
    writeFileSync(PAGE, await format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' }));
  }
  return { measures: [], notes: [figuresIn(figures)] };
}

/** Fills an empty database through the service, and weighs its tables after the leads came, and after the work on them. */
async function grownTables(bench: Bench): Promise<TableSize[]> {
  const { cluster } = bench;
  const service = await serviceOnNew(cluster, DATABASE);
  const lanes = new Lanes(service.port, CONNECTIONS);
  const weigh = async (): Promise<Map<string, number>> => {
    await cluster.sql('vacuum', DATABASE);
    const rows = await cluster.sql<{ name: string; bytes: number }>(TABLES, DATABASE);
    return new Map(rows.map(({ name, bytes }) => [name, bytes]));
  };
  try {
    const accounts: Account[] = [];
    for (let n = 0; n < ACCOUNTS; n++) accounts.push(await newAccount(service));
    const load = new LeadLoad(lanes, accounts);
    const count = LEADS[bench.mode];
    const empty = await weigh();
    const made = await atOnce(Array.from({ length: count }), () => load.submit());
    const filled = await weigh();
    // The benchmark's server has no autovacuum, which would run after 5 % of changes.
    const part = count / 20;
    for (let from = 0; from < count; from += part) {
      await atOnce(made.slice(from, from + part), (lead, n) => load.workOn(lead, n));
      await cluster.sql('vacuum', DATABASE);
    }
    const worked = await weigh();
    return [...empty].map(([name, bytes]) => ({
      name,
      isNew: ((filled.get(name) ?? 0) - bytes) / count,
      isWorkedOn: ((worked.get(name) ?? 0) - bytes) / count,
    }));
  } finally {
    lanes.close();
    await service.stop();
    await cluster.sql(`drop database if exists ${DATABASE} with (force)`);
  }
}

const TABLES = `select relname::text as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;

async function newAccount(service: ServerProcess): Promise<Account> {
  const { id, key } = await openAccount(service);
  const operator = new HttpClient(`http://127.0.0.1:${service.port}/admin/v1`, OPERATOR_TOKEN);
  const session = (await ok(operator.post<{ token: string }>(`/accounts/${id}/owner-sessions`))).token;
  type Pipeline = { stages: { id: string; is_won: boolean; is_lost: boolean }[] };
  const [pipeline] = await ok(operator.with({ 'X-Account-Id': id }).get<Pipeline[]>('/pipelines'));
  const stages = (pipeline?.stages ?? []).filter((stage) => !stage.is_won && !stage.is_lost).map((stage) => stage.id);
  return { key, session, stages };
}

/** Runs the work for each item over all connections at once. */
async function atOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, n: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n] as Item, n);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return results;
}

/** Sends leads, and what people do with them in a year: two moves, a call, and an appointment with every third. */
class LeadLoad {
  private readonly random = randomFrom(1);
  private readonly requests = new Requests(this.random);

  constructor(
    private readonly lanes: Lanes,
    private readonly accounts: readonly Account[],
  ) {}

  async submit(): Promise<Made> {
    const account = pick(this.accounts, this.random);
    const text = this.requests.text('new', '', [{ key: account.key, leads: 0, ids: [] }]);
    const { id, deal } = await this.send<{ id: string; deal: { id: string } }>(text, 201);
    return { account, id, dealId: deal.id };
  }

  async workOn({ account, id, dealId }: Made, n: number): Promise<void> {
    const { session, stages } = account;
    const call = (method: string, path: string, body: object): string =>
      message(method, `/admin/v1${path}`, { key: session }, this.random, JSON.stringify(body));
    for (const stage_id of stages.slice(1, 3))
      await this.send(call('PUT', `/deals/${dealId}/stage`, { stage_id }), 200);
    const activity = { type: 'call', reached: true, text: 'Quer uma visita na semana que vem, de manhã.' };
    await this.send(call('POST', `/leads/${id}/activities`, activity), 201);
    if (n % 3 > 0) return;
    const appointment = { lead_id: id, starts_at: new Date(Date.now() + 86_400_000).toISOString(), attended: false };
    await this.send(call('POST', '/appointments', appointment), 201);
  }

  private async send<Data>(text: string, status: number): Promise<Data> {
    const answer = await this.lanes.send(text);
    if (answer.status !== status) throw new Error(`${answer.status} ${answer.text()}`);
    return (JSON.parse(answer.text()) as { data: Data }).data;
  }
}

/** New leads between two checkpoints, as at three leads a second and the checkpoints of five minutes that PostgreSQL makes by itself. */
const BETWEEN_CHECKPOINTS = 1_000;

/** Measures new leads of the full accounts, long after a checkpoint and right after one. */
async function costs(bench: Bench): Promise<Omit<Figures, 'tables'>> {
  const post = (count: number): Promise<Slot> =>
    bench.slot({ server: bench.service, kind: 'new', connections: CONNECTIONS, count });
  const [warm, fresh]: [Slot[], Slot[]] = [[], []];
  for (let round = 0; round < plan(bench).rounds; round++) {
    await bench.cluster.sql('checkpoint');
    fresh.push(await post(BETWEEN_CHECKPOINTS));
    await post(5 * BETWEEN_CHECKPOINTS);
    warm.push(await post(BETWEEN_CHECKPOINTS));
  }
  const of = (slots: readonly Slot[], name: 'wal' | 'nodeCpu' | 'databaseCpu') =>
    median(slots.map((slot) => slot[name]));
  return {
    wal: of(warm, 'wal'),
    walWithCheckpoints: of(fresh, 'wal'),
    serviceCpu: of(warm, 'nodeCpu'),
    databaseCpu: of(warm, 'databaseCpu'),
  };
}
