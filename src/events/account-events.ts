import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { guarded } from '../common/process/guarded';
import { describeError, log } from '../common/process/log';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { EventChannel } from './event-channel';
import { EventStreams } from './event-streams';
import {
  type ChangeMessage,
  COLLECT_MS,
  PendingChanges,
  type ChannelMessage,
  messageOf,
  messagesOf,
  publicationOf,
} from './change-message';
import { listMembersOf, listSeen } from './seen-changes.queries';
import { EVENT_KINDS } from '../contract/event';

/** Milliseconds after which a lost channel is retried. */
const RETRY_MS = 1_000;

const upGauge = new Gauge({
  name: 'event_bus_up',
  help: 'Whether this instance receives the events of the others (1), or its consoles read everything again each 20 seconds (0)',
});

upGauge.set(1);

const refused = new Counter({
  name: 'event_bus_refused_messages_total',
  help: 'Messages on the event channel that no instance can have sent',
});

/**
 * Publishes committed changes to the account's open consoles on all instances. Nothing waits for it, and no request fails without the
 * channel: consoles then reload on their own.
 */
@Injectable()
export class AccountEvents implements OnApplicationShutdown {
  private readonly name = randomUUID();
  private readonly pending = new PendingChanges();
  private readonly received: ReceivedChanges;
  private timer: NodeJS.Timeout | undefined;
  private channel: EventChannel | undefined;
  private repair: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly streams: EventStreams,
  ) {
    this.received = new ReceivedChanges(streams, (message) => this.send(message));
    database.changes.subscribe(
      guarded('changes were not collected for consoles', (changes) => {
        for (const change of changes) if (this.pending.add(change)) this.publish();
        this.timer ??= setTimeout(
          guarded('changes were not published to consoles', () => this.publish()),
          COLLECT_MS,
        ).unref();
      }),
    );
  }

  /** Starts to listen to the other instances; called before the first stream. Takes no connection until then. */
  listen(): void {
    this.channel ??= this.isClosed ? undefined : this.open();
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.repair);
    this.received.close();
    this.channel?.close();
  }

  private publish(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const messages = this.pending.take();
    for (const message of messages) this.send(message);
    this.listen();
    this.notify(messages.flatMap((message) => messagesOf(this.name, message))).catch((error: unknown) =>
      this.lose(error),
    );
  }

  /** Sends to the consoles here. */
  private send(message: ChangeMessage): void {
    this.streams.publish(
      message.accountId,
      publicationOf(message, {
        seen: (accountId, reader, ids) => this.database.read(listSeen(accountId, reader, ids)),
        members: (accountId, ids) => this.database.read(listMembersOf(accountId, ids)),
      }),
    );
  }

  private async notify(messages: readonly ChannelMessage[]): Promise<void> {
    await this.channel?.publish(messages.map((message) => JSON.stringify(message)));
  }

  private open(): EventChannel {
    return new EventChannel(this.config.databaseUrl ?? '', {
      onMessage: guarded('a message of another instance was not received', (text: string) => this.receive(text)),
      onLoss: guarded('the loss of the event channel was not noted', (error?: unknown) => this.lose(error)),
    });
  }

  private receive(text: string): void {
    const message = messageOf(text);
    if (message) {
      if (message.from !== this.name) this.received.add(message);
      return;
    }
    refused.inc();
    log.warn(
      { code: 'refused_message' },
      'the event channel brings messages that no instance has sent: they are ignored',
    );
  }

  private lose(error?: unknown): void {
    if (this.streams.isCutOff || this.isClosed) return;
    this.setCutOff(true);
    log.warn(
      error === undefined ? {} : describeError(error),
      'the event channel is lost: consoles reload by themselves',
    );
    this.repairSoon();
  }

  private repairSoon(): void {
    this.repair = setTimeout(
      guarded('the event channel was not tried again', () => this.tryRepair()),
      RETRY_MS,
    ).unref();
  }

  /** Reloads the consoles of all instances once after a repair, because the missed changes are unknown. */
  private async tryRepair(): Promise<void> {
    const isSent = await this.notify([{ from: this.name }]).then(
      () => true,
      () => false,
    );
    if (this.isClosed) return;
    if (!isSent) return this.repairSoon();
    this.setCutOff(false);
    log.info('the event channel works again');
    this.streams.reset();
  }

  private setCutOff(isCutOff: boolean): void {
    this.streams.isCutOff = isCutOff;
    upGauge.set(isCutOff ? 0 : 1);
  }
}

/** Milliseconds between two reloads of all consoles; equals a beat of the streams. */
const RESET_EVERY_MS = 20_000;

/**
 * Publishes messages of other processes to the consoles here. Any database role can send one, so its effect is bounded: five events a
 * second per account, and one full reload in 20 seconds.
 */
class ReceivedChanges {
  private readonly pending = new PendingChanges();
  private timer: NodeJS.Timeout | undefined;
  private resetTimer: NodeJS.Timeout | undefined;
  private lastReset = -Infinity;

  constructor(
    private readonly streams: EventStreams,
    private readonly send: (message: ChangeMessage) => void,
  ) {}

  add({ accountId, changes = {}, formerly = {}, returned = [] }: ChannelMessage): void {
    if (!accountId) return this.resetSoon();
    // A message may name unknown accounts; those without a console here cost nothing.
    if (!this.streams.isFollowed(accountId)) return;
    for (const kind of EVENT_KINDS) {
      const ids = changes[kind];
      if (ids === null) this.pending.add({ accountId, kind });
      else for (const id of ids ?? []) this.pending.add({ accountId, kind, id });
    }
    for (const [id, members] of Object.entries(formerly)) {
      for (const member of members) this.pending.add({ accountId, kind: 'lead', id, formerly: member });
    }
    for (const id of returned) this.pending.add({ accountId, kind: 'lead', id, returned: true });
    this.timer ??= setTimeout(
      guarded('changes of other instances were not published to consoles', () => this.publish()),
      COLLECT_MS,
    ).unref();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.resetTimer);
  }

  private publish(): void {
    this.timer = undefined;
    for (const message of this.pending.take()) this.send(message);
  }

  /** Resets now, or as soon as the interval allows. */
  private resetSoon(): void {
    this.resetTimer ??= setTimeout(
      guarded('consoles were not told to read everything again', () => this.reset()),
      this.lastReset + RESET_EVERY_MS - performance.now(),
    ).unref();
  }

  private reset(): void {
    this.resetTimer = undefined;
    this.lastReset = performance.now();
    this.streams.reset();
  }
}
