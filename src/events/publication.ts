import { viewerId } from '../accounts/actor';
import { EVENT_KINDS, type EventKind } from '../contract/event';
import { type MemberReader, OWNER_READER, type Reader } from '../notices/notification-reader';
import { type AccountChanges, type ChangeMessage, eventText } from './pending-changes';
import type { IdsOfKinds } from './seen-changes.queries';

/** Looks up which of the ids the member sees, each as its kind and id. */
export type LookUp = (accountId: string, reader: MemberReader, ids: IdsOfKinds) => Promise<ReadonlySet<string>>;

/** Text for every reader of a stream, or for each; empty for nothing. */
export type Told = string | ((reader: Reader) => Promise<string>);

/** Names what a reader sees: readers of one name see the same. */
export const sightOf = (reader: Reader): string =>
  reader === OWNER_READER ? reader : JSON.stringify([viewerId(reader), reader.types]);

/**
 * Events of changes in an account, for each reader. Readers who see the same share one look-up. A viewer gets the ids that they see now,
 * and the ids of leads that they lose: leads that were theirs or nobody's before they changed hands.
 */
export function publicationOf(message: ChangeMessage, lookUp: LookUp): Told {
  const texts = new Map<string, Promise<string>>();
  const whole = eventText(message.changes);
  return async (reader) => {
    if (reader === OWNER_READER || !needsLookUp(reader, message.changes)) return whole;
    const sight = sightOf(reader);
    const text = texts.get(sight) ?? textFor(message, reader, lookUp);
    texts.set(sight, text);
    return text;
  };
}

/** From members who see all leads, only notifications are hidden. */
const needsLookUp = (reader: MemberReader, changes: AccountChanges): boolean =>
  EVENT_KINDS.some((kind) => changes[kind] && isLimited(kind, reader));

const isLimited = (kind: EventKind, { sees }: MemberReader): boolean => sees === 'own' || kind === 'notification';

async function textFor(message: ChangeMessage, reader: MemberReader, lookUp: LookUp): Promise<string> {
  const { accountId, changes, formerly = {} } = message;
  const limited = EVENT_KINDS.filter((kind) => isLimited(kind, reader));
  const idsOf = (kind: EventKind) => (limited.includes(kind) ? (changes[kind] ?? []) : []);
  const ids = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, idsOf(kind)])) as Record<
    EventKind,
    readonly string[]
  >;
  const seen = await lookUp(accountId, reader, ids);
  const hasLost = (kind: EventKind, id: string): boolean =>
    kind === 'lead' && (formerly[id]?.some((member) => member === null || member === viewerId(reader)) ?? false);
  const told: { [Kind in EventKind]?: readonly string[] | null } = { ...changes };
  for (const kind of limited) {
    told[kind] &&= told[kind].filter((id) => seen.has(`${kind} ${id}`) || hasLost(kind, id));
  }
  return eventText(told);
}
