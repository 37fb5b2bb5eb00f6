import { appendFileSync, chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { HttpClient } from '../../support/http-client';
import { MailServer } from '../../support/mail-server';
import { tally } from '../../support/race';
import { Auditor } from './auditor';
import { check, unaudited, type Violation } from './checker';
import { Cluster, ROLE } from './cluster';
import { type Call, callsOf, parseHistory } from './history';
import { Instance, MAIN } from './instance';
import { Loader, type LoadOptions, phoneOf } from './loader';
import { mustRun } from './processes';
import { RedisServer } from './redis';
import { readState } from './state';

export const OPERATOR_TOKEN = 'operator-token-of-the-fault-suite-0123456789';
const MIGRATE = resolve('dist/src/migrate.js');
const REPORT = resolve('.data/fault');
const DATABASE = 'service';
const NO_LIMIT = 1_000_000_000;
/** Number of POSTs that must be acknowledged under load. Every machine does far more in the quiet time before a fault. */
const LEAST_ACKNOWLEDGED = 50;

/** Settings for the service and for PostgreSQL's processes, and the relay between the two. */
export interface StackOptions {
  readonly env?: Record<string, string>;
  readonly postgresEnv?: Record<string, string>;
  /** Returns the port through which the service reaches PostgreSQL. */
  readonly relay?: (port: number) => Promise<number>;
  /** Another build than this one, for the migrations and the instances. */
  readonly build?: { readonly migrate: string; readonly main: string };
}

export interface Partner {
  readonly accountId: string;
  readonly key: string;
  readonly stages: readonly string[];
  /** Clients for the partner's and the owner's routes. Consecutive numbers call the instances in turn. */
  api(turn: number): HttpClient;
  owner(turn: number): HttpClient;
}

/** PostgreSQL, Redis, a mail server and two instances of the service, all only for this suite and on 127.0.0.1. */
export class Stack {
  /** Functions that undo a test's changes to the folder after everything has ended. */
  readonly undoings: (() => void)[] = [];

  private constructor(
    readonly folder: string,
    readonly cluster: Cluster,
    readonly redis: RedisServer,
    readonly mail: MailServer,
    readonly instances: readonly Instance[],
    private readonly settings: Record<string, string>,
    /** Milliseconds that a plain start of the instances took on this machine. */
    readonly startTime: number,
    /** False if the instances were started from another build; a test may replace some of them by this one. */
    private readonly isThisRelease: boolean,
  ) {}

  static async start(options: StackOptions = {}): Promise<Stack> {
    const ends: (() => unknown)[] = [];
    try {
      return await Stack.make(options, ends);
    } catch (error) {
      for (const end of ends.reverse()) await end();
      throw error;
    }
  }

  /** `ends` collects functions that clean up when a later step fails. */
  private static async make(
    { env = {}, postgresEnv, relay, build }: StackOptions,
    ends: (() => unknown)[],
  ): Promise<Stack> {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-fault-'));
    chmodSync(folder, 0o755);
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const cluster = await Cluster.create(join(folder, 'postgres'), postgresEnv);
    ends.push(() => cluster.stop('immediate'));
    const urls = await cluster.createDatabase(DATABASE);
    await migrateDatabase(urls.owner, build?.migrate);
    const redis = await RedisServer.start();
    ends.push(() => redis.kill());
    const mail = new MailServer();
    await mail.open();
    ends.push(() => mail.close());
    const settings = {
      DATABASE_URL: relay ? cluster.url(DATABASE, ROLE, await relay(cluster.port)) : urls.app,
      REDIS_URL: redis.url,
      OPERATOR_TOKEN,
      SMTP_URL: mail.url,
      MAIL_FROM: 'entrada@example.com',
      LOG_LEVEL: 'info',
      LIMIT_IP_PER_MINUTE: String(NO_LIMIT),
      LIMIT_KEY_PER_MINUTE: String(NO_LIMIT),
      LIMIT_KEY_WRITES_PER_MINUTE: String(NO_LIMIT),
      LIMIT_KEY_METRICS_PER_MINUTE: String(NO_LIMIT),
      LIMIT_SESSION_PER_MINUTE: String(NO_LIMIT),
      LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: String(NO_LIMIT),
      ...env,
    };
    const begin = performance.now();
    const starts = ['one', 'two'].map(async (name) => {
      const instance = await Instance.start(folder, name, settings, build?.main ?? MAIN);
      ends.push(() => instance.stop('SIGKILL'));
      return instance;
    });
    await Promise.allSettled(starts);
    const instances = await Promise.all(starts);
    return new Stack(folder, cluster, redis, mail, instances, settings, performance.now() - begin, !build);
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop('SIGKILL')));
    this.redis.thaw();
    await this.redis.kill();
    await this.mail.close();
    await this.cluster.stop('immediate').catch(() => undefined);
    for (const undo of this.undoings.reverse()) undo();
    mkdirSync(REPORT, { recursive: true });
    for (const { logFile } of this.instances) copyFileSync(logFile, join(REPORT, basename(logFile)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts one more instance without load; the caller stops it. */
  another = (name: string, entry = MAIN): Promise<Instance> => Instance.start(this.folder, name, this.settings, entry);

  get deaths(): number {
    return this.instances.reduce((sum, { deaths }) => sum + deaths, 0);
  }

  instance(turn: number): Instance {
    const instance = this.instances[turn % this.instances.length];
    if (!instance) throw new Error('no instance');
    return instance;
  }

  operator(turn = 0): HttpClient {
    return this.client(turn, '/admin/v1', OPERATOR_TOKEN);
  }

  private client(turn: number, path: string, credential: string): HttpClient {
    return new HttpClient(this.instance(turn).url + path, credential, {}, this.isThisRelease);
  }

  sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    this.cluster.sql<Row & Record<string, unknown>>(text, DATABASE, values);

  as = <T>(work: (client: Client) => Promise<T>): Promise<T> => this.cluster.as(DATABASE, work);

  /** Opens an account with one key that has every permission. */
  async partner(): Promise<Partner> {
    const owner = { name: 'Dona', email: `dona-${Date.now()}-${Math.random()}@example.com` };
    const account = { name: 'Conta', owner, plan: { api: true, auto_origin: true } };
    const opened = await this.operator().post<{ id: string }>('/accounts', {
      ...account,
      licence_active: true,
      comercial_enabled: true,
    });
    const accountId = opened.data.id;
    const ownerOf = (turn: number) => this.operator(turn).with({ 'X-Account-Id': accountId });
    const permissions = ['leads:read', 'leads:write', 'pipeline:read', 'pipeline:write', 'metrics:read'];
    const { key } = (await ownerOf(0).post<{ key: string }>('/api-keys', { name: 'site', permissions })).data;
    const apiOf = (turn: number) => this.client(turn, '/api/v1', key);
    const rows = await this.sql<{ id: string }>(
      'select id from stages where account_id = $1 and not is_won order by position',
      [accountId],
    );
    return { accountId, key, stages: rows.map(({ id }) => id), api: apiOf, owner: ownerOf };
  }

  /** Checks the invariants against the answers to these calls. */
  async check(
    partner: Partner,
    calls: readonly Call[],
    seeded: readonly string[] = [],
    leastAcknowledged = 0,
  ): Promise<Violation[]> {
    const state = await this.as((db) => readState(db, partner.accountId));
    return check(calls, state, { seeded, dailyLimit: NO_LIMIT, leastAcknowledged });
  }

  /**
   * Runs a fault under load and checks every invariant afterwards. `fault` gets the running loader. It returns when the fault
   * is over and the service has recovered. The history goes to `.data/fault`.
   */
  async underLoad(
    name: string,
    fault: (run: Run) => Promise<Figures | void>,
    options: RunOptions = {},
  ): Promise<Result> {
    const partner = await this.partner();
    const seeded = [0, 1, 2].map(phoneOf);
    for (const phone of seeded) {
      const body = { phone: phone.spelled(0), channel: 'chat' };
      await this.operator().post(`/accounts/${partner.accountId}/conversations`, body);
    }
    const { accountId, key, stages } = partner;
    const targets = this.instances.map(({ url }) => url);
    const load = new Loader({ targets, key, stages, connections: 16, phones: 40, rest: 20, ...options });
    const audited = await this.partner();
    const auditor = new Auditor({ targets, isOpen: options.isOpen }, OPERATOR_TOKEN, audited.accountId);
    load.start();
    auditor.start();
    await sleep(1_500);
    const deaths = this.deaths;
    const begin = performance.now();
    const figures = (await fault({ load, partner, accountId })) ?? {};
    const seconds = (performance.now() - begin) / 1000;
    await sleep(500);
    await Promise.all([load.stop(), auditor.stop()]);
    const retried = await load.settle();
    mkdirSync(REPORT, { recursive: true });
    const jsonl = load.history.map((event) => JSON.stringify(event)).join('\n');
    writeFileSync(join(REPORT, `${name}.jsonl`), jsonl);
    const calls = callsOf(parseHistory(jsonl));
    const deeds = callsOf(auditor.history);
    const violations = [
      ...(await this.check(
        partner,
        calls,
        seeded.map(({ key: phoneKey }) => phoneKey),
        LEAST_ACKNOWLEDGED,
      )),
      ...unaudited(deeds, await this.as((db) => readState(db, audited.accountId))),
    ];
    const result = summary(name, calls, violations, {
      ...figures,
      retried,
      audited: auditor.history.length / 2,
      auditFailures: tally(auditor.failures.map((message) => message.replaceAll(/[\da-f-]{36}/g, '…'))),
      restarts: this.deaths - deaths,
      seconds,
    });
    report(result);
    // Deeds are not printed, like the calls.
    return Object.defineProperty(result, 'deeds', { value: deeds, enumerable: false });
  }
}

/** Writes figures of a fault to `.data/fault/figures.jsonl` and to the terminal. */
export function report(figures: Figures): void {
  mkdirSync(REPORT, { recursive: true });
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 10) / 10 : value,
    ]),
  );
  appendFileSync(join(REPORT, 'figures.jsonl'), `${JSON.stringify(rounded)}\n`);
  process.stdout.write(`${JSON.stringify(rounded)}\n`);
}

