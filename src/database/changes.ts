import type { EventKind } from '../contract/event';

/** What a write changes that consoles show; without an id any number of that kind. */
export interface Change {
  readonly kind: EventKind;
  readonly id?: string;
}

/** A change that was committed. */
export interface CommittedChange extends Change {
  readonly accountId: string;
}

/** Tells what was committed to those who hear it, in this process; nothing that was rolled back, or may have been. */
export class CommittedChanges {
  private readonly listeners: ((changes: readonly CommittedChange[]) => void)[] = [];

  /** The listener must neither throw nor take time: it runs between a commit and its answer. */
  hear(listener: (changes: readonly CommittedChange[]) => void): void {
    this.listeners.push(listener);
  }

  tell(changes: readonly CommittedChange[]): void {
    if (changes.length > 0) for (const listener of this.listeners) listener(changes);
  }
}
