import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { searchAccounts } from '../accounts/search-accounts';
import { within } from '../common/process/asking';
import { Job } from '../common/process/jobs';
import { Database } from '../database/database';
import { MailDelivery, MAX_ATTEMPTS } from './mail-delivery';
import { Mailer } from './mailer';
import { claimMail, listDueAccounts } from './outbox.queries';
import { MINUTE_MS } from '../contract/durations';

/** Mails that are sent at once, not counting slow ones. */
const AT_ONCE = 5;

/** Milliseconds that a run waits for room, and a stop for open mails. */
const ROOM_MS = 1_000;
const STOP_MS = 500;

interface DueAccount {
  readonly id: string;
  readonly time: () => Date;
}

/**
 * Sends the mails of the outbox, on any number of instances. A claim on a mail is extended while it is sent, outside any transaction.
 * Before the final dot is sent, the outbox notes that the server may have it. If the process is killed, another worker sends the mail: soon, or
 * after a pause if it was handed over. It may then arrive twice, with the same Message-ID.
 */
@Injectable()
export class OutboxJob implements BeforeApplicationShutdown {
  /** Milliseconds for which a claim outlives a killed process. */
  leaseMs = MINUTE_MS;
  /** Milliseconds after which a mail counts as slow and frees its place, so that a slow server delays no others. */
  longMs = 20_000;
  private readonly job = new Job('outbox', async () => void (await this.startDue()));
  /** Mails that are being sent, and since when. */
  private readonly sending = new Map<Promise<void>, number>();
  /** Failures of this run; the next run throws one. */
  private readonly failures: Error[] = [];
  private readonly leaving = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly delivery: MailDelivery,
  ) {}

  @Interval(1_000)
  tick(): Promise<void> {
    return this.job.run();
  }

  /** Sends until nothing is due and waits for every mail; for callers without a timer. */
  async deliverDue(): Promise<void> {
    for (let started = 1; started > 0;) {
      started = await this.startDue();
      await Promise.all(this.sending.keys());
    }
  }

  /**
   * Starts to send due mails while there is room; returns their number. Throws for accounts that could not be searched, and for an
   * unexpected failure in the previous run.
   */
  async startDue(): Promise<number> {
    // Without SMTP_URL each mail is logged once and stays.
    const maxAttempts = this.mailer.isConfigured ? MAX_ATTEMPTS : 1;
    let started = 0;
    for (let latest = 1; latest > 0; started += latest) {
      const { rows, failure } = await searchAccounts(this.database, listDueAccounts(maxAttempts));
      if (rows.length === 0 && failure) throw failure;
      latest = await this.startEach(
        rows.map(({ id, now }) => ({ id, time: clockFrom(now) })),
        maxAttempts,
      );
    }
    const [failure] = this.failures.splice(0);
    if (failure) throw failure;
    return started;
  }

  /** Takes one mail of each account in turn, so that an account with many does not delay others. */
  private async startEach(accounts: readonly DueAccount[], maxAttempts: number): Promise<number> {
    let started = 0;
    const open = [...accounts];
    for (let account = open.shift(); account && (await this.hasRoom()); account = open.shift()) {
      if (!(await this.startOne(account, maxAttempts))) continue;
      started++;
      open.push(account);
    }
    return started;
  }

  private async startOne({ id, time }: DueAccount, maxAttempts: number): Promise<boolean> {
    const now = time();
    const leaseEnd = new Date(now.getTime() + this.leaseMs);
    const mail = await this.database.write(claimMail(id, now, leaseEnd, maxAttempts));
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
    for (const end = performance.now() + ROOM_MS; !this.job.isStopping;) {
      if (this.isFree()) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      await within(left, Promise.race(this.sending.keys()));
    }
    return false;
  }

  private isFree(): boolean {
    const recent = [...this.sending.values()].filter((since) => performance.now() - since < this.longMs);
    return recent.length < AT_ONCE && this.sending.size < Mailer.CONNECTIONS;
  }

  /** Aborts the open mails; the outbox says when each may be sent again. */
  async beforeApplicationShutdown(): Promise<void> {
    await within(STOP_MS, Promise.all([this.job.stop(), ...this.sending.keys()]));
    this.leaving.abort(new Error('the service stops'));
    await within(STOP_MS, Promise.all(this.sending.keys()));
  }
}

/** Clock that continues from a read database time. */
function clockFrom(now: Date): () => Date {
  const read = performance.now();
  return () => new Date(now.getTime() + performance.now() - read);
}
