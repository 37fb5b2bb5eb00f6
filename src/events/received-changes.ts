import { apart } from '../common/process/apart';
import { EVENT_KINDS } from '../contract/event';
import type { ChannelMessage } from './channel-message';
import type { EventStreams } from './event-streams';
import { COLLECT_MS, eventText, PendingChanges } from './pending-changes';

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

  constructor(private readonly streams: EventStreams) {}

  add({ accountId, changes }: ChannelMessage): void {
    if (!accountId || !changes) return this.resetSoon();
    // A message may name unknown accounts; those without a console here cost nothing.
    if (!this.streams.isFollowed(accountId)) return;
    for (const kind of EVENT_KINDS) {
      const ids = changes[kind];
      if (ids === null) this.pending.add({ accountId, kind });
      else for (const id of ids ?? []) this.pending.add({ accountId, kind, id });
    }
    this.timer ??= setTimeout(
      apart('changes of other instances were not published to consoles', () => this.publish()),
      COLLECT_MS,
    ).unref();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.resetTimer);
  }

  private publish(): void {
    this.timer = undefined;
    for (const { accountId, changes } of this.pending.take()) this.streams.publish(accountId, eventText(changes));
  }

  /** Resets now, or as soon as the interval allows. */
  private resetSoon(): void {
    this.resetTimer ??= setTimeout(
      apart('consoles were not told to read everything again', () => this.reset()),
      this.lastReset + RESET_EVERY_MS - performance.now(),
    ).unref();
  }

  private reset(): void {
    this.resetTimer = undefined;
    this.lastReset = performance.now();
    this.streams.reset();
  }
}
