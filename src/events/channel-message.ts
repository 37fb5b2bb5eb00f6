import { EVENT_KINDS } from '../contract/event';
import { type AccountChanges, type ChangeMessage, MAX_IDS } from './pending-changes';

/** Characters; PostgreSQL accepts less than 8000 bytes. */
export const MAX_LENGTH = 7_500;

/** Message on the event channel; without changes it says that its sender failed to publish some. */
export interface ChannelMessage extends Partial<ChangeMessage> {
  readonly from: string;
}

/** Parses a message of the channel, on which others may publish too; undefined for anything that an instance would not send. */
export function messageOf(text: string): ChannelMessage | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { from, accountId, changes, ...others } = fieldsIn(text);
  if (!isId(from) || Object.keys(others).length > 0) return undefined;
  if (accountId === undefined && changes === undefined) return { from };
  return isId(accountId) && areChanges(changes) ? { from, accountId, changes } : undefined;
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
