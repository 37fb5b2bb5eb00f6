import { apart } from '../../common/apart';
import { EVENT_KINDS } from '../../contract/event';
import type { BusMessage } from './bus-message';
import type { EventStreams } from './event-streams';
import { COLLECT_MS, eventText, PendingChanges } from './pending-changes';

/** Milliseconds between two messages after which all consoles read everything again; as long as a beat of the streams. */
const RESET_EVERY_MS = 20_000;

/**
 * Brings what other processes say to the consoles of this instance. Anyone who may send on the bus can write such a message, so its
 * effect is bounded: the consoles of an account hear five times a second at most, and those of all accounts are told to read everything
 * again once in 20 seconds.
 */
export class HeardChanges {
  private readonly pending = new PendingChanges();
  private timer: NodeJS.Timeout | undefined;
  private resetTimer: NodeJS.Timeout | undefined;
  private lastReset = -Infinity;

  constructor(private readonly streams: EventStreams) {}

  add({ accountId, changes }: BusMessage): void {
    if (!accountId || !changes) return this.resetSoon();
    // The accounts of a message are not known to exist: those without a console here cost nothing.
    if (!this.streams.isFollowed(accountId)) return;
    for (const kind of EVENT_KINDS) {
      const ids = changes[kind];
      if (ids === null) this.pending.add({ accountId, kind });
      else for (const id of ids ?? []) this.pending.add({ accountId, kind, id });
    }
    this.timer ??= setTimeout(
      apart('consoles were not told what other instances have written', () => this.tell()),
      COLLECT_MS,
    ).unref();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.resetTimer);
  }

  private tell(): void {
    this.timer = undefined;
    for (const { accountId, changes } of this.pending.take()) this.streams.tell(accountId, eventText(changes));
  }

  /** At once, or as soon as the last time is long enough ago. */
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
