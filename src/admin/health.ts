import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Health } from '../contract/health';
import { Mailer } from '../notices/mailer';
import { log } from '../common/log';
import { Forwarding } from '../common/rate-limit/forwarding';
import { LimitStorage } from '../common/rate-limit/rate-limit.module';
import { RELEASE } from '../common/version';
import { MIGRATION_NAMES } from '../database/data-source';
import { IS_DURABLE } from '../database/cluster';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import type { WriteState } from '../database/writing';
import { acrossAccounts, readRow, readRows } from '../database/query';
import { DiskSpace } from './disk-space';
import { WorkerDurability } from './worker-durability';

const PATIENCE_MS = 500;
/** Milliseconds that an answer of the database is used: readiness asks it once a second at most. */
const ASK_EVERY_MS = 1_000;

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
  /** Why nothing can be written; null where it can. */
  readonly refusal: string | null;
}

const APPLIED_MIGRATIONS = acrossAccounts(`select name from migrations`);

interface Found {
  readonly settings: Settings;
  readonly areWorkersDurable: boolean;
  readonly applied: readonly string[];
  readonly writes: WriteState;
  /** Why not, for the log. */
  readonly reason: string | undefined;
}

/** Whether this instance should get requests. */
@Injectable()
export class HealthService implements OnApplicationBootstrap {
  /** Set when the service begins to stop, so that a balancer sends no more requests. */
  isStopping = false;
  private told: WriteState = 'up';
  private asked: { readonly at: number; readonly answer: Promise<Found | undefined> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly workers: WorkerDurability,
    private readonly disk: DiskSpace,
    private readonly limits: LimitStorage,
    private readonly forwarding: Forwarding,
    private readonly mailer: Mailer,
  ) {}

  onApplicationBootstrap(): void {
    if (this.database.isDistributed) log.info('the tables are distributed; row level security is off there');
    else if (!this.database.isIsolated)
      log.warn('row level security is off: the service connects as a superuser or as the owner of its tables');
  }

  /** Redis and SMTP do not change `ready`: the service keeps its promises without them. */
  async check(): Promise<Health> {
    const [found, pending] = [await this.latest(), await this.pendingMigrations()];
    const database = found?.writes ?? 'down';
    this.tell(database, found?.reason);
    const migrations = pending && (pending.length === 0 ? 'current' : 'pending');
    const durability = found && (found.settings.isDurable && found.areWorkersDurable ? 'on' : 'off');
    return {
      ready: !this.isStopping && database === 'up' && migrations === 'current' && durability === 'on',
      version: RELEASE.version,
      stopping: this.isStopping,
      database,
      migrations: migrations ?? 'unknown',
      durability: durability ?? 'unknown',
      row_level_security: ISOLATION[String(found?.settings.isIsolated)] ?? 'unknown',
      redis: this.limits.redisState,
      smtp: this.mailer.isConfigured ? 'configured' : 'off',
      proxy: this.forwarding.isUnexplained ? 'untrusted_forwarding' : 'ok',
    };
  }

  /** The migrations of this release that are missing in the database; newer ones do no harm. Undefined when it does not answer. */
  async pendingMigrations(): Promise<readonly string[] | undefined> {
    const found = await this.latest();
    return found && MIGRATION_NAMES.filter((name) => !found.applied.includes(name));
  }

  /** What the database answered within the last second, or is about to answer. */
  private latest(): Promise<Found | undefined> {
    const now = performance.now();
    if (!this.asked || now - this.asked.at >= ASK_EVERY_MS) this.asked = { at: now, answer: this.ask() };
    return this.asked.answer;
  }

  /** Undefined when the database does not answer within half a second. */
  private async ask(): Promise<Found | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE_MS)));
    const answer = this.look().catch(() => undefined);
    return Promise.race([answer, patience]).finally(() => clearTimeout(timer));
  }

  private async look(): Promise<Found | undefined> {
    const [settings, applied, areWorkersDurable, state] = await Promise.all([
      this.database.readAside(readRow<Settings>(SETTINGS, [this.writtenTables])),
      this.appliedMigrations(),
      this.workers.check(),
      this.database.writeState,
    ]);
    if (!settings) return undefined;
    // By itself: a full disk fails it, which ends the connection.
    const reason = settings.refusal ?? ((await this.disk.isLeft()) ? undefined : 'the disk of the database is full');
    return { settings, applied, areWorkersDurable, writes: reason ? 'read_only' : state, reason };
  }

  private get writtenTables(): string[] {
    const names = this.database.entities.connection.entityMetadatas.map(({ tableName }) => tableName);
    return names.filter((name) => name !== NEVER_WRITTEN);
  }

  /** Once for each change. */
  private tell(database: WriteState, reason?: string): void {
    if (database === this.told) return;
    this.told = database;
    if (database === 'up') log.info('the database takes writes again');
    else log.error({ database, reason }, 'the database takes no writes: this instance is not ready');
  }

  /** Empty before the first migration. */
  private async appliedMigrations(): Promise<readonly string[]> {
    try {
      return (await this.database.readAside(readRows<{ name: string }>(APPLIED_MIGRATIONS, []))).map(
        ({ name }) => name,
      );
    } catch (error) {
      if (sqlState(error) === UNDEFINED_TABLE) return [];
      throw error;
    }
  }
}

const ISOLATION: Readonly<Record<string, 'on' | 'off'>> = { true: 'on', false: 'off' };

/** Its only row is made by its migration. */
const NEVER_WRITTEN = 'installation';

const UNDEFINED_TABLE = '42P01';
