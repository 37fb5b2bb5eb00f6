import { EVENT_KINDS, type EventKind } from '../contract/event';
import type { CommittedChange } from '../database/changes';

/** Milliseconds for which changes are collected: at most five round trips a second. */
export const COLLECT_MS = 200;

/** Ids of a kind that are published one by one; more are published as "many". */
export const MAX_IDS = 50;

/** Changes in an account: the ids of each kind, or null for many. */
export type AccountChanges = { readonly [Kind in EventKind]?: readonly string[] | null };

export interface ChangeMessage {
  readonly accountId: string;
  readonly changes: AccountChanges;
}

/** Collects changes until they are published, so that many changes of an account become one bounded message. */
export class PendingChanges {
  private readonly ofAccounts = new Map<string, { [Kind in EventKind]?: Set<string> | null }>();

  add({ accountId, kind, id }: CommittedChange): void {
    let pending = this.ofAccounts.get(accountId);
    if (!pending) this.ofAccounts.set(accountId, (pending = {}));
    const ids = pending[kind];
    if (ids === null) return;
    if (id === undefined || (ids && ids.size === MAX_IDS && !ids.has(id))) pending[kind] = null;
    else if (ids) ids.add(id);
    else pending[kind] = new Set([id]);
  }

  /** Takes one message for each account, in the order of their first changes. */
  take(): ChangeMessage[] {
    const messages = [...this.ofAccounts].map(([accountId, pending]) => ({
      accountId,
      changes: Object.fromEntries(Object.entries(pending).map(([kind, ids]) => [kind, ids && [...ids]])),
    }));
    this.ofAccounts.clear();
    return messages;
  }
}

/** Changes as server-sent events: one per id, or one without an id for many. */
export const eventText = (changes: AccountChanges): string =>
  EVENT_KINDS.map((kind) => {
    const ids = changes[kind];
    if (ids === undefined) return '';
    return ids === null ? oneEvent(kind, {}) : ids.map((id) => oneEvent(kind, { id })).join('');
  }).join('');

export const oneEvent = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
