import { EVENT_KINDS, type EventKind } from '../contract/event';
import type { CommittedChange } from '../database/changes';
import { viewerId } from '../accounts/actor';
import { type MemberReader, OWNER_READER, type Reader, sees } from '../notices/notification-reader';
import type { IdsOfKinds } from './seen-changes.queries';

/** Milliseconds for which changes are collected: at most five round trips a second. */
export const COLLECT_MS = 200;

/** Ids of a kind in a message, which consoles get one by one. With more they get one event without an id. */
export const MAX_IDS = 50;
/** Former responsibles in a message. */
export const MAX_FORMER = 100;
/** Ids of a kind, and former responsibles, that are collected in an account; of more it is not known who sees them. */
export const MAX_COLLECTED = 500;

/** Changes in an account: the ids of each kind, or null for many. */
export type AccountChanges = { readonly [Kind in EventKind]?: readonly string[] | null };

/** Who was responsible for leads that have changed hands, by the lead's id; null: nobody. */
type FormerResponsibles = Readonly<Record<string, readonly (string | null)[]>>;

export interface ChangeMessage {
  readonly accountId: string;
  readonly changes: AccountChanges;
  readonly formerly?: FormerResponsibles;
  /** The leads among the changes that a further submission has met. */
  readonly returned?: readonly string[];
}

/** Changes of one account; bounded, however many are added. */
class PendingAccount {
  private readonly ids: { [Kind in EventKind]?: Set<string> | null } = {};
  private readonly returned = new Set<string>();
  private readonly former = new Map<string, Set<string | null>>();
  private formerCount = 0;

  /** Whether no further ids fit. */
  isFull = false;

  add({ kind, id, formerly, returned }: Omit<CommittedChange, 'accountId'>): void {
    const ids = this.ids[kind];
    if (ids === null) return;
    if (id === undefined || (ids && ids.size === MAX_COLLECTED && !ids.has(id))) return this.addMany(kind);
    if (ids) ids.add(id);
    else this.ids[kind] = new Set([id]);
    this.isFull ||= ids?.size === MAX_COLLECTED;
    if (kind !== 'lead') return;
    if (returned) this.returned.add(id);
    if (formerly !== undefined) this.addFormer(id, formerly);
  }

  take(): Omit<ChangeMessage, 'accountId'> {
    const changes = Object.fromEntries(Object.entries(this.ids).map(([kind, ids]) => [kind, ids && [...ids]]));
    const formerly = [...this.former].map(([id, members]) => [id, [...members]] as const);
    return {
      changes,
      ...(formerly.length > 0 && { formerly: Object.fromEntries(formerly) }),
      ...(this.returned.size > 0 && { returned: [...this.returned] }),
    };
  }

  private addMany(kind: EventKind): void {
    this.ids[kind] = null;
    if (kind !== 'lead') return;
    this.former.clear();
    this.returned.clear();
  }

  private addFormer(id: string, member: string | null): void {
    const members = this.former.get(id);
    if (members?.has(member)) return;
    if (++this.formerCount > MAX_COLLECTED) return this.addMany('lead');
    this.isFull ||= this.formerCount === MAX_COLLECTED;
    if (members) members.add(member);
    else this.former.set(id, new Set([member]));
  }
}

/** Collects changes until they are published, so that many changes of an account become one bounded message. */
export class PendingChanges {
  private readonly ofAccounts = new Map<string, PendingAccount>();

  /** Returns whether the account has no room for further ids: who publishes own changes then takes them at once. */
  add({ accountId, ...change }: CommittedChange): boolean {
    let pending = this.ofAccounts.get(accountId);
    if (!pending) this.ofAccounts.set(accountId, (pending = new PendingAccount()));
    pending.add(change);
    return pending.isFull;
  }

  /** Takes one message for each account, in the order of their first changes. */
  take(): ChangeMessage[] {
    const messages = [...this.ofAccounts].map(([accountId, pending]) => ({ accountId, ...pending.take() }));
    this.ofAccounts.clear();
    return messages;
  }
}

/** Changes as server-sent events: one per id, or one without an id for more than `MAX_IDS`. A lead that came back says so. */
export const eventText = (changes: AccountChanges, returned: readonly string[] = []): string =>
  EVENT_KINDS.map((kind) => {
    const ids = changes[kind];
    if (ids === undefined) return '';
    return ids === null || ids.length > MAX_IDS
      ? oneEvent(kind, {})
      : ids
          .map((id) => oneEvent(kind, kind === 'lead' && returned.includes(id) ? { id, returned: true } : { id }))
          .join('');
  }).join('');

