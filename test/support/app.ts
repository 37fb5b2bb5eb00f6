import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { Client, type QueryResultRow } from 'pg';
import { AppModule } from '../../src/app.module';
import { APP_OPTIONS, httpAdapter, setUp } from '../../src/app.setup';
import { KeyRefusalsService } from '../../src/auth/key-refusals.service';
import { Config } from '../../src/config';
import { type Permission, PERMISSIONS } from '../../src/contract/key';
import { asService, databaseUrl } from './database';
import { HttpClient } from './http-client';
import { APPLIED_AND_HELD } from './held-twice';
import { LEFT_DEALS } from './left-deals';
import { WRONG_LIST_ENTRIES } from './list-entries';
import { PATIENCE_MS } from './patience';
import { WRONGLY_SHARED_DEALS } from './shared-deals';
import { forAllTests } from './setup';

/** An id that does not exist. */
export const RANDOM_ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

export const OPERATOR_TOKEN = 'operator-token-of-the-test-suite-0123456789';

type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The real application on a real PostgreSQL, listening on a port of its own. */
export interface TestApp {
  readonly app: NestExpressApplication;
  readonly url: string;
  readonly operator: HttpClient;
  /** A partner server: an account of its own with one key of these permissions, or of all. */
  partner(...permissions: Permission[]): Promise<Partner>;
  /** As an administrator, who sees every account. */
  sql: Sql;
  close(): Promise<void>;
}

export interface Partner {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  readonly api: HttpClient;
  /** The account's owner routes, called by the operator. */
  readonly owner: HttpClient;
  /** The operator's routes below the account. */
  readonly staff: HttpClient;
  /** The ids of the stages of the account's pipelines, by their names. */
  stages(): Promise<Record<string, string>>;
  /** A further key of the same account, of these permissions or of all. */
  withKey(...permissions: Permission[]): Promise<HttpClient>;
  /** A statement about the account, whose id is $1. */
  sql<Row extends QueryResultRow>(text: string, ...others: unknown[]): Promise<Row[]>;
}

export interface Account {
  readonly id: string;
}

/** The body of POST /admin/v1/accounts for an account that may do everything. */
export const newAccount = (changes: object = {}) => ({
  name: 'Conta de teste',
  owner: { name: 'Dona', email: `dona-${randomUUID()}@example.com` },
  plan: { api: true, auto_origin: true },
  licence_active: true,
  comercial_enabled: true,
  ...changes,
});

/** The limits of a minute are raised, except in tests about them. */
const NO_LIMITS = {
  LIMIT_IP_PER_MINUTE: '1000000',
  LIMIT_KEY_PER_MINUTE: '1000000',
  LIMIT_KEY_WRITES_PER_MINUTE: '1000000',
  LIMIT_KEY_METRICS_PER_MINUTE: '1000000',
  LIMIT_SESSION_PER_MINUTE: '1000000',
};

/** A timer of more milliseconds ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `DATABASE_URL` is an administrator's; the service itself connects as the role that it is shipped with. */
export async function startApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const { DATABASE_URL: adminUrl = databaseUrl(), ...others } = environment;
  const settings = { OPERATOR_TOKEN, LOG_LEVEL: 'silent', ...NO_LIMITS, ...others };
  const config = Config.from({ ...settings, DATABASE_URL: asService(adminUrl) });
  const app = await listening(config);
  // Tests that count statements would also count those of earlier calls, seconds later: tests of refusals have them written.
  app.get(KeyRefusalsService).writeAfterMs = LONGEST_TIMER_MS;
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const database = new Client({ connectionString: adminUrl });
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
      // Without this, an answer that a test has not read delays the end for a minute.
      app.getHttpServer().closeAllConnections();
      await app.close();
      expect(breaches).toEqual({});
    },
  };
}

/** What holds in every account after every test: queries of the rows of the accounts $1 that break it. */
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

type Settings = Record<string, string>;

/** The application with these settings; a function makes them before it starts. */
export const appForAllTests = (settings: Settings | (() => Settings | Promise<Settings>) = {}): TestApp =>
  forAllTests(async () => startApp(typeof settings === 'function' ? await settings() : settings));

/** Returns what starts further applications; all of them are closed after the tests. */
export function appStarter(defaults: Settings = {}): (settings?: Settings) => Promise<TestApp> {
  const running: TestApp[] = [];
  afterAll(() => Promise.all(running.map((test) => test.close())));
  return async (settings = {}) => {
    const test = await startApp({ ...defaults, ...settings });
    running.push(test);
    return test;
  };
}

/**
 * Starts it again when the start took longer than the service waits for a connection: the machine may be busy, or may compile the
 * application during the start.
 */
async function listening(config: Config): Promise<NestExpressApplication> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    try {
      const module = await Test.createTestingModule({ imports: [AppModule.of(config)] }).compile();
      const app = setUp(
        module.createNestApplication<NestExpressApplication>(httpAdapter(config), { ...APP_OPTIONS, logger: false }),
      );
      await app.listen(0, '127.0.0.1');
      return app;
    } catch (error) {
      if (!/^timeout ex/.test((error as Error).message) || performance.now() > end) throw error;
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
