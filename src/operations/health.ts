import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Health } from '../contract/health';
import { EventStreams } from '../events/event-streams';
import { Mailer } from '../notices/mailer';
import { cachedFor, within } from '../common/process/timing';
import { log } from '../common/process/log';
import { LimitStorage, Forwarding } from '../common/rate-limit/rate-limit.module';
import { RELEASE } from '../common/process/version';
import { MIGRATION_NAMES, READINESS_PATIENCE_MS } from '../database/schema/data-source';
import { IS_DURABLE } from '../database/cluster/cluster';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import { connectionRefusal } from '../database/refusals';
import type { WriteState } from '../database/writing';
import { acrossAccounts, readRow, readRows } from '../database/query';
import { Workers } from './workers';

/** Milliseconds for which a good answer is used, because a trial writes a megabyte. */
const TRY_EVERY_MS = 5_000;

const DISK_FULL = '53100';

/** Error of the role's `temp_file_limit`, which says nothing about the disk. */
const LIMITED = '53400';

/** Writes a temporary file, because the readiness connection has little memory. Needs no permission, and leaves nothing. */
const WRITE_TEMPORARY = acrossAccounts(
  `select count(*) from unnest(array_fill(repeat('x', 8000), array[130])) block`,
  'write_temporary',
);

/** Whether the database's disk has room for another megabyte. */
@Injectable()
export class DiskSpace {
  private checkedAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** Throws when the database does not answer. */
  async hasSpace(): Promise<boolean> {
    const now = performance.now();
    if (now - this.checkedAt < TRY_EVERY_MS) return true;
    try {
      await this.database.readForReadiness(readRow(WRITE_TEMPORARY, []));
    } catch (error) {
      if (sqlState(error) === LIMITED) return true;
      if (sqlState(error) !== DISK_FULL) throw error;
      this.checkedAt = -Infinity;
      return false;
    }
    this.checkedAt = now;
    return true;
  }
}

/** Milliseconds after which an answer is slow. */
const SLOW_MS = 500;
/** Milliseconds for which a database answer is used. */
const ASK_EVERY_MS = 1_000;
/** Tries before a database that does not answer is down. */
const TRIES = 2;

const SETTINGS = acrossAccounts(
  `select ${IS_DURABLE} as "isDurable", row_security_active(to_regclass('leads')) as "isIsolated",
          case when current_setting('transaction_read_only') = 'on' then 'the server, the database or the role is read-only'
               else (select 'the role ' || current_user || ' may not write to ' || string_agg(name, ', ') || ' (docs/operations.md, "Roles")'
                     from unnest($1::text[]) name where not (has_table_privilege(to_regclass(name), 'select') and has_table_privilege(to_regclass(name), 'insert')
                       and has_table_privilege(to_regclass(name), 'delete')
                       and (name = 'audit_entries' or has_table_privilege(to_regclass(name), 'update')))) end as "refusal"`,
);

interface Settings {
  readonly isDurable: boolean;
  /** Null before the first migration. */
  readonly isIsolated: boolean | null;
  /** Reason why writes fail; null where they work. */
  readonly refusal: string | null;
}

const APPLIED_MIGRATIONS = acrossAccounts(`select name from migrations`);

interface Inspection {
  readonly settings: Settings;
  readonly areWorkersDurable: boolean;
  readonly applied: readonly string[];
  readonly writes: WriteState;
  readonly reason: string | undefined;
}

/** What a look at the database found; `inspection` is undefined when no try had an answer. */
interface Finding {
  readonly inspection?: Inspection;
  readonly database: Health['database'];
  readonly reason: string | undefined;
  readonly ms: number;
}

const NO_CONNECTION = 'requests get no connection';

