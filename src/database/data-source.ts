import type { PoolConfig } from 'pg';
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
import { SiteDomains1764000000032 } from '../../migrations/0032-site-domains';
import { KeyRefusals1764000000026 } from '../../migrations/0026-key-refusals';
import { ImportFiles1764000000027 } from '../../migrations/0027-import-files';
import { CountedPool, ignore, POOL_PATIENCE_MS } from './pool';
import { ServiceClient, type ServiceClientConfig } from './service-client';
import type { SessionSettings } from './session-settings';
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
  SiteDomains1764000000032,
];

/** No statement of a request runs so long that compiling it is worthwhile; the compiler alone takes up to a second. */
const NO_JIT: SessionSettings = { jit: 'off' };

/** Milliseconds: no request waits longer for a lock, or for one statement. */
const TIME_OUTS: SessionSettings = {
  lock_timeout: 2_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  // The pools close what is idle themselves.
  idle_session_timeout: 0,
};

const READ_ONLY: SessionSettings = { default_transaction_read_only: 'on' };

/** Work of this size is written to the disk, so a full disk shows. */
const SMALL_MEMORY: SessionSettings = { work_mem: '64kB', temp_tablespaces: '' };

/** Common to both pools. */
const POOL = {
  Client: ServiceClient,
  // A batch may leave while the one before it is still being answered.
  pipeline: true,
  connectionTimeoutMillis: POOL_PATIENCE_MS,
  // Kept: where connections are few, a pool without any might get none.
  min: 1,
};

const APPLICATION_NAME = 'entrada';

/** TypeORM's options for the service, whose pool has `size` connections; migrations are applied by `migrate`, never by a start with `DATABASE_URL`. */
export const dataSourceOptions = (url: string, size: number): DataSourceOptions => ({
  type: 'postgres',
  url,
  poolSize: size,
  applicationName: APPLICATION_NAME,
  installExtensions: false,
  synchronize: false,
  migrations: MIGRATIONS,
  migrationsTransactionMode: 'each',
  driver: { Pool: CountedPool },
  poolErrorHandler: ignore,
  extra: { ...POOL, session: { ...NO_JIT, ...TIME_OUTS } },
});

/** The options of the pool for reads: PostgreSQL refuses a write or a lock there. */
export const readPoolOptions = (url: string, size: number): PoolConfig & ServiceClientConfig => ({
  connectionString: url,
  max: size,
  application_name: APPLICATION_NAME,
  ...POOL,
  session: { ...NO_JIT, ...TIME_OUTS, ...READ_ONLY },
});

const short =
  (url: string, session: SessionSettings, application_name = APPLICATION_NAME) =>
  () =>
    new ServiceClient({
      connectionString: url,
      application_name,
      pipeline: true,
      query_timeout: 1_000,
      session: { ...NO_JIT, ...TIME_OUTS, lock_timeout: 100, ...session },
    });

/** The connections that short reads share. What does not get its locks or its answer soon is read through the pool, which waits for longer. */
export const sharedConnections = (url: string, size: number): SharedConnections =>
  new SharedConnections(size, short(url, READ_ONLY));

/** The connection for readiness, which waits for no request, and which is as able to write as those for writes. */
export const asideConnection = (url: string): SharedConnections =>
  new SharedConnections(1, short(url, SMALL_MEMORY, 'entrada readiness'));

/** The names of all migrations, in order. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** TypeORM's own default. */
const COMMAND_POOL = 10;

/** A connected data source for commands that run outside the service; they have no time-outs, unless the `session` says otherwise. */
export const openDataSource = (url: string, session: SessionSettings = {}): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url, COMMAND_POOL), extra: { Client: ServiceClient, session } }).initialize();