export const migrateDatabase = (url: string, command = MIGRATE): Promise<string> =>
  mustRun(process.execPath, [command], { DATABASE_URL: url });

export interface Run {
  readonly load: Loader;
  readonly partner: Partner;
  readonly accountId: string;
}

export type RunOptions = Partial<Pick<LoadOptions, 'connections' | 'phones' | 'rest' | 'targets' | 'isOpen'>>;

export type Figures = Record<string, unknown>;

export interface Result extends Figures {
  readonly calls: readonly Call[];
  /** The calls of the auditor. Each must succeed, except one of two erasures. */
  readonly deeds: readonly Call[];
  readonly violations: readonly Violation[];
  readonly requests: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly lost: number;
  readonly slowest: number;
  readonly restarts: number;
}

/** `acknowledged` counts writes answered with 2xx. `lost` counts violations of I1, I4 and I9. */
function summary(
  fault: string,
  calls: readonly Call[],
  violations: readonly Violation[],
  more: Figures & { restarts: number },
): Result {
  const writes = calls.filter(({ sent }) => ['post', 'patch', 'move'].includes(sent.kind));
  const isLoss = ({ invariant }: Violation): boolean => ['I1', 'I4', 'I9'].includes(invariant);
  const result = {
    fault,
    requests: calls.length,
    acknowledged: writes.filter(({ outcome }) => outcome === 'ok').length,
    refused: calls.filter(({ outcome }) => outcome === 'fail').length,
    unknown: calls.filter(({ outcome }) => outcome === 'info').length,
    errors: calls.filter(({ seen }) => seen?.status === 500).length,
    resets: calls.filter(({ outcome, seen }) => outcome === 'info' && !seen).length,
    lost: violations.filter(isLoss).length,
    violated: violations.length,
    slowest: Math.max(...calls.map(({ invokedAt, endedAt }) => endedAt - invokedAt)),
    ...more,
  };
  // Calls and violations are not printed.
  Object.defineProperty(result, 'calls', { value: calls, enumerable: false });
  Object.defineProperty(result, 'violations', { value: violations, enumerable: false });
  return result as unknown as Result;
}