/** Whether this instance should get requests. */
@Injectable()
export class HealthService implements OnApplicationBootstrap {
  /** Set when the service begins to stop, so that a balancer sends no more requests. */
  isStopping = false;
  private reported: Health['database'] = 'up';
  private finding: Finding | undefined;
  private readonly latest = cachedFor(ASK_EVERY_MS, async () => (this.finding = this.report(await this.look())));

  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly workers: Workers,
    private readonly disk: DiskSpace,
    private readonly limits: LimitStorage,
    private readonly forwarding: Forwarding,
    private readonly mailer: Mailer,
    private readonly streams: EventStreams,
  ) {}

  onApplicationBootstrap(): void {
    if (this.database.isDistributed) log.info('the tables are distributed; row level security is off there');
    else if (!this.database.isIsolated)
      log.warn('row level security is off: the service connects as a superuser or as the owner of its tables');
  }

  /** Redis, events and SMTP do not change `ready`: the service keeps its promises without them. */
  async check(): Promise<Health> {
    // A balancer must see at once that the service stops.
    const found = this.isStopping ? ((await within(SLOW_MS, this.latest())) ?? this.finding) : await this.latest();
    const { inspection, database = 'down' } = found ?? {};
    const isServing = database === 'up' || database === 'slow';
    const migrations = inspection && (pendingOf(inspection).length === 0 ? 'current' : 'pending');
    const durability = inspection && (inspection.settings.isDurable && inspection.areWorkersDurable ? 'on' : 'off');
    return {
      ready: !this.isStopping && isServing && migrations === 'current' && durability === 'on',
      version: RELEASE.version,
      stopping: this.isStopping,
      database,
      migrations: migrations ?? 'unknown',
      durability: durability ?? 'unknown',
      row_level_security: ISOLATION[String(inspection?.settings.isIsolated)] ?? 'unknown',
      redis: this.limits.redisState,
      events: this.streams.isCutOff ? 'cut_off' : 'up',
      smtp: this.mailer.isConfigured ? 'configured' : 'off',
      proxy: this.forwarding.isUnexplained ? 'untrusted_forwarding' : 'ok',
    };
  }

  /** Migrations of this release that the database lacks; newer ones do no harm. Undefined when it does not answer. */
  async pendingMigrations(): Promise<readonly string[] | undefined> {
    const { inspection } = await this.latest();
    return inspection && pendingOf(inspection);
  }

  /** Asks the database, and again when it does not answer in time or gives requests no connection. */
  private async look(): Promise<Finding> {
    const begin = performance.now();
    let found: Omit<Finding, 'ms'> | undefined;
    for (let tries = 0; tries < TRIES && (!found || found.database === 'down'); tries++)
      found = await within(
        READINESS_PATIENCE_MS,
        this.inspect().then(
          (inspection) => ({ inspection, database: inspection.writes, reason: inspection.reason }),
          (error: unknown) => ({ database: 'down' as const, reason: connectionRefusal(error).reason }),
        ),
      );
    const ms = Math.round(performance.now() - begin);
    found ??= { database: 'down', reason: 'no answer' };
    return { ...found, database: found.database === 'up' && ms >= SLOW_MS ? 'slow' : found.database, ms };
  }

  private async inspect(): Promise<Inspection> {
    const [settings, applied, areWorkersDurable, state] = await Promise.all([
      this.database.readForReadiness(readRow<Settings>(SETTINGS, [this.writtenTables])),
      this.appliedMigrations(),
      this.workers.areDurable(),
      this.database.writeState,
    ]);
    if (!settings) throw new Error('the database says nothing about its settings');
    // Asked separately: a full disk fails this query and ends the connection.
    const reason = settings.refusal ?? ((await this.disk.hasSpace()) ? undefined : 'the disk of the database is full');
    const isWithout = state === 'down' && !reason;
    return {
      settings,
      applied,
      areWorkersDurable,
      writes: reason ? 'read_only' : state,
      reason: isWithout ? NO_CONNECTION : reason,
    };
  }

  private get writtenTables(): string[] {
    const tables = this.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    return tables.filter((name) => !NEVER_WRITTEN.includes(name));
  }

  /** Logs each change once. */
  private report(finding: Finding): Finding {
    const { database, reason, ms } = finding;
    if (database === this.reported) return finding;
    this.reported = database;
    if (database === 'up') log.info({ database, ms }, 'the database answers and takes writes again');
    else if (database === 'slow') log.warn({ database, ms }, 'the database is slow: this instance stays ready');
    else log.error({ database, reason, ms }, NOT_READY[database]);
    return finding;
  }

  /** Empty before the first migration. */
  private async appliedMigrations(): Promise<readonly string[]> {
    try {
      return (await this.database.readForReadiness(readRows<{ name: string }>(APPLIED_MIGRATIONS, []))).map(
        ({ name }) => name,
      );
    } catch (error) {
      if (sqlState(error) === UNDEFINED_TABLE) return [];
      throw error;
    }
  }
}

const NOT_READY = {
  read_only: 'the database takes no writes: this instance is not ready',
  down: 'the database does not answer: this instance is not ready',
} as const;

const pendingOf = ({ applied }: Inspection): readonly string[] =>
  MIGRATION_NAMES.filter((name) => !applied.includes(name));

const ISOLATION: Readonly<Record<string, 'on' | 'off'>> = { true: 'on', false: 'off' };

/** Written by migrations and by commands of the tables' owner. */
const NEVER_WRITTEN = ['installation', 'ended_accounts'];

const UNDEFINED_TABLE = '42P01';

const CHECK_EVERY_MS = 1_000;

/** Logs once when migrations are missing, and once when they have run. The service needs no restart. */
@Injectable()
export class PendingMigrations implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isReported = false;

  constructor(private readonly health: HealthService) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.inspect();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private async inspect(): Promise<void> {
    // A failed check counts as no result; the next one follows.
    const pending = await this.health.pendingMigrations().catch(() => undefined);
    if (pending?.length === 0) {
      if (this.isReported) log.info('the migrations have run: none is pending');
      return;
    }
    if (pending && !this.isReported) {
      log.error({ pending }, 'migrations are pending: run `npm run migrate` with the DATABASE_URL of entrada_owner');
      this.isReported = true;
    }
    this.timer = setTimeout(() => void this.inspect(), CHECK_EVERY_MS).unref();
  }
}
