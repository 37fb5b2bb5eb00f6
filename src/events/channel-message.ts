import { EVENT_KINDS, type EventKind } from '../contract/event';
import {
  type AccountChanges,
  type ChangeMessage,
  type FormerResponsibles,
  MAX_FORMER,
  MAX_IDS,
} from './pending-changes';

/** Characters; PostgreSQL accepts less than 8000 bytes. */
export const MAX_LENGTH = 7_500;

/** A message on the event channel, with changes or with former responsibles; with neither its sender failed to publish some. */
export interface ChannelMessage extends Partial<ChangeMessage> {
  readonly from: string;
}

/** Kinds that a release before 1.2 does not know. */
const LATER_KINDS: readonly EventKind[] = ['activity', 'appointment'];

/**
 * Former responsibles, and kinds of changes that an earlier release does not know, are messages of their own: it reads the others and
 * refuses these.
 */
export function messagesOf(from: string, { accountId, changes, formerly }: ChangeMessage): ChannelMessage[] {
  const kinds = EVENT_KINDS.filter((kind) => changes[kind] !== undefined);
  const parts = [
    kinds.filter((kind) => !LATER_KINDS.includes(kind)),
    kinds.filter((kind) => LATER_KINDS.includes(kind)),
  ];
  return [
    ...parts
      .filter((part) => part.length > 0)
      .map((part) => ({
        from,
        accountId,
        changes: Object.fromEntries(part.map((kind) => [kind, changes[kind]])),
      })),
    ...(formerly ? [{ from, accountId, formerly }] : []),
  ];
}

/** Parses a message of the channel, on which others may publish too; undefined for anything that an instance would not send. */
export function messageOf(text: string): ChannelMessage | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { from, accountId, changes, formerly, ...others } = fieldsIn(text);
  if (!isId(from) || Object.keys(others).length > 0) return undefined;
  if (accountId === undefined && changes === undefined && formerly === undefined) return { from };
  if (!isId(accountId)) return undefined;
  if (formerly === undefined) return areChanges(changes) ? { from, accountId, changes } : undefined;
  return changes === undefined && areFormer(formerly) ? { from, accountId, formerly } : undefined;
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

const areIds = (value: unknown): boolean => Array.isArray(value) && value.length <= MAX_IDS && value.every(isId);

function areFormer(value: unknown): value is FormerResponsibles {
  const leads = Object.entries({ ...(value as object) });
  const count = leads.flatMap(([, members]) => members).length;
  const areBounded = leads.length > 0 && leads.length <= MAX_IDS && count <= MAX_FORMER;
  return areBounded && leads.every(([id, members]) => isId(id) && areMembers(members));
}

const areMembers = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((member) => member === null || isId(member));
