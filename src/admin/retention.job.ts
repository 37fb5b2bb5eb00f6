import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Cron, Timeout } from '@nestjs/schedule';
import { forEachAccount } from '../accounts/each-account';
import { deleteSentMails } from '../notices/old-mails.queries';
import { jobActor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { deleteOldEntries } from '../audit/old-entries.queries';
import { runJob } from '../common/jobs';
import { log } from '../common/log';
import type { TakeOld } from '../common/take-old';
import { Config, type RetentionDays } from '../config';
import { Database } from '../database/database';
import type { Query } from '../database/query';
import { deleteOldImport } from '../imports/old-imports.queries';
import { findNow } from '../leads/record/conversations.queries';
import { emptyDecidedSubmissions, emptyMergedRecords } from '../leads/people/old-records.queries';

const DAY_MS = 24 * 60 * 60 * 1000;
const AFTER_START_MS = 10 * 60 * 1000;

type Kind = keyof RetentionDays;

/** Data with a limited time, by its setting. All other data: docs/operations.md, "Retention". */
const OLD: Readonly<Record<Kind, TakeOld>> = {
  mail: deleteSentMails,
  held: emptyDecidedSubmissions,
  imports: deleteOldImport,
  merges: emptyMergedRecords,
  audit: deleteOldEntries,
};
const KINDS = Object.keys(OLD) as Kind[];

/** How many rows of each kind were deleted. */
type Counts = Record<Kind, number>;

const NONE: Counts = { mail: 0, held: 0, imports: 0, merges: 0, audit: 0 };

/**
 * Deletes old data every night, on any number of instances at once: each skips the rows that another has locked.
 * What a run leaves, because it failed or was stopped, is deleted by the next one.
 */
@Injectable()
export class RetentionJob implements OnModuleDestroy {
  /** How many rows of a kind are deleted in one transaction. */
  batch = 200;
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Runs after the start too, for a service that does not run at night. */
  @Timeout(AFTER_START_MS)
  afterStart(): Promise<void> {
    return this.tick();
  }

  @Cron('0 3 * * *', { timeZone: 'America/Sao_Paulo' })
  async tick(): Promise<void> {
    this.running ??= runJob('retention', async () => this.run((await this.database.read(findNow())).now)).finally(
      () => (this.running = undefined),
    );
    await this.running;
  }

  /** A batch that has begun is completed. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** Deletes everything that is old at `now`. A failure of one account is logged, and the next account follows. Returns how many failed. */
  async run(now: Date): Promise<number> {
    const counts = { ...NONE };
    let accounts = 0;
    const failed = await forEachAccount(this.database, {
      work: (accountId) => {
        accounts++;
        return this.runAccount(accountId, now, counts);
      },
      failure: 'retention failed for an account',
      isStopping: () => this.isStopping,
    });
    log.info({ ...counts, accounts, failed }, 'retention ran');
    return failed;
  }

  /** Deletes batch after batch of the account until nothing is old, and adds to `counts`. */
  async runAccount(accountId: string, now: Date, counts: Counts = { ...NONE }): Promise<void> {
    let isRecorded = false;
    for (let hasWorked = true; hasWorked && !this.isStopping;) {
      const taken = await this.takeBatch(accountId, now, isRecorded);
      for (const kind of KINDS) counts[kind] += taken[kind];
      isRecorded ||= isToBeRecorded(taken);
      hasWorked = KINDS.some((kind) => taken[kind] > 0);
    }
  }

  /** Deletes a batch. The first batch of a run adds one entry to the account's audit trail. */
  private takeBatch(accountId: string, now: Date, isRecorded: boolean): Promise<Counts> {
    return this.database.transaction(async (tx) => {
      const counts = await tx.send(KINDS.map((kind) => this.takeOld(kind, accountId, now)));
      const taken = { ...NONE };
      for (const [index, kind] of KINDS.entries()) taken[kind] = counts[index] ?? 0;
      if (!isRecorded && isToBeRecorded(taken)) {
        await tx.send(recordAudit(accountId, jobActor('retention'), 'retention.ran'));
      }
      return taken;
    });
  }

  /** Undefined for a kind that is kept for ever. */
  private takeOld(kind: Kind, accountId: string, now: Date): Query<number> | undefined {
    const days = this.config.retention[kind];
    const before = new Date(now.getTime() - days * DAY_MS);
    return days > 0 ? OLD[kind](accountId, before, this.batch) : undefined;
  }
}

/** Whether to add an audit entry. Not for deleted audit entries: that would never end. */
const isToBeRecorded = (taken: Counts): boolean => KINDS.some((kind) => kind !== 'audit' && taken[kind] > 0);
