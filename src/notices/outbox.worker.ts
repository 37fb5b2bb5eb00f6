import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { searchAccounts } from '../accounts/search-accounts';
import { runJob } from '../common/jobs';
import { Database } from '../database/database';
import { MailDelivery, MAX_ATTEMPTS } from './mail-delivery';
import { Mailer } from './mailer';
import { claimMail, listDueAccounts } from './outbox.queries';

/** How many mails are sent at once, besides those that take long. */
const AT_ONCE = 5;

/** How long a run waits for room, and a stop for mails that are being sent. */
const ROOM_MS = 1_000;
const STOP_MS = 500;

/** An account with due mails, and the database's time. */
interface DueAccount {
  readonly id: string;
  readonly time: () => Date;
}

/**
 * Sends the mails of the outbox, on any number of instances. A mail is claimed for a time, which is extended while it is sent, outside
 * any transaction. Before its end is sent, the outbox notes that the server may have it. When the process is killed, another worker sends
 * the mail: soon, or after a pause when it was handed over; then it may arrive twice, with the same Message-ID.
 */
@Injectable()
export class OutboxWorker implements BeforeApplicationShutdown {
  /** How long a claim holds when its process is killed, in milliseconds. */
  leaseMs = 60_000;
  /** A mail that takes more milliseconds no longer counts among those sent at once: a slow server holds up the next ones for that long only. */
  longMs = 20_000;
  private running: Promise<void> | undefined;
  /** The mails that are being sent, and since when. */
  private readonly sending = new Map<Promise<void>, number>();
  /** Of mails that could not be worked on; the next run throws one. */
  private readonly failures: Error[] = [];
  private readonly leaving = new AbortController();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly delivery: MailDelivery,
  ) {}

  @Interval(1_000)
  async tick(): Promise<void> {
    const run = async (): Promise<void> => void (await this.startDue());
    this.running ??= runJob('outbox', run).finally(() => (this.running = undefined));
    await this.running;
  }

  /** Sends until nothing is due, and waits for every mail: for callers without a clock. */
  async deliverDue(): Promise<void> {
    for (let started = 1; started > 0;) {
      started = await this.startDue();
      await Promise.all(this.sending.keys());
    }
  }

  /**
   * Starts to send what is due, while there is room, and does not wait for the server. Returns how many mails that are, and throws when some
   * accounts could not be searched, or a mail of the run before could not be worked on.
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

  /** One mail of each account in turn: many mails of one do not hold up the others. */
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

  /** Whether one more mail may be sent, now or in a moment. */
  private async hasRoom(): Promise<boolean> {
    for (const end = performance.now() + ROOM_MS; !this.isStopping;) {
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

  /** Ends the mails that a slow server has not taken: the outbox says when each may be sent again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await within(STOP_MS, Promise.all([this.running, ...this.sending.keys()]));
    this.leaving.abort(new Error('the service stops'));
    await within(STOP_MS, Promise.all(this.sending.keys()));
  }
}

/** The database's time, on from the moment at which it was read. */
function clockFrom(now: Date): () => Date {
  const read = performance.now();
  return () => new Date(now.getTime() + performance.now() - read);
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: over.signal })]).finally(() => over.abort());
}
