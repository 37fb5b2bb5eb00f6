import { type Kind, PAGE } from './requests';

/** An answer that the load generator got. */
export interface Answer {
  readonly status: number;
  /** The length of the body, in bytes. */
  readonly length: number;
  /** Read only when the whole answer is checked, because reading takes time from the server that is measured. */
  readonly text: () => string;
}

/** The statuses that each kind of request must get. A person of `again` may be new: the first ones are. */
const STATUSES: Readonly<Record<Kind, readonly number[]>> = {
  new: [201],
  again: [200, 201],
  known: [200],
  replay: [200],
  get: [200],
  list: [200],
  metrics: [200],
};

/** No server shows a lead in fewer bytes. */
const LEAD_BYTES = 200;

interface Data {
  /** Of GET. */
  readonly id?: string;
  /** Of POST. */
  readonly lead?: { readonly id?: string };
  readonly duplicate?: boolean;
  /** Of the metrics. */
  readonly leads?: number;
}

/** What is wrong with an answer, in short: its status, or what is missing. Undefined for a right answer. */
export function failureOf(kind: Kind, { status, length }: Pick<Answer, 'status' | 'length'>): string | undefined {
  if (!STATUSES[kind].includes(status)) return String(status);
  const least = kind === 'list' ? PAGE * LEAD_BYTES : kind === 'metrics' ? 1 : LEAD_BYTES;
  return length < least ? `${status} with ${length} bytes` : undefined;
}

/** The same, after a check of the whole answer. */
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
