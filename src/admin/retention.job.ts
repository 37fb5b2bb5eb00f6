import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { listAccountIds } from '../accounts/account.queries';
import { deleteSentMails } from '../accounts/old-mails.queries';
import { NO_ID } from '../common/id.pipe';
import { describeError, log } from '../common/log';
import type { TakeOld } from '../common/take-old';
import { Config, type RetentionDays } from '../config';
import { Database } from '../database/database';
import { deleteOldImport } from '../imports/old-imports.queries';
import { findNow } from '../leads/conversations.queries';
import { emptyDecidedSubmissions, emptyMergedRecords } from '../leads/old-records.queries';

const DAY_MS = 24 * 60 * 60 * 1000;
const AFTER_START_MS = 10 * 60 * 1000;
const ACCOUNTS = 200;

type Kind = Exclude<keyof RetentionDays, 'audit'>;

/** What is kept for a time only, by its setting. Everything else that the tables hold: docs/operations.md, "Retention". */
const OLD: Readonly<Record<Kind, TakeOld>> = {
  mail: deleteSentMails,
  held: emptyDecidedSubmissions,
  imports: deleteOldImport,
  merges: emptyMergedRecords,
};

const KINDS = Object.keys(OLD) as Kind[];

/** How many of each kind went. */
type Counts = Record<Kind, number>;

/**
 * Takes, night by night, what was kept long enough (docs/operations.md, "Retention"), on any number of instances at once: no
 * statement waits for a row that another one has. What a run leaves, because it failed or was ended, goes in the next one.
 */
@Injectable()
export class RetentionJob implements OnModuleDestroy {
  /** How many rows of a kind go in one transaction. */
  batch = 200;
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Also some time after a start, for a service that never runs at night. */
  @Cron('0 3 * * *', { timeZone: 'America/Sao_Paulo' })
  @Timeout(AFTER_START_MS)
  async tick(): Promise<void> {
    this.running ??= findNow(this.database)
      .then(({ now }) => this.run(now))
      .catch((error: unknown) => log.error(describeError(error), 'retention did not run'))
      .finally(() => (this.running = undefined));
    await this.running;
  }

  /** A batch that has begun is ended. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** Takes whatever is old at the moment `now`. What fails for one account is logged, and goes on with the next one. */
  async run(now: Date): Promise<void> {
    const counts: Counts = { mail: 0, held: 0, imports: 0, merges: 0 };
    let accounts = 0;
    let failed = 0;
    for (let after: string | undefined = NO_ID; after && !this.isStopping;) {
      const ids = await listAccountIds(this.database, after, ACCOUNTS);
      for (const id of ids) {
        accounts++;
        await this.runAccount(id, now, counts).catch((error: unknown) => {
          failed++;
          log.error({ account_id: id, ...describeError(error) }, 'retention failed for an account');
        });
      }
      after = ids.at(-1);
    }
    log.info({ ...counts, accounts, failed }, 'retention ran');
  }

  /** Takes batch by batch until nothing is old, and adds to `counts` what went. */
  private async runAccount(accountId: string, now: Date, counts: Counts): Promise<void> {
    for (let hasWorked = true; hasWorked && !this.isStopping;) {
      hasWorked = false;
      for (const [kind, count] of await this.takeBatch(accountId, now)) {
        counts[kind] += count;
        if (count > 0) hasWorked = true;
      }
    }
  }

  private takeBatch(accountId: string, now: Date): Promise<(readonly [Kind, number])[]> {
    return this.database.transaction((tx) =>
      tx.all(
        KINDS.map(async (kind) => {
          const days = this.config.retention[kind];
          const before = new Date(now.getTime() - days * DAY_MS);
          return [kind, days > 0 ? await OLD[kind](tx, accountId, before, this.batch) : 0] as const;
        }),
      ),
    );
  }
}