export const oneEvent = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Characters; PostgreSQL accepts less than 8000 bytes. */
export const MAX_LENGTH = 7_500;

/** A message on the event channel, with changes, former responsibles or leads that came back; with none its sender failed to publish some. */
export interface ChannelMessage extends Partial<ChangeMessage> {
  readonly from: string;
}

/** Kinds of which `MAX_IDS` each fit in a message. */
const MAX_KINDS = 3;

/** As many messages as the ids need. Former responsibles, and the leads that came back, are messages of their own. */
export const messagesOf = (
  from: string,
  { accountId, changes, formerly = {}, returned = [] }: ChangeMessage,
): ChannelMessage[] => [
  ...roundsOf(changes).map((some) => ({ from, accountId, changes: some })),
  ...formerParts(formerly).map((some) => ({ from, accountId, formerly: some })),
  ...partsOf(returned, MAX_IDS).map((some) => ({ from, accountId, returned: some })),
];

/** A list in parts of at most so many. */
const partsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, nth) => list.slice(nth * size, (nth + 1) * size));

/** Each has a part of the ids of a few kinds. */
function roundsOf(changes: AccountChanges): AccountChanges[] {
  const parts = Object.entries(changes).map(([kind, ids]) => [kind, ids ? partsOf(ids, MAX_IDS) : [null]] as const);
  const rounds = Math.max(0, ...parts.map(([, ofKind]) => ofKind.length));
  return Array.from({ length: rounds }, (_, round) =>
    partsOf(
      parts.flatMap(([kind, ofKind]) => (round < ofKind.length ? [[kind, ofKind[round]] as const] : [])),
      MAX_KINDS,
    ).map((some) => Object.fromEntries(some) as AccountChanges),
  ).flat();
}

/** Each fits into a message. */
function formerParts(formerly: FormerResponsibles): FormerResponsibles[] {
  const each = Object.entries(formerly).flatMap(([id, members]) => members.map((member) => [id, member] as const));
  return partsOf(each, MAX_IDS).map((some) => {
    const part: Record<string, (string | null)[]> = {};
    for (const [id, member] of some) (part[id] ??= []).push(member);
    return part;
  });
}

/** Parses a message of the channel, on which others may publish too; undefined for anything that an instance would not send. */
export function messageOf(text: string): ChannelMessage | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { from, accountId, ...content } = fieldsIn(text);
  const [name, ...others] = Object.keys(content);
  if (!isId(from) || others.length > 0) return undefined;
  if (accountId === undefined && name === undefined) return { from };
  if (!isId(accountId)) return undefined;
  const { changes, formerly, returned } = content;
  if (areChanges(changes)) return { from, accountId, changes };
  if (areFormer(formerly)) return { from, accountId, formerly };
  return areIds(returned) && returned.length > 0 ? { from, accountId, returned } : undefined;
}

function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

function areChanges(value: unknown): value is AccountChanges {
  const changes = Object.entries({ ...(value as object) });
  return changes.length > 0 && changes.every(([kind, ids]) => isKind(kind) && (ids === null || areIds(ids)));
}

const isKind = (name: string): boolean => EVENT_KINDS.some((kind) => kind === name);

const areIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_IDS && value.every(isId);

function areFormer(value: unknown): value is FormerResponsibles {
  const leads = Object.entries({ ...(value as object) });
  const count = leads.flatMap(([, members]) => members).length;
  const areBounded = leads.length > 0 && leads.length <= MAX_IDS && count <= MAX_FORMER;
  return areBounded && leads.every(([id, members]) => isId(id) && areMembers(members));
}

const areMembers = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((member) => member === null || isId(member));

/** Looks up which of the ids the member sees, each as its kind and id. */
export type LookUp = (accountId: string, reader: MemberReader, ids: IdsOfKinds) => Promise<ReadonlySet<string>>;

/** Looks up whose leads the ids belong to, each as its kind and the member's id; with an empty one for a lead of nobody. */
export type LookUpMembers = (accountId: string, ids: IdsOfKinds) => Promise<ReadonlySet<string>>;

