import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { Client, type QueryResultRow } from 'pg';
import { AppModule } from '../../src/app.module';
import { APP_OPTIONS, httpAdapter, setUp } from '../../src/app.setup';
import { KeyRefusalsService } from '../../src/auth/keys/key-refusals.service';
import { Config } from '../../src/config/config';
import { type Permission, PERMISSIONS } from '../../src/contract/key';
import { DatabaseBusy } from '../../src/database/errors';
import { asService, databaseUrl } from './database';
import { HttpClient } from './http-client';
import { APPLIED_AND_HELD } from './held-twice';
import { LEFT_DEALS } from './left-deals';
import { WRONG_LIST_ENTRIES } from './list-entries';
import { PATIENCE_MS } from './patience';
import { bePatient } from './patient-callers';
import { WRONGLY_SHARED_DEALS } from './shared-deals';
import { forAllTests } from './setup';

export const RANDOM_ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

export const OPERATOR_TOKEN = 'operator-token-of-the-test-suite-0123456789';

type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

export interface TestApp {
  readonly app: NestExpressApplication;
  readonly url: string;
  readonly operator: HttpClient;
  /** Makes an account with one key of these permissions, or of all. */
  partner(...permissions: Permission[]): Promise<Partner>;
  /** Runs as an administrator, who sees every account. */
  sql: Sql;
  close(): Promise<void>;
}

export interface Partner {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  readonly api: HttpClient;
  readonly owner: HttpClient;
  readonly staff: HttpClient;
  stages(): Promise<Record<string, string>>;
  withKey(...permissions: Permission[]): Promise<HttpClient>;
  sql<Row extends QueryResultRow>(text: string, ...others: unknown[]): Promise<Row[]>;
}

export interface Account {
  readonly id: string;
}

/** The body of POST /admin/v1/accounts for an account without restrictions. */
export const newAccount = (changes: object = {}) => ({
  name: 'Conta de teste',
  owner: { name: 'Dona', email: `dona-${randomUUID()}@example.com` },
  plan: { api: true, auto_origin: true },
  licence_active: true,
  comercial_enabled: true,
  ...changes,
});

/** Raised limits per minute, except in tests about them. */
const NO_LIMITS = {
  LIMIT_IP_PER_MINUTE: '1000000',
  LIMIT_KEY_PER_MINUTE: '1000000',
  LIMIT_KEY_WRITES_PER_MINUTE: '1000000',
  LIMIT_KEY_METRICS_PER_MINUTE: '1000000',
  LIMIT_SESSION_PER_MINUTE: '1000000',
};

/** The longest timer; a longer one ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Starts an application. `DATABASE_URL` is an administrator's; the service connects with its own role. */
export async function startApp(environment: Settings = {}): Promise<TestApp> {
  const { DATABASE_URL: adminUrl = databaseUrl(), ...others } = environment;
  const app = await started(adminUrl, others);
  return testOf(app, adminUrl, () => app.close());
}

/** Enough for tests of one caller, and for five that wait. The applications of all workers have room on one server. */
const FEW_CONNECTIONS = { DATABASE_CONNECTIONS: '12' };

const { startOnce } = loadedOnce('./shared-app.cjs') as {
  readonly startOnce: (start: () => Promise<NestExpressApplication>) => Promise<NestExpressApplication>;
};

/** Uses the application of this worker. */
async function sharedApp(): Promise<TestApp> {
  const end = bePatient();
  const app = await startOnce(() => started(databaseUrl(), FEW_CONNECTIONS));
  return testOf(app, databaseUrl(), end);
}

async function started(adminUrl: string, settings: Settings = {}): Promise<NestExpressApplication> {
  const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'silent', ...NO_LIMITS, ...settings };
  const app = await listening(Config.from({ ...environment, DATABASE_URL: asService(adminUrl) }));
  // Late writes of earlier calls would disturb tests that count statements; tests of refusals trigger them.
  app.get(KeyRefusalsService).writeAfterMs = LONGEST_TIMER_MS;
  return app;
}

