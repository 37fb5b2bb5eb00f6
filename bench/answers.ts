import { type Kind, PAGE } from './requests';

/** An answer to the load generator. */
export interface Answer {
  readonly status: number;
  /** Length of the body in bytes. */
  readonly length: number;
  /** Reads the body. Only a check of the whole answer does this: reading takes time from the measured server. */
  readonly text: () => string;
}

/** Statuses that each kind of request must get. The first people of `again` are new. */
const STATUSES: Readonly<Record<Kind, readonly number[]>> = {
  new: [201],
  again: [200, 201],
  known: [200],
  replay: [200],
  get: [200],
  list: [200],
  metrics: [200],
};

/** Bytes that every server needs at least to show a lead. */
const LEAD_BYTES = 200;

interface Data {
  /** Answers to GET have it. */
  readonly id?: string;
  /** Answers to POST have it. */
  readonly lead?: { readonly id?: string };
  readonly duplicate?: boolean;
  /** Metrics have it. */
  readonly leads?: number;
}

/** Says in short what is wrong with an answer: its status or its length. Undefined for a right answer. */
export function failureOf(kind: Kind, { status, length }: Pick<Answer, 'status' | 'length'>): string | undefined {
  if (!STATUSES[kind].includes(status)) return String(status);
  const least = kind === 'list' ? PAGE * LEAD_BYTES : kind === 'metrics' ? 1 : LEAD_BYTES;
  return length < least ? `${status} with ${length} bytes` : undefined;
}

/** Does the same after a check of the whole answer. */
export function wholeFailureOf(kind: Kind, answer: Answer): string | undefined {
  const failure = failureOf(kind, answer);
  if (failure !== undefined) return failure;
  const { data } = JSON.parse(answer.text()) as { data?: Data | readonly object[] };
  if (kind === 'list') {
    const rows = Array.isArray(data) ? data.length : 0;
    return rows === PAGE ? undefined : `${answer.status} with a page of ${rows}`;
  }
  const { id, lead, duplicate, leads } = (data ?? {}) as Data;
  if (kind === 'metrics') return leads ? undefined : `${answer.status} without leads`;
  if (!(kind === 'get' ? id : lead?.id)) return `${answer.status} without a lead`;
  return kind === 'replay' && !duplicate ? `${answer.status} that is no replay` : undefined;
}
