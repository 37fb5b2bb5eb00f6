import { MAX_ANSWER_BYTES } from '../../src/contract/limits';
import { type Drained, drained } from './drained';
import { tokenOf } from './full-ids';

type Numbered<T> = (n: number) => T;

/** A call of a route with its largest permitted input, on an account that is full. */
export interface LargestCall {
  /** As in the API reference. */
  readonly route: string;
  /** Distinguishes calls of one route without a query. */
  readonly about?: string;
  readonly query?: string;
  /** The id in the path, without it the account's. Repeated writes need other ids: `n` counts the calls from 0. */
  readonly id?: Numbered<string>;
  /** A text is a file. */
  readonly body?: Numbered<object | string>;
  readonly status: number;
  /** The most bytes of the answer; undefined for one that is streamed. */
  readonly most: number | undefined;
  /** Milliseconds of PostgreSQL at most, where `MOST_DATABASE_MS` do not suffice. */
  readonly databaseMs?: number;
  /** True for work on a file, and for an answer that is sent in parts: each of its many statements is bounded. */
  readonly isInParts?: boolean;
  /** True for a change of hundreds of statements: each of them is bounded, and not all together. */
  readonly isLongChange?: boolean;
  /** True for hundreds of megabytes, which only the long run takes. */
  readonly isHuge?: boolean;
  /** True when the first call takes what is largest. */
  readonly isOnce?: boolean;
}

/** Limit of the milliseconds of PostgreSQL. */
export const MOST_DATABASE_MS = 300;

type Options = Partial<Omit<LargestCall, 'route' | 'status'>>;

export const largest = (route: string, status: number, options: Options = {}): LargestCall => ({
  route,
  status,
  most: MAX_ANSWER_BYTES,
  ...options,
});

/** The name of its test, without ids and moments. */
export const nameOf = ({ route, about, query }: LargestCall): string =>
  [route, query && `?${shortened(decodeURIComponent(query))}`, about && ` (${about})`].join('');

const shortened = (query: string): string =>
  query
    .replaceAll(/😀+/gu, '😀')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'day');

/** The callers: a key of the account, and the operator acting as its owner. */
export interface Credentials {
  readonly url: string;
  readonly accountId: string;
  readonly key: string;
  readonly operatorToken: string;
}

/** Sends the call for the `n`th time. */
export function send(
  { url, accountId, key, operatorToken }: Credentials,
  { route, query, id, body: bodyOf }: LargestCall,
  n: number,
): Promise<Drained> {
  const [method = '', path = ''] = route.split(' ');
  const body = bodyOf?.(n);
  const isFile = typeof body === 'string';
  // The account comes first where a path has two ids.
  const filled = path
    .replace('{accountId}', accountId)
    .replace('{token}', tokenOf(accountId))
    .replace(/\{\w+\}/, id?.(n) ?? accountId);
  return drained(`${url}${filled}${query ? `?${query}` : ''}`, {
    method,
    headers: {
      Authorization: `Bearer ${path.startsWith('/api/') ? key : operatorToken}`,
      'X-Account-Id': accountId,
      ...(body !== undefined && { 'Content-Type': isFile ? 'text/csv' : 'application/json' }),
    },
    body: body === undefined ? undefined : Buffer.from(isFile ? body : JSON.stringify(body)),
  });
}