/** The look-ups of a publication. */
export interface LookUps {
  readonly seen: LookUp;
  readonly members: LookUpMembers;
}

/** Text for every reader of a stream, or for each; empty for nothing. */
export type Publication = string | ((reader: Reader) => Promise<string>);

/** Names what a reader sees: readers of one name see the same. */
export const sightOf = (reader: Reader): string =>
  reader === OWNER_READER ? reader : JSON.stringify([viewerId(reader), reader.types]);

/**
 * Events of changes in an account, for each reader. Readers who see the same share one look-up. A viewer gets the ids that they see now,
 * and the ids of leads that they lose: leads that were theirs or nobody's before they changed hands. Of more than `MAX_IDS` one look-up for
 * all readers tells whose leads they are, because one for each reader would cost too much; those members are told of many.
 */
export function publicationOf(message: ChangeMessage, lookUps: LookUps): Publication {
  const texts = new Map<string, Promise<string>>();
  let members: Promise<ReadonlySet<string>> | undefined;
  const lookUpMembers = () => (members ??= lookUps.members(message.accountId, idsBy(message.changes, isLong)));
  const whole = eventText(message.changes, message.returned);
  return async (reader) => {
    if (reader === OWNER_READER) return whole;
    const changes = shownTo(reader, message.changes);
    if (!needsLookUp(reader, changes)) return eventText(changes, message.returned);
    const sight = sightOf(reader);
    const text = texts.get(sight) ?? textFor({ ...message, changes }, reader, lookUps.seen, lookUpMembers);
    texts.set(sight, text);
    return text;
  };
}

/** What comes to sources is for those who are told of new sources. */
function shownTo(reader: MemberReader, { delivery, ...others }: AccountChanges): AccountChanges {
  return delivery !== undefined && sees(reader, 'source.created') ? { ...others, delivery } : others;
}

/** From members who see all leads, only notifications are hidden. */
const needsLookUp = (reader: MemberReader, changes: AccountChanges): boolean =>
  EVENT_KINDS.some((kind) => changes[kind] && isLimited(kind, reader));

const isLimited = (kind: EventKind, reader: MemberReader): boolean =>
  kind !== 'delivery' && (reader.sees === 'own' || kind === 'notification');

const isLong = (ids: readonly string[]): boolean => ids.length > MAX_IDS;

/** The lists of ids that are wanted, empty for other kinds. */
const idsBy = (changes: AccountChanges, isWanted: (ids: readonly string[], kind: EventKind) => boolean): IdsOfKinds =>
  Object.fromEntries(
    EVENT_KINDS.map((kind) => {
      const ids = changes[kind] ?? [];
      return [kind, isWanted(ids, kind) ? ids : []];
    }),
  ) as Record<EventKind, readonly string[]>;

async function textFor(
  message: ChangeMessage,
  reader: MemberReader,
  lookUp: LookUp,
  lookUpMembers: () => Promise<ReadonlySet<string>>,
): Promise<string> {
  const { accountId, changes, formerly = {}, returned = [] } = message;
  const limited = EVENT_KINDS.filter((kind) => isLimited(kind, reader));
  const seen = await lookUp(
    accountId,
    reader,
    idsBy(changes, (ids, kind) => limited.includes(kind) && !isLong(ids)),
  );
  const isAnyLong = reader.sees === 'own' && limited.some((kind) => isLong(changes[kind] ?? []));
  const members = isAnyLong ? await lookUpMembers() : new Set<string>();
  const hasLost = (kind: EventKind, id: string): boolean =>
    kind === 'lead' && (formerly[id]?.some((member) => member === null || member === viewerId(reader)) ?? false);
  const visible: { [Kind in EventKind]?: readonly string[] | null } = { ...changes };
  for (const kind of limited) {
    const ids = visible[kind];
    if (!ids) continue;
    const isConcerned = (): boolean =>
      reader.sees === 'all' ||
      members.has(`${kind} `) ||
      members.has(`${kind} ${reader.memberId}`) ||
      ids.some((id) => hasLost(kind, id));
    if (isLong(ids)) visible[kind] = isConcerned() ? null : [];
    else visible[kind] = ids.filter((id) => seen.has(`${kind} ${id}`) || hasLost(kind, id));
  }
  return eventText(visible, limited.includes('lead') ? returned.filter((id) => seen.has(`lead ${id}`)) : returned);
}
