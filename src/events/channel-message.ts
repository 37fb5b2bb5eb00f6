import { EVENT_KINDS } from '../contract/event';
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

/** Kinds of which `MAX_IDS` each fit in a message. */
const MAX_KINDS = 3;

/** Former responsibles are a message of their own. */
export function messagesOf(from: string, { accountId, changes, formerly }: ChangeMessage): ChannelMessage[] {
  const kinds = Object.entries(changes);
  const messages: ChannelMessage[] = [];
  for (let start = 0; start < kinds.length; start += MAX_KINDS) {
    messages.push({ from, accountId, changes: Object.fromEntries(kinds.slice(start, start + MAX_KINDS)) });
  }
  return formerly ? [...messages, { from, accountId, formerly }] : messages;
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
