import { Injectable } from '@nestjs/common';
import { Mailer } from '../accounts/mailer';
import { LimitStorage } from '../common/rate-limit/rate-limit.module';
import { MIGRATION_NAMES } from '../database/data-source';
import { Database } from '../database/database';
import { acrossAccounts } from '../database/sql';

const PATIENCE_MS = 500;

const CHECK = acrossAccounts(
  `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit",
          current_setting('full_page_writes') as "fullPageWrites", array(select name::text from migrations) as migrations`,
);

/** What readiness depends on, and what is only reported. */
export interface Health {
  readonly ready: boolean;
  readonly stopping: boolean;
  readonly database: 'up' | 'down';
  readonly migrations: 'current' | 'pending' | 'unknown';
  /** The settings without which an acknowledged lead might be lost. */
  readonly durability: 'on' | 'off' | 'unknown';
  readonly redis: 'off' | 'up' | 'down';
  readonly smtp: 'off' | 'configured';
}

/** Whether this instance should get requests. */
@Injectable()
export class HealthService {
  /** Set when the service begins to stop: a balancer then sends nothing more. */
  isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly limits: LimitStorage,
    private readonly mailer: Mailer,
  ) {}

  /** Redis and SMTP never make it unready: the service keeps its promises without them. */
  async check(): Promise<Health> {
    const found = await this.ask();
    const migrations =
      found && (MIGRATION_NAMES.every((name) => found.migrations.includes(name)) ? 'current' : 'pending');
    const durability =
      found &&
      ([found.fsync, found.fullPageWrites].every((setting) => setting === 'on') && found.synchronousCommit !== 'off'
        ? 'on'
        : 'off');
    return {
      ready: !this.isStopping && migrations === 'current' && durability === 'on',
      stopping: this.isStopping,
      database: found ? 'up' : 'down',
      migrations: migrations ?? 'unknown',
      durability: durability ?? 'unknown',
      redis: this.limits.redisState,
      smtp: this.mailer.isConfigured ? 'configured' : 'off',
    };
  }

  /** Undefined when the database does not answer within half a second. */
  private async ask() {
    interface Row {
      fsync: string;
      synchronousCommit: string;
      fullPageWrites: string;
      migrations: string[];
    }
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE_MS)));
    const answer = this.database.row<Row>(CHECK, []).catch(() => undefined);
    return Promise.race([answer, patience]).finally(() => clearTimeout(timer));
  }
}
