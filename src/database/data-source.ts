import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Accounts1764000000001 } from '../../migrations/0001-accounts';
import { Auth1764000000002 } from '../../migrations/0002-auth';
import { Pipelines1764000000003 } from '../../migrations/0003-pipelines';
import { Leads1764000000004 } from '../../migrations/0004-leads';
import { Appointments1764000000005 } from '../../migrations/0005-appointments';
import { Automations1764000000006 } from '../../migrations/0006-automations';
import { RowLevelSecurity1764000000007 } from '../../migrations/0007-row-level-security';
import { Imports1764000000008 } from '../../migrations/0008-imports';
import { ListEntries1764000000009 } from '../../migrations/0009-list-entries';
import { DealCounts1764000000010 } from '../../migrations/0010-deal-counts';
import { LedgerDays1764000000011 } from '../../migrations/0011-ledger-days';
import { LedgerPipelines1764000000012 } from '../../migrations/0012-ledger-pipelines';
import { NoticeLeads1764000000013 } from '../../migrations/0013-notice-leads';
import { PlanIndexes1764000000014 } from '../../migrations/0014-plan-indexes';
import { Tombstones1764000000015 } from '../../migrations/0015-tombstones';
import { Audit1764000000016 } from '../../migrations/0016-audit';
import { SignIn1764000000017 } from '../../migrations/0017-sign-in';
import { Retention1764000000018 } from '../../migrations/0018-retention';
import { GuardedTables1764000000019 } from '../../migrations/0019-guarded-tables';
import { AccountOnce1764000000020 } from '../../migrations/0020-account-once';
import { Backlog1764000000021 } from '../../migrations/0021-backlog';
import { UnreadNotifications1764000000022 } from '../../migrations/0022-unread-notifications';
import { MoveReasons1764000000023 } from '../../migrations/0023-move-reasons';
import { KeyEnds1764000000024 } from '../../migrations/0024-key-ends';
import { LeadWords1764000000025 } from '../../migrations/0025-lead-words';
import { OwnerLists1764000000028 } from '../../migrations/0028-owner-lists';
import { FurtherLeads1764000000029 } from '../../migrations/0029-further-leads';
import { Installation1764000000030 } from '../../migrations/0030-installation';
import { EndedDeals1764000000031 } from '../../migrations/0031-ended-deals';
import { KeyRefusals1764000000026 } from '../../migrations/0026-key-refusals';
import { ImportFiles1764000000027 } from '../../migrations/0027-import-files';
import { CountedPool, ignore } from './pool';
import { SharedConnections } from './shared-connections';

/** In order. Listed, not found by a pattern: a file of an earlier build must not run because it was not removed. */
export const MIGRATIONS = [
  Accounts1764000000001,
  Auth1764000000002,
  Pipelines1764000000003,
  Leads1764000000004,
  Appointments1764000000005,
  Automations1764000000006,
  RowLevelSecurity1764000000007,
  Imports1764000000008,
  ListEntries1764000000009,
  DealCounts1764000000010,
  LedgerDays1764000000011,
  LedgerPipelines1764000000012,
  NoticeLeads1764000000013,
  PlanIndexes1764000000014,
  Tombstones1764000000015,
  Audit1764000000016,
  SignIn1764000000017,
  Retention1764000000018,
  GuardedTables1764000000019,
  AccountOnce1764000000020,
  Backlog1764000000021,
  UnreadNotifications1764000000022,
  MoveReasons1764000000023,
  KeyEnds1764000000024,
  LeadWords1764000000025,
  KeyRefusals1764000000026,
  ImportFiles1764000000027,
  OwnerLists1764000000028,
  FurtherLeads1764000000029,
  Installation1764000000030,
  EndedDeals1764000000031,
];

/** The connections of the pools: the time-out for connecting is shorter than the wait for a free connection. */
class QuickClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 2_000 });
  }
}

const NO_JIT = '-c jit=off';

const CONNECTION = {
  Client: QuickClient,
  // A batch may leave while the one before it is still being answered.
  pipeline: true,
  // No statement of a request runs so long that compiling it is worthwhile; the compiler alone takes up to a second.
  options: NO_JIT,
  // Milliseconds: no request waits longer, for its turn with a connection, for a lock, or for one statement. A burst inside the
  // published limits is over long before.
  connectionTimeoutMillis: 8_000,
  lock_timeout: 2_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
};

const POOL_SIZE = 10;
/** Of the connections for reads, those that reads by key share, and the one for readiness. */
const SHARED = 3;
const ASIDE = 1;
const APPLICATION_NAME = 'entrada';

/** TypeORM's options for the service; migrations are applied by `migrate`, never by a start with `DATABASE_URL`. */
export const dataSourceOptions = (url: string): DataSourceOptions => ({
  type: 'postgres',
  url,
  poolSize: POOL_SIZE,
  applicationName: APPLICATION_NAME,
  installExtensions: false,
  synchronize: false,
  migrations: MIGRATIONS,
  migrationsTransactionMode: 'each',
  driver: { Pool: CountedPool },
  poolErrorHandler: ignore,
  extra: CONNECTION,
});

/** The options of the pool for reads, in addition to TypeORM's: PostgreSQL refuses a write or a lock there. */
export const readPoolOptions = (options: DataSourceOptions): PoolConfig => ({
  connectionString: options.type === 'postgres' ? options.url : undefined,
  max: POOL_SIZE - SHARED - ASIDE,
  application_name: APPLICATION_NAME,
  ...CONNECTION,
  options: `${NO_JIT} -c default_transaction_read_only=on`,
});

const shortReads = (options: DataSourceOptions) => () =>
  new QuickClient({ ...readPoolOptions(options), lock_timeout: 100, query_timeout: 1_000 });

/** The connections that short reads share. What does not get its locks or its answer soon is read through the pool, which waits for longer. */
export const sharedConnections = (options: DataSourceOptions): SharedConnections =>
  new SharedConnections(SHARED, shortReads(options));

/** The connection for readiness, which waits for no request. */
export const asideConnection = (options: DataSourceOptions): SharedConnections =>
  new SharedConnections(ASIDE, shortReads(options));

/** The names of all migrations, in order. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** A connected data source for commands that run outside the service; they have no time-outs, unless the `settings` say otherwise. */
export const openDataSource = (url: string, settings: PoolConfig = {}): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url), extra: settings }).initialize();
