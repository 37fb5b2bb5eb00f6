import type { PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import * as migrations from '../../../migrations';
import type { Permission } from '../../contract/key';
import type { LeadText } from '../../contract/lead-fields';
import { CountedPool, ignore } from '../pool';
import { ServiceClient, type ServiceClientConfig, type SessionSettings } from '../service-client';
import { SharedConnections } from '../shared-connections';

const timeOf = (name: string): string => name.slice(-13);

export const MIGRATIONS = Object.values(migrations).sort((one, other) =>
  timeOf(one.name).localeCompare(timeOf(other.name)),
);

/** Migration that lets the database store each of these; one without a migration does not compile. */
export const KEPT_SINCE: Readonly<Record<Permission | LeadText, (typeof MIGRATIONS)[number]>> = {
  'leads:read': migrations.Campaigns1764000000038,
  'leads:write': migrations.Campaigns1764000000038,
  'pipeline:read': migrations.Campaigns1764000000038,
  'pipeline:write': migrations.Campaigns1764000000038,
  'metrics:read': migrations.Campaigns1764000000038,
  name: migrations.Campaigns1764000000038,
  email: migrations.Campaigns1764000000038,
};

/** Compiling takes up to a second, and no request's statement runs long enough to gain from it. */
const NO_JIT: SessionSettings = { jit: 'off' };

/** Milliseconds that a request waits at most for a lock or a statement. Tests of many callers of one row wait for longer. */
export const TIME_OUTS: SessionSettings = {
  lock_timeout: 2_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  // The pools close idle connections.
  idle_session_timeout: 0,
};

/** Milliseconds that a call waits for a connection and the answer to its first batch, or for that to a later batch. */
export const callPatienceMs = (): number => Number(TIME_OUTS.statement_timeout) + 3_000;

const READ_ONLY: SessionSettings = { default_transaction_read_only: 'on' };

/** Larger work is written to the disk, so that a full disk shows. */
const SMALL_MEMORY: SessionSettings = { work_mem: '64kB', temp_tablespaces: '' };

const poolOptions = () => ({
  Client: ServiceClient,
  // A batch may be sent while the one before it is being answered.
  pipeline: true,
  // A server that is frozen does not end a statement itself.
  query_timeout: callPatienceMs(),
  // Kept open: where connections are few, an empty pool might get none.
  min: 1,
  // When many calls come at once, opening as many connections and planning on each delays others by half a second.
  idleTimeoutMillis: 600_000,
  // A network that forgets idle connections would leave calls without an answer.
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
});

/** Name of the service's connections in `pg_stat_activity`. */
const APPLICATION_NAME = 'entrada service';

/** TypeORM's options for the service, with a pool of `size`; only `migrate` applies migrations under `DATABASE_URL`. */
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
  extra: { ...poolOptions(), session: { ...NO_JIT, ...TIME_OUTS } },
});

/** Options of the pool for reads, where PostgreSQL refuses writes and locks. */
export const readPoolOptions = (url: string, size: number): PoolConfig & ServiceClientConfig => ({
  connectionString: url,
  max: size,
  application_name: APPLICATION_NAME,
  ...poolOptions(),
  session: { ...NO_JIT, ...TIME_OUTS, ...READ_ONLY },
});

const short =
  (url: string, session: SessionSettings, application_name = APPLICATION_NAME, query_timeout = 1_000) =>
  () =>
    new ServiceClient({
      connectionString: url,
      application_name,
      pipeline: true,
      query_timeout,
      session: { ...NO_JIT, ...TIME_OUTS, lock_timeout: 100, ...session },
    });

/** Connections for short reads; one without locks or answer in time is read again through the pool. */
export const sharedConnections = (url: string, size: number): SharedConnections =>
  new SharedConnections(size, short(url, READ_ONLY));

/** Milliseconds that one try of readiness waits for the database. */
export const READINESS_PATIENCE_MS = 2_000;

/** Milliseconds for a worker to accept a connection. */
const WORKER_PATIENCE_MS = 2_000;

/** Connection that asks for the state of the workers, opened where the tables are distributed. */
export const workersConnection = (url: string): SharedConnections =>
  new SharedConnections(
    1,
    short(url, { ...READ_ONLY, 'citus.node_connection_timeout': WORKER_PATIENCE_MS }, 'entrada workers', 6_000),
  );

/** Connection for readiness, able to write like those for writes. */
export const readinessConnection = (url: string): SharedConnections =>
  new SharedConnections(1, short(url, SMALL_MEMORY, 'entrada readiness', READINESS_PATIENCE_MS));

export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** Whether a migration comes after the first one. A database of release 1.2.0 names all those that made its schema. */
export const isAfterFirst = (name: string): boolean => timeOf(name) > timeOf(MIGRATION_NAMES[0] ?? '');

/** TypeORM's default. */
const COMMAND_POOL = 10;

/** Connects a data source for commands, without time-outs unless `session` sets them. */
export const openDataSource = (url: string, session: SessionSettings = {}): Promise<DataSource> =>
  new DataSource({ ...dataSourceOptions(url, COMMAND_POOL), extra: { Client: ServiceClient, session } }).initialize();
