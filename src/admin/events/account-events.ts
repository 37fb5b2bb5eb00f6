import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { apart } from '../../common/apart';
import { log } from '../../common/log';
import { redisRefusalOf } from '../../common/redis-refusal';
import { Config } from '../../config';
import { Database } from '../../database/database';
import { findInstallation } from '../../database/installation.queries';
import { type BusMessage, messageOf } from './bus-message';
import { channelOf, type EventBus, RETRY_MS } from './event-bus';
import { EventStreams } from './event-streams';
import { HeardChanges } from './heard-changes';
import { COLLECT_MS, eventText, PendingChanges } from './pending-changes';
import { PostgresBus } from './postgres-bus';
import { RedisBus } from './redis-bus';

const upGauge = new Gauge({
  name: 'event_bus_up',
  help: 'Whether this instance hears the others (1), or its consoles read everything again each 20 seconds (0)',
});

upGauge.set(1);

const refused = new Counter({
  name: 'event_bus_refused_messages_total',
  help: 'Messages on the bus of events that no instance can have sent',
});

/**
 * Brings what was committed to the open consoles of its account: to those of this instance directly, and to those of the others
 * over the bus. Nothing waits for it, and without the bus no request fails: consoles then reload by themselves.
 */
@Injectable()
export class AccountEvents implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly name = randomUUID();
  private readonly pending = new PendingChanges();
  private readonly heard: HeardChanges;
  private channel: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private bus: EventBus | undefined;
  private repair: NodeJS.Timeout | undefined;
  private isHearing = false;
  private isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly streams: EventStreams,
  ) {
    this.heard = new HeardChanges(streams);
    database.changes.hear(
      apart('changes were not collected for consoles', (changes) => {
        for (const change of changes) this.pending.add(change);
        this.timer ??= setTimeout(
          apart('consoles were not told of changes', () => this.tell()),
          COLLECT_MS,
        ).unref();
      }),
    );
  }

  /** Redis may refuse it, which is to be seen at the start. PostgreSQL refuses nothing here, and may save the connection for now. */
  onApplicationBootstrap(): void {
    if (this.config.redisUrl) this.start();
  }

  /** Begins to hear the other instances; called before the first stream. */
  start(): void {
    this.bus ??= this.isClosed ? undefined : this.connect();
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.repair);
    this.heard.close();
    this.bus?.close();
  }

  private tell(): void {
    this.timer = undefined;
    const messages = this.pending.take();
    for (const { accountId, changes } of messages) this.streams.tell(accountId, eventText(changes));
    this.start();
    this.send(messages.map((message) => ({ from: this.name, ...message }))).catch((error: unknown) => this.lose(error));
  }

  private async send(messages: readonly BusMessage[]): Promise<void> {
    await this.bus?.send(messages.map((message) => JSON.stringify(message)));
  }

  private connect(): EventBus {
    const { redisUrl, databaseUrl = '' } = this.config;
    const listener = {
      onText: apart('a message of another instance was not heard', (text: string) => this.hear(text)),
      onState: apart('the state of the bus of events was not noted', (isHearing: boolean, error?: unknown) => {
        this.isHearing = isHearing;
        if (!isHearing) this.lose(error);
      }),
    };
    return redisUrl
      ? new RedisBus(redisUrl, () => this.findChannel(), listener)
      : new PostgresBus(databaseUrl, listener);
  }

  private async findChannel(): Promise<string> {
    return (this.channel ??= channelOf(await this.database.read(findInstallation())));
  }

  private hear(text: string): void {
    const message = messageOf(text);
    if (message) {
      if (message.from !== this.name) this.heard.add(message);
      return;
    }
    refused.inc();
    log.warn(
      { code: 'refused_message' },
      'the bus of events brings messages that no instance has sent: they are ignored',
    );
  }

  private lose(error?: unknown): void {
    if (this.streams.isDeaf || this.isClosed) return;
    this.setDeaf(true);
    log.warn(
      error === undefined ? {} : redisRefusalOf(error),
      'the bus of events is lost: consoles reload by themselves',
    );
    this.repairSoon();
  }

  private repairSoon(): void {
    this.repair = setTimeout(
      apart('the bus of events was not tried again', () => this.tryRepair()),
      RETRY_MS,
    ).unref();
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
