/** Request of a call. `token` is the unique text of its note. */
export interface Sent {
  readonly kind: 'post' | 'patch' | 'move' | 'list' | 'get' | 'metrics' | 'export' | 'erase' | 'merge' | 'key';
  readonly instance: number;
  /** The key of a POST's phone, as in the database. */
  readonly phoneKey?: string;
  readonly externalId?: string;
  readonly token?: string;
  readonly leadId?: string;
  /** Outcome that a POST must have in the end: `ok` for a valid one. */
  readonly settlesAs?: 'ok' | 'fail';
  /** The request itself, so that a POST can be sent again. */
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** A lead in an answer. */
export interface SeenLead {
  readonly id: string;
  readonly updatedAt: string;
  readonly origin: string;
}

export interface Seen {
  readonly status: number;
  readonly leads: readonly SeenLead[];
  readonly duplicate?: boolean;
  readonly changed?: boolean;
  readonly dealId?: string;
  /** Codes of the warnings of a POST, or of an error. */
  readonly codes: readonly string[];
}

/** `ok`: 2xx. `fail`: 4xx, which promises no effect. `info`: 5xx, a broken connection or no answer; the effect is unknown. */
export type Outcome = 'ok' | 'fail' | 'info';

/** One line of a history; times are milliseconds of the client's monotonic clock. */
export type Event =
  | { readonly type: 'invoke'; readonly call: number; readonly at: number; readonly sent: Sent }
  | {
      readonly type: Outcome;
      readonly call: number;
      readonly at: number;
      readonly seen?: Seen;
      readonly error?: string;
    };

export interface Call {
  readonly id: number;
  readonly sent: Sent;
  readonly invokedAt: number;
  readonly endedAt: number;
  readonly outcome: Outcome;
  readonly seen?: Seen;
  readonly error?: string;
}

/** Joins the two events of each call, in the order of invocation. A call without an end is an `info` that never ended. */
export function callsOf(history: readonly Event[]): Call[] {
  const ends = new Map<number, Exclude<Event, { type: 'invoke' }>>();
  for (const event of history) if (event.type !== 'invoke') ends.set(event.call, event);
  return history.flatMap((event): Call[] => {
    if (event.type !== 'invoke') return [];
    const end = ends.get(event.call);
    const { call: id, sent, at: invokedAt } = event;
    if (!end) return [{ id, sent, invokedAt, endedAt: Infinity, outcome: 'info' }];
    return [{ id, sent, invokedAt, endedAt: end.at, outcome: end.type, seen: end.seen, error: end.error }];
  });
}

export const parseHistory = (jsonl: string): Event[] =>
  jsonl
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
