import { EVENT_KINDS } from '../../contract/event';
import { type AccountChanges, type ChangeMessage, MAX_IDS } from './pending-changes';

/** Characters of the longest message; PostgreSQL takes less than 8000 bytes. */
export const MAX_LENGTH = 7_500;

/** A message on the bus; without changes it says that its sender could not tell some. */
export interface BusMessage extends Partial<ChangeMessage> {
  /** The process that has sent it. */
  readonly from: string;
}

/** Reads what came over the bus, where others may send as well; undefined for everything that no instance sends. */
export function messageOf(text: string): BusMessage | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { from, accountId, changes, ...others } = fieldsOf(parsed(text));
  if (!isId(from) || Object.keys(others).length > 0) return undefined;
  if (accountId === undefined && changes === undefined) return { from };
  return isId(accountId) && areChanges(changes) ? { from, accountId, changes } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No fields for what is no object. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

function areChanges(value: unknown): value is AccountChanges {
  const changes = Object.entries(fieldsOf(value));
  return changes.length > 0 && changes.every(([kind, ids]) => isKind(kind) && (ids === null || areIds(ids)));
}

const isKind = (name: string): boolean => EVENT_KINDS.some((kind) => kind === name);

const areIds = (value: unknown): boolean => Array.isArray(value) && value.length <= MAX_IDS && value.every(isId);
