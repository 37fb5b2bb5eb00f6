/** One bad field, named as the service names it. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The service refused a call, or could not be reached. The message is Portuguese and made for people. */
export class ApiFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly fields: readonly FieldProblem[] = [],
    readonly requestId = '',
  ) {
    super(message);
  }

  /** What is wrong with a field of the form. */
  problemOf(field: string): string | undefined {
    return this.fields.find((problem) => problem.field === field)?.message;
  }
}

/** The body of a good answer. */
export interface Answer<Data> {
  readonly data: Data;
  readonly next_cursor?: string | null;
  readonly unread?: number;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface ErrorBody {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly request_id: string;
    readonly details?: { readonly fields?: readonly FieldProblem[] };
  };
}

const BASE = '/admin/v1';
const SESSION_ENDED = 'session-ended';

/**
 * Calls an owner route; the browser adds the session's cookie and, to what changes something, the page's origin, which is what
 * the service tells its own pages by. Throws `ApiFailure`.
 */
export async function call<Data>(method: Method, path: string, body?: unknown): Promise<Answer<Data>> {
  const response = await send(method, path, body);
  if (response.status === 204) return { data: undefined as Data };
  const answer = await bodyOf<Answer<Data> & ErrorBody>(response);
  if (response.ok) return answer;
  const failure = failureOf(response, answer);
  if (failure.code === 'unauthorized' && path !== '/sessions') window.dispatchEvent(new Event(SESSION_ENDED));
  throw failure;
}

/** Calls `listener` whenever the service no longer knows the session; returns how to stop that. */
export function onSessionEnd(listener: () => void): () => void {
  window.addEventListener(SESSION_ENDED, listener);
  return () => window.removeEventListener(SESSION_ENDED, listener);
}

async function send(method: Method, path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(BASE + path, {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && contentOf(body)),
    });
  } catch {
    throw new ApiFailure('unreachable', 'O serviço não respondeu. Verifique a conexão e tente de novo.');
  }
}

/** A file goes as CSV, everything else as JSON. */
const contentOf = (body: unknown): RequestInit =>
  body instanceof File
    ? { body, headers: { 'Content-Type': 'text/csv' } }
    : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };

async function bodyOf<Body>(response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch {
    throw new ApiFailure('unreachable', 'O serviço está indisponível no momento. Tente de novo em instantes.');
  }
}

function failureOf(response: Response, { error }: ErrorBody): ApiFailure {
  if (!error) return new ApiFailure('unreachable', 'O serviço deu uma resposta inesperada.');
  const wait = response.headers.get('Retry-After');
  const message = wait ? `${error.message} Aguarde ${wait} s.` : error.message;
  return new ApiFailure(error.code, message, error.details?.fields, error.request_id);
}
