import { EVENT_KINDS, type EventKind } from '../contract/event';
import type { CommittedChange } from '../database/changes';

/** Milliseconds for which changes are collected: at most five round trips a second. */
export const COLLECT_MS = 200;

/** Ids of a kind that are published one by one; more are published as "many". */
export const MAX_IDS = 50;
/** Former responsibles that are published, over all leads of an account; with more, leads are published as "many". */
export const MAX_FORMER = 100;

/** Changes in an account: the ids of each kind, or null for many. */
export type AccountChanges = { readonly [Kind in EventKind]?: readonly string[] | null };

/** Who was responsible for leads that have changed hands, by the lead's id; null: nobody. */
export type FormerResponsibles = Readonly<Record<string, readonly (string | null)[]>>;

export interface ChangeMessage {
  readonly accountId: string;
  readonly changes: AccountChanges;
  readonly formerly?: FormerResponsibles;
}

/** Changes of one account; bounded, however many are added. */
class PendingAccount {
  private readonly ids: { [Kind in EventKind]?: Set<string> | null } = {};
  private readonly former = new Map<string, Set<string | null>>();
  private formerCount = 0;

  add({ kind, id, formerly }: Omit<CommittedChange, 'accountId'>): void {
    const ids = this.ids[kind];
    if (ids === null) return;
    if (id === undefined || (ids && ids.size === MAX_IDS && !ids.has(id))) return this.addMany(kind);
    if (ids) ids.add(id);
    else this.ids[kind] = new Set([id]);
    if (kind === 'lead' && formerly !== undefined) this.addFormer(id, formerly);
  }

  take(): Omit<ChangeMessage, 'accountId'> {
    const changes = Object.fromEntries(Object.entries(this.ids).map(([kind, ids]) => [kind, ids && [...ids]]));
    if (this.former.size === 0) return { changes };
    return { changes, formerly: Object.fromEntries([...this.former].map(([id, members]) => [id, [...members]])) };
  }

  private addMany(kind: EventKind): void {
    this.ids[kind] = null;
    if (kind === 'lead') this.former.clear();
  }

  private addFormer(id: string, member: string | null): void {
    const members = this.former.get(id);
    if (members?.has(member)) return;
    if (++this.formerCount > MAX_FORMER) return this.addMany('lead');
    if (members) members.add(member);
    else this.former.set(id, new Set([member]));
  }
}

/** Collects changes until they are published, so that many changes of an account become one bounded message. */
export class PendingChanges {
  private readonly ofAccounts = new Map<string, PendingAccount>();

  add({ accountId, ...change }: CommittedChange): void {
    let pending = this.ofAccounts.get(accountId);
    if (!pending) this.ofAccounts.set(accountId, (pending = new PendingAccount()));
    pending.add(change);
  }

  /** Takes one message for each account, in the order of their first changes. */
  take(): ChangeMessage[] {
    const messages = [...this.ofAccounts].map(([accountId, pending]) => ({ accountId, ...pending.take() }));
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
