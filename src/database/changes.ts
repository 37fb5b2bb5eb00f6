import type { EventKind } from '../contract/event';

/** A change that consoles show; without an id, any number of that kind. */
export interface Change {
  readonly kind: EventKind;
  readonly id?: string;
  /** Of a lead that changes hands: the member it leaves, or null when it was nobody's. Who loses sight of it gets a last event. */
  readonly formerly?: string | null;
  /** Of a lead that a further submission has met. */
  readonly returned?: true;
}

export interface CommittedChange extends Change {
  readonly accountId: string;
}

/** Publishes committed changes to the subscribers in this process; never one that was or may have been rolled back. */
export class CommittedChanges {
  private readonly subscribers: ((changes: readonly CommittedChange[]) => void)[] = [];

  /** Adds a subscriber, which must return at once and not throw: it runs between a commit and its answer. */
  subscribe(subscriber: (changes: readonly CommittedChange[]) => void): void {
    this.subscribers.push(subscriber);
  }

  publish(changes: readonly CommittedChange[]): void {
    if (changes.length > 0) for (const subscriber of this.subscribers) subscriber(changes);
  }
}
