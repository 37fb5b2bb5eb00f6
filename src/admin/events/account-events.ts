import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { log } from '../../common/log';
import { Config } from '../../config';
import { Database } from '../../database/database';
import { type EventBus, RETRY_MS } from './event-bus';
import { EventStreams } from './event-streams';
import { type ChangeMessage, eventText, PendingChanges } from './pending-changes';
import { PostgresBus } from './postgres-bus';
import { RedisBus } from './redis-bus';

/** Milliseconds for which changes are collected: at most five trips a second, whatever is written. */
const COLLECT_MS = 200;

const upGauge = new Gauge({
  name: 'event_bus_up',
  help: 'Whether this instance hears the others (1), or its consoles reload at each beat (0)',
});

upGauge.set(1);

/** A message on the bus; without changes it says that its sender could not tell some. */
interface Sent extends Partial<ChangeMessage> {
  readonly from: string;
}

/**
 * Brings what was committed to the open consoles of its account: to those of this instance directly, and to those of the others
 * over the bus. Nothing waits for it, and without the bus no request fails: consoles then reload by themselves.
 */
@Injectable()
export class AccountEvents implements OnApplicationShutdown {
  private readonly name = randomUUID();
  private readonly pending = new PendingChanges();
  private timer: NodeJS.Timeout | undefined;
  private bus: EventBus | undefined;
  private repair: NodeJS.Timeout | undefined;
  private isHearing = false;
  private isClosed = false;

  constructor(
    database: Database,
    private readonly config: Config,
    private readonly streams: EventStreams,
  ) {
    database.changes.hear((changes) => {
      for (const change of changes) this.pending.add(change);
      this.timer ??= setTimeout(() => this.tell(), COLLECT_MS).unref();
    });
  }

  /** Begins to hear the other instances; called before the first stream. */
  start(): void {
    this.bus ??= this.isClosed ? undefined : this.connect();
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.repair);
    this.bus?.close();
  }

  private tell(): void {
    this.timer = undefined;
    const messages = this.pending.take();
    for (const { accountId, changes } of messages) this.streams.tell(accountId, eventText(changes));
    this.start();
    this.send(messages.map((message) => ({ from: this.name, ...message }))).catch(() => this.lose());
  }

  private async send(messages: readonly Sent[]): Promise<void> {
    await this.bus?.send(messages.map((message) => JSON.stringify(message)));
  }

  private connect(): EventBus {
    const { redisUrl, databaseUrl = '' } = this.config;
    const listener = {
      onText: (text: string) => this.hear(JSON.parse(text) as Sent),
      onState: (isHearing: boolean) => {
        this.isHearing = isHearing;
        if (!isHearing) this.lose();
      },
    };
    return redisUrl ? new RedisBus(redisUrl, listener) : new PostgresBus(databaseUrl, listener);
  }

  private hear({ from, accountId, changes }: Sent): void {
    if (from === this.name) return;
    if (accountId && changes) this.streams.tell(accountId, eventText(changes));
    else this.streams.reset();
  }

  private lose(): void {
    if (this.streams.isDeaf || this.isClosed) return;
    this.setDeaf(true);
    log.warn('the bus of events is lost: consoles reload by themselves');
    this.repairSoon();
  }

  private repairSoon(): void {
    this.repair = setTimeout(() => void this.tryRepair(), RETRY_MS).unref();
  }

  /** When the bus works again, consoles everywhere reload once: nobody knows what they have missed. */
  private async tryRepair(): Promise<void> {
    const isSent =
      this.isHearing &&
      (await this.send([{ from: this.name }]).then(
        () => true,
        () => false,
      ));
    if (this.isClosed) return;
    if (!isSent) return this.repairSoon();
    this.setDeaf(false);
    log.info('the bus of events works again');
    this.streams.reset();
  }

  private setDeaf(isDeaf: boolean): void {
    this.streams.isDeaf = isDeaf;
    upGauge.set(isDeaf ? 0 : 1);
  }
}