async function testOf(app: NestExpressApplication, adminUrl: string, close: () => unknown): Promise<TestApp> {
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  // Tests send statements while earlier ones run.
  const database = new Client({ connectionString: adminUrl, pipeline: true });
  await database.connect();
  const sql = async <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
    (await database.query<Row>(text, values)).rows;
  const operator = new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN);
  const accounts: string[] = [];
  return {
    app,
    url,
    operator,
    partner: async (...permissions) => {
      const partner = await newPartner({ url, operator, sql }, permissions);
      accounts.push(partner.accountId);
      return partner;
    },
    sql,
    close: async () => {
      const breaches = await breachesIn(database, accounts);
      await database.end();
      // Otherwise an unread answer delays the end for a minute.
      app.getHttpServer().closeAllConnections();
      await close();
      expect(breaches).toEqual({});
    },
  };
}

/** Rules for every account after every test: queries of violating rows in the accounts $1. */
const INVARIANTS = {
  'list entries that do not match leads, deals and tags': WRONG_LIST_ENTRIES,
  'wrong marks of shared deals': WRONGLY_SHARED_DEALS,
  'deals of erased leads': LEFT_DEALS,
  'submissions that were applied and are held': APPLIED_AND_HELD,
};

async function breachesIn(database: Client, accounts: readonly string[]): Promise<Record<string, unknown[]>> {
  const breaches: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await database.query<object>(query, [accounts]);
    if (rows.length > 0) breaches[name] = rows;
  }
  return breaches;
}

type Settings = Readonly<Record<string, string>>;

/**
 * An application for all tests of a file: with settings its own one, made just before; without, the one that the files of this worker
 * share. A file that changes the application gives settings, `{}` if need be.
 */
export const appForAllTests = (settings?: Settings | (() => Settings | Promise<Settings>)): TestApp =>
  forAllTests(async () =>
    settings ? startApp(typeof settings === 'function' ? await settings() : settings) : sharedApp(),
  );

/** Returns a function that starts applications; all are closed after the tests. */
export function appStarter(defaults: Settings = {}): (settings?: Settings) => Promise<TestApp> {
  const running: TestApp[] = [];
  afterAll(() => Promise.all(running.map((test) => test.close())));
  return async (settings = {}) => {
    const test = await startApp({ ...defaults, ...settings });
    running.push(test);
    return test;
  };
}

/** Retries when the start took longer than the service waits for a connection: the machine may be busy or compiling. */
async function listening(config: Config): Promise<NestExpressApplication> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    try {
      const module = await Test.createTestingModule({ imports: [AppModule.of(config)] }).compile();
      const options = { ...APP_OPTIONS, logger: false } as const;
      const app = setUp(module.createNestApplication<NestExpressApplication>(httpAdapter(config), options));
      await app.listen(0, '127.0.0.1');
      return app;
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || performance.now() > end) throw error;
    }
  }
}

async function newPartner(
  { url, operator, sql }: Pick<TestApp, 'url' | 'operator' | 'sql'>,
  permissions: Permission[],
): Promise<Partner> {
  const account = (await operator.post<Account>('/accounts', newAccount())).data;
  const owner = operator.with({ 'X-Account-Id': account.id });
  const create = (wanted: Permission[]) =>
    owner.post<{ id: string; key: string }>('/api-keys', {
      name: 'site',
      permissions: wanted.length > 0 ? wanted : PERMISSIONS,
    });
  const { id: keyId, key } = (await create(permissions)).data;
  const client = (token: string): HttpClient => new HttpClient(`${url}/api/v1`, token);
  return {
    accountId: account.id,
    keyId,
    key,
    api: client(key),
    owner,
    staff: new HttpClient(`${url}/admin/v1/accounts/${account.id}`, OPERATOR_TOKEN),
    stages: async () => {
      const pipelines = (await owner.get<{ stages: { id: string; name: string }[] }[]>('/pipelines')).data;
      return Object.fromEntries(pipelines.flatMap(({ stages }) => stages.map(({ name, id }) => [name, id])));
    },
    withKey: async (...wanted) => client((await create(wanted)).data.key),
    sql: (text, ...others) => sql(text, [account.id, ...others]),
  };
}
