import { guarded } from '../common/process/guarded';
import { EVENT_KINDS } from '../contract/event';
import type { ChannelMessage } from './channel-message';
import type { EventStreams } from './event-streams';
import { type ChangeMessage, COLLECT_MS, PendingChanges } from './pending-changes';

/** Milliseconds between two reloads of all consoles; equals a beat of the streams. */
const RESET_EVERY_MS = 20_000;

/**
 * Publishes messages of other processes to the consoles here. Any database role can send one, so its effect is bounded: five events a
 * second per account, and one full reload in 20 seconds.
 */
export class ReceivedChanges {
  private readonly pending = new PendingChanges();
  private timer: NodeJS.Timeout | undefined;
  private resetTimer: NodeJS.Timeout | undefined;
  private lastReset = -Infinity;

  constructor(
    private readonly streams: EventStreams,
    private readonly send: (message: ChangeMessage) => void,
  ) {}

  add({ accountId, changes = {}, formerly = {} }: ChannelMessage): void {
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
