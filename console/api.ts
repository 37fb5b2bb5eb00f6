import type { AccountName } from '../src/contract/account';
import type { Answer } from '../src/contract/envelope';
import type { ErrorCode, FieldError, Refusal } from '../src/contract/error';
import { UNATTENDED_HEADER } from '../src/contract/event';
import { SESSION_IDLE_HOURS } from '../src/contract/limits';

/** The service refused a call, or could not be reached. The message is Portuguese and made for people. */
export class ApiFailure extends Error {
  constructor(
    readonly code: ErrorCode | 'unreachable',
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly requestId = '',
    /** Milliseconds after which the call is worth repeating. */
    readonly waitMs = 0,
  ) {
    super(message);
  }

  /** A field that the page itself can tell is wrong. */
  static ofField(field: string, message: string): ApiFailure {
    return new ApiFailure('validation_error', 'Confira os campos destacados.', [{ field, message }]);
  }

  /** What is wrong with a field of the form. */
  problemOf(field: string): string | undefined {
    return this.fields.find((problem) => problem.field === field)?.message;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A good answer with its status, by which a route may tell two kinds of them. */
export type Called<Data> = Answer<Data> & { readonly status: number };

const BASE = '/admin/v1';
const SESSION_ENDED = 'session-ended';
const OTHER_ACCOUNT = 'other-account';
const LIMITED = 'limited';
const USED_AT = 'entrada-used-at';
const HOUR_MS = 60 * 60 * 1000;

/**
 * The quiet that follows each unattended read, in milliseconds: a tab makes 60 of them a minute in the long run, however long its
 * lists are and however much changes. All tabs share the calls that a session may make in a minute.
 */
const QUIET_AFTER_READ_MS = 1_000;

let shownAccount: string | undefined;
let quietUntil = 0;

/** The moment, by `performance.now()`, from which this tab may read unattended again. */
export const endOfQuiet = (): number => quietUntil;

/**
 * Sets the account that the page shows; undefined while it shows none. Every call sends it: all tabs share one session, and
 * when another tab has replaced it with a session of another account, the service does nothing.
 */
export function showAccount(id: string | undefined): void {
  shownAccount = id;
}

/**
 * Calls an owner route. The browser adds the session's cookie; to changes it also adds the page's origin, by which the service
 * recognises its own pages. Throws `ApiFailure`, also once `signal` aborts the call.
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

/** Reads an owner route because something has changed, not because somebody asked: no use of the session. Throws `ApiFailure`. */
export async function readUnattended<Data>(path: string): Promise<Answer<Data>> {
  quietUntil = Math.max(quietUntil, performance.now()) + QUIET_AFTER_READ_MS;
  try {
    return await bodyOf<Answer<Data>>(await accepted('GET', path, { isUnattended: true }));
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'rate_limited') waitAfter(error);
    throw error;
  }
}

/** What is shown may be out of date until the session may call again. */
function waitAfter(failure: ApiFailure): void {
  quietUntil = Math.max(quietUntil, performance.now() + failure.waitMs);
  window.dispatchEvent(new CustomEvent(LIMITED, { detail: failure }));
}

/** Reads a route that answers with a file. Throws `ApiFailure`. */
export const readFile = async (path: string): Promise<string> => (await accepted('GET', path)).text();

/** Sends a file to a route that answers with one. Its bytes stay as they are: a text would lose the mark of UTF-8. */
export const sendFile = async (path: string, file: File): Promise<Blob> =>
  (await accepted('POST', path, { body: file })).blob();

/** Calls `listener` whenever the service no longer knows the session of the page; returns how to stop that. */
export function onSessionEnd(listener: () => void): () => void {
  window.addEventListener(SESSION_ENDED, listener);
  return () => window.removeEventListener(SESSION_ENDED, listener);
}

/** Calls `listener` with the session's account when it differs from the account that the page shows; returns how to stop that. */
export function onOtherAccount(listener: (account: AccountName) => void): () => void {
  const hear = (event: Event): void => listener((event as CustomEvent<AccountName>).detail);
  window.addEventListener(OTHER_ACCOUNT, hear);
  return () => window.removeEventListener(OTHER_ACCOUNT, hear);
}

/** Calls `listener` when an unattended read was refused because the session has made too many calls; returns how to stop that. */
export function onLimited(listener: (failure: ApiFailure) => void): () => void {
  const hear = (event: Event): void => listener((event as CustomEvent<ApiFailure>).detail);
  window.addEventListener(LIMITED, hear);
  return () => window.removeEventListener(LIMITED, hear);
}

/** Whether the session has ended because no tab called the service for too long. */
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
  // An answer to an earlier page says nothing about the present one.
  if (account && account === shownAccount) {
    if (failure.code === 'unauthorized') window.dispatchEvent(new Event(SESSION_ENDED));
    // If this call fails too, people see the first failure.
    if (failure.code === 'conflict') tellOtherAccount(account).catch(() => undefined);
  }
  throw failure;
}

/** `conflict` has several causes. To find out whether it is this one, it asks for the session's account, without expecting one. */
async function tellOtherAccount(expected: string): Promise<void> {
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

/** A file is sent as bytes, and what it is its first ones tell; everything else is sent as JSON. */
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
  return new ApiFailure(error.code, error.message, error.details?.fields, error.request_id, Number(wait) * 1_000);
}
