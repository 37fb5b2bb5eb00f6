import type { AccountName } from '../src/contract/account';
import type { Answer } from '../src/contract/document/route-text';
import type { ErrorCode, FieldError, Refusal } from '../src/contract/error';
import { UNATTENDED_HEADER } from '../src/contract/event';
import { SESSION_IDLE_HOURS } from '../src/contract/limits';
import { HOUR_MS } from '../src/contract/durations';

/** Refusal by the service, or a failed connection. The message is Portuguese, for people. */
export class ApiFailure extends Error {
  constructor(
    readonly code: ErrorCode | 'unreachable',
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly requestId = '',
    /** Milliseconds to wait before a retry. */
    readonly waitMs = 0,
    /** The lead that has the phone already. */
    readonly leadId?: string,
  ) {
    super(message);
  }

  /** Failure of a field that the page detects. */
  static ofField(field: string, message: string): ApiFailure {
    return new ApiFailure('validation_error', 'Confira os campos destacados.', [{ field, message }]);
  }

  problemOf(field: string): string | undefined {
    return this.fields.find((problem) => problem.field === field)?.message;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Successful answer with its status, which distinguishes two kinds on some routes. */
export type Called<Data> = Answer<Data> & { readonly status: number };

const BASE = '/admin/v1';
const SESSION_ENDED = 'session-ended';
const OTHER_ACCOUNT = 'other-account';
const LIMITED = 'limited';
const FORBIDDEN = 'forbidden';
const USED_AT = 'entrada-used-at';

/** Milliseconds between unattended reads, at most 60 a minute per tab: all tabs share the session's calls per minute. */
const QUIET_AFTER_READ_MS = 1_000;

let shownAccount: string | undefined;
let quietUntil = 0;

/** Next moment, by `performance.now()`, at which this tab may read unattended. */
export const endOfQuiet = (): number => quietUntil;

/** Sets the shown account, which every call sends. All tabs share one session, so the service refuses calls for another account. */
export function showAccount(id: string | undefined): void {
  shownAccount = id;
}

/**
 * Calls an owner route. The browser adds the session's cookie, and the page's origin to changes, by which the service recognises its own
 * pages. Throws `ApiFailure`, also when `signal` aborts.
 */
export async function call<Data>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Called<Data>> {
  const response = await accepted(method, path, { body, signal });
  const { status } = response;
  return { ...(status === 204 ? { data: undefined as Data } : await bodyOf<Answer<Data>>(response)), status };
}

/** Reads an owner route after a change, without extending the session. Throws `ApiFailure`. */
export async function readUnattended<Data>(path: string, signal?: AbortSignal): Promise<Answer<Data>> {
  quietUntil = Math.max(quietUntil, performance.now()) + QUIET_AFTER_READ_MS;
  try {
    return await bodyOf<Answer<Data>>(await accepted('GET', path, { isUnattended: true, signal }));
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'rate_limited') waitAfter(error);
    throw error;
  }
}

/** The page may be out of date until the session may call again. */
function waitAfter(failure: ApiFailure): void {
  quietUntil = Math.max(quietUntil, performance.now() + failure.waitMs);
  window.dispatchEvent(new CustomEvent(LIMITED, { detail: failure }));
}

/** Reads a route that answers with a file. Throws `ApiFailure`. */
export const readFile = async (path: string): Promise<string> => (await accepted('GET', path)).text();

/** Sends a file to a route that answers with one. Reads bytes, because text would lose the UTF-8 mark. */
export const uploadFile = async (path: string, file: File): Promise<Blob> =>
  (await accepted('POST', path, { body: file })).blob();

/** Subscribes to the end of the page's session; returns the unsubscribe function. */
export function onSessionEnd(listener: () => void): () => void {
  window.addEventListener(SESSION_ENDED, listener);
  return () => window.removeEventListener(SESSION_ENDED, listener);
}

/** Subscribes to a session whose account differs from the page's; returns the unsubscribe function. */
export function onOtherAccount(listener: (account: AccountName) => void): () => void {
  const hear = (event: Event): void => listener((event as CustomEvent<AccountName>).detail);
  window.addEventListener(OTHER_ACCOUNT, hear);
  return () => window.removeEventListener(OTHER_ACCOUNT, hear);
}

/** Subscribes to refusals for want of a right, which the role may have lost; returns the unsubscribe function. */
export function onForbidden(listener: () => void): () => void {
  window.addEventListener(FORBIDDEN, listener);
  return () => window.removeEventListener(FORBIDDEN, listener);
}

/** Subscribes to unattended reads that the call limit refused; returns the unsubscribe function. */
export function onLimited(listener: (failure: ApiFailure) => void): () => void {
  const hear = (event: Event): void => listener((event as CustomEvent<ApiFailure>).detail);
  window.addEventListener(LIMITED, hear);
  return () => window.removeEventListener(LIMITED, hear);
}

/** Whether no tab has called the service for so long that only a remembered session still lives. */
export const isIdle = (): boolean => Date.now() - Number(localStorage.getItem(USED_AT)) > SESSION_IDLE_HOURS * HOUR_MS;

interface Sent {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly isUnattended?: boolean;
}

async function accepted(method: Method, path: string, sent: Sent = {}): Promise<Response> {
  const account = shownAccount;
  const response = await send(method, path, account, sent);
  if (response.ok) return response;
  const failure = failureOf(response, await bodyOf<Partial<Refusal>>(response));
  // An answer to an earlier page does not concern the present one.
  if (account && account === shownAccount) {
    if (failure.code === 'unauthorized') window.dispatchEvent(new Event(SESSION_ENDED));
    if (failure.code === 'forbidden') window.dispatchEvent(new Event(FORBIDDEN));
    // If this call fails too, people see the first failure.
    if (failure.code === 'conflict') announceOtherAccount(account).catch(() => undefined);
  }
  throw failure;
}

/** Asks for the session's account, because `conflict` has several causes. */
async function announceOtherAccount(expected: string): Promise<void> {
  const response = await send('GET', '/account', undefined);
  if (!response.ok) return;
  const { data: account } = await bodyOf<Answer<AccountName>>(response);
  if (account.id !== expected) window.dispatchEvent(new CustomEvent(OTHER_ACCOUNT, { detail: account }));
}

async function send(
  method: Method,
  path: string,
  account: string | undefined,
  { body, signal, isUnattended }: Sent = {},
): Promise<Response> {
  if (account && !isUnattended) localStorage.setItem(USED_AT, String(Date.now()));
  const { headers, ...content } = body === undefined ? {} : contentOf(body);
  try {
    return await fetch(BASE + path, {
      method,
      signal,
      credentials: 'same-origin',
      headers: {
        ...headers,
        ...(account && { 'X-Expected-Account': account }),
        ...(isUnattended && { [UNATTENDED_HEADER]: 'true' }),
      },
      ...content,
    });
  } catch {
    throw new ApiFailure('unreachable', 'O serviço não respondeu. Verifique a conexão e tente de novo.');
  }
}

/** A file is sent as bytes, and the service detects its type; everything else is sent as JSON. */
const contentOf = (body: unknown): { readonly body: File | string; readonly headers: Record<string, string> } =>
  body instanceof File
    ? { body, headers: { 'Content-Type': 'application/octet-stream' } }
    : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };

async function bodyOf<Body>(response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch {
    throw new ApiFailure('unreachable', 'O serviço está indisponível no momento. Tente de novo em instantes.');
  }
}

function failureOf(response: Response, { error }: Partial<Refusal>): ApiFailure {
  if (!error) return new ApiFailure('unreachable', 'O serviço deu uma resposta inesperada.');
  const wait = response.headers.get('Retry-After');
  return new ApiFailure(
    error.code,
    error.message,
    error.details?.fields,
    error.request_id,
    Number(wait) * 1_000,
    error.details?.lead_id,
  );
}
