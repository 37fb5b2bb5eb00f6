import type { BeforeApplicationShutdown } from '@nestjs/common';
import { eachFound, findAtOnce } from '../accounts/search-accounts';
import { within } from '../common/process/timing';
import { type Batches, Job, runsOf } from '../common/process/jobs';
import { JobDatabase } from '../database/database';
import { clockFrom, findNow } from '../leads/record/clock';
import { MailDelivery, MAX_ATTEMPTS } from './mail-delivery';
import { Mailer } from './mailer';
import { claimMail, listDueAccounts } from './outbox.queries';
import { MINUTE_MS } from '../contract/durations';

const EVERY_MS = 1_000;
/** Mails that are sent at once, not counting slow ones. */
const AT_ONCE = 5;

/** Milliseconds that a turn waits for room, and a stop for open mails. */
const ROOM_MS = 1_000;
const STOP_MS = 500;

/**
 * Sends the mails of the outbox, on any number of instances. A claim on a mail is extended while it is sent, outside any transaction.
 * Before the final dot is sent, the outbox notes that the server may have it. If the process is killed, another worker sends the mail: soon, or
 * after a pause if it was handed over. It may then arrive twice, with the same Message-ID.
 */
@Job('outbox', { everyMs: EVERY_MS })
export class OutboxJob implements BeforeApplicationShutdown {
  /** Milliseconds for which a claim outlives a killed process. */
  leaseMs = MINUTE_MS;
  /** Milliseconds after which a mail counts as slow and frees its place, so that a slow server delays no others. */
  longMs = 20_000;
  /** Mails that are being sent, and since when. */
  private readonly sending = new Map<Promise<void>, number>();
  /** Failures of this run; the next run throws one. */
  private readonly failures: Error[] = [];
  private readonly leaving = new AbortController();

  constructor(
    private readonly database: JobDatabase,
    private readonly mailer: Mailer,
    private readonly delivery: MailDelivery,
  ) {}

  /** Sends until nothing is due and waits for every mail; for callers without a timer. */
  async deliverDue(): Promise<void> {
    do {
      await Promise.all(this.sending.keys());
      await this.run();
    } while (this.sending.size > 0);
  }

  /**
   * Starts to send all due mails, one of each account in turn, as there is room. Returns the number of failures. Throws for accounts that
   * could not be searched, and for an unexpected failure in the previous run.
   */
  async run(): Promise<number> {
    // Without SMTP_URL each mail is logged once and stays.
    const maxAttempts = this.mailer.isConfigured ? MAX_ATTEMPTS : 1;
    const failed = await eachFound(this, this.database, {
      find: () => findAtOnce(this.database, listDueAccounts(maxAttempts)),
      work: ({ accountId }) => this.startAll(accountId, maxAttempts),
      failure: 'the mails of an account were not sent',
    });
    const [failure] = this.failures.splice(0);
    if (failure) throw failure;
    return failed;
  }

  private async *startAll(accountId: string, maxAttempts: number): Batches {
    for (;;) {
      if ((await this.hasRoom()) && !(await this.startOne(accountId, maxAttempts))) return;
      yield;
    }
  }

  private async startOne(accountId: string, maxAttempts: number): Promise<boolean> {
    const { now } = await this.database.read(findNow());
    const time = clockFrom(now);
    const leaseEnd = new Date(now.getTime() + this.leaseMs);
    const mail = await this.database.write(claimMail(accountId, now, leaseEnd, maxAttempts));
    if (!mail) return false;
    const sent = this.delivery
      .deliver(mail, { time, leaseMs: this.leaseMs, leaving: this.leaving.signal })
      .catch((error: Error) => void this.failures.push(error))
      .finally(() => this.sending.delete(sent));
    this.sending.set(sent, performance.now());
    return true;
  }

  /** Whether one more mail may be sent, now or within a moment. */
  private async hasRoom(): Promise<boolean> {
    for (const end = performance.now() + ROOM_MS; !runsOf(this).isStopping;) {
      if (this.isFree()) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      await within(Math.min(left, STOP_MS), Promise.race(this.sending.keys()));
    }
    return false;
  }

  private isFree(): boolean {
    const recent = [...this.sending.values()].filter((since) => performance.now() - since < this.longMs);
    return recent.length < AT_ONCE && this.sending.size < Mailer.CONNECTIONS;
  }

  /** Aborts the open mails; the outbox says when each may be sent again. */
  async beforeApplicationShutdown(): Promise<void> {
    await within(STOP_MS, Promise.all(this.sending.keys()));
    this.leaving.abort(new Error('the service stops'));
    await within(STOP_MS, Promise.all(this.sending.keys()));
  }
}
