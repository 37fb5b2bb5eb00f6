import { eachAccount } from '../accounts/search-accounts';
import { deleteOldNotifications } from '../notices/notifications.queries';
import { deleteOldRefusalDays } from '../auth/keys/api-keys.queries';
import { BULK_JOB_DAYS, REFUSAL_DAYS } from '../contract/limits';
import { deleteSentMails } from '../notices/outbox.queries';
import { jobActor } from '../accounts/actor';
import { recordAudit, deleteOldEntries } from '../audit/audit.queries';
import { type Batches, Job, runsOf, type TakeOld } from '../common/process/jobs';
import { log } from '../common/process/log';
import { Config, type RetentionDays } from '../config/config';
import { JobDatabase } from '../database/database';
import type { Query } from '../database/query';
import { deleteOldImport } from '../imports/imports.queries';
import { findNow } from '../leads/record/clock';
import { DAY_MS, MINUTE_MS } from '../contract/durations';
import { emptyDecidedSubmissions } from '../leads/held/held-submissions.queries';
import { deleteOldBulkJob } from '../leads/people/bulk-jobs.queries';
import { emptyMergedRecords } from '../leads/people/lead-merge.queries';
import { emptySettledDeliveries } from '../sources/deliveries.queries';

const AFTER_START_MS = 10 * MINUTE_MS;

/** Days of what has no setting. */
const FIXED_DAYS = { refusals: REFUSAL_DAYS, bulkJobs: BULK_JOB_DAYS };

type Kind = keyof RetentionDays | keyof typeof FIXED_DAYS;

/** Data with a limited lifetime. All other data: docs/operations.md, "Retention". */
const OLD: Readonly<Record<Kind, TakeOld>> = {
  mail: deleteSentMails,
  held: emptyDecidedSubmissions,
  imports: deleteOldImport,
  merges: emptyMergedRecords,
  audit: deleteOldEntries,
  deliveries: emptySettledDeliveries,
  notifications: deleteOldNotifications,
  refusals: deleteOldRefusalDays,
  bulkJobs: deleteOldBulkJob,
};
const KINDS = Object.keys(OLD) as Kind[];

type Counts = Record<Kind, number>;

/** The counts before a run. */
export const NONE_DELETED: Counts = {
  mail: 0,
  held: 0,
  imports: 0,
  merges: 0,
  audit: 0,
  deliveries: 0,
  notifications: 0,
  refusals: 0,
  bulkJobs: 0,
};

/** Deletes old data every night, on any number of instances, skipping locked rows. The next run completes a failed one. */
@Job('retention', { cron: '0 3 * * *', afterStartMs: AFTER_START_MS })
export class RetentionJob {
  /** Rows of a kind that one transaction deletes. */
  batch = 200;

  constructor(
    private readonly database: JobDatabase,
    private readonly config: Config,
  ) {}

  /** Deletes everything that is old at a moment, by default the database's moment. A failed account is logged and skipped. Returns the number of failures. */
  async run(given?: Date): Promise<number> {
    const now = given ?? (await this.database.read(findNow())).now;
    const counts = { ...NONE_DELETED };
    let accounts = 0;
    const work = (accountId: string): Batches => {
      accounts++;
      return this.takeAll(accountId, now, counts);
    };
    const failed = await eachAccount(this, this.database, work, 'retention failed for an account');
    log.info({ ...counts, accounts, failed }, 'retention ran');
    return failed;
  }

  /** Deletes batches of the account until nothing is old, and adds to `counts`. */
  async runAccount(accountId: string, now: Date, counts: Counts = { ...NONE_DELETED }): Promise<void> {
    for await (const _ of this.takeAll(accountId, now, counts)) if (runsOf(this).isStopping) return;
  }

  private async *takeAll(accountId: string, now: Date, counts: Counts): Batches {
    for (let isRecorded = false; ;) {
      const taken = await this.takeBatch(accountId, now, isRecorded);
      if (KINDS.every((kind) => taken[kind] === 0)) return;
      for (const kind of KINDS) counts[kind] += taken[kind];
      isRecorded ||= isToBeRecorded(taken);
      yield;
    }
  }

  /** Deletes a batch. The first batch of a run adds one entry to the account's audit trail. */
  private takeBatch(accountId: string, now: Date, isRecorded: boolean): Promise<Counts> {
    return this.database.transaction(accountId, async (tx) => {
      const counts = await tx.send(KINDS.map((kind) => this.takeOld(kind, accountId, now)));
      const taken = { ...NONE_DELETED };
      for (const [index, kind] of KINDS.entries()) taken[kind] = counts[index] ?? 0;
      if (!isRecorded && isToBeRecorded(taken)) {
        await tx.send(recordAudit(accountId, jobActor('retention'), 'retention.ran'));
      }
      return taken;
    });
  }

  /** Undefined for a kind that is kept for ever. */
  private takeOld(kind: Kind, accountId: string, now: Date): Query<number> | undefined {
    const days = { ...FIXED_DAYS, ...this.config.retention }[kind];
    const before = new Date(now.getTime() - days * DAY_MS);
    return days > 0 ? OLD[kind](accountId, before, this.batch) : undefined;
  }
}

/** Deleted audit entries add no entry, because that would never end, nor does what is about nobody. */
const isToBeRecorded = (taken: Counts): boolean =>
  KINDS.some((kind) => kind !== 'audit' && !(kind in FIXED_DAYS) && taken[kind] > 0);
