import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../contract/document/route-text';
import type { Refusal } from '../contract/error';
import { MINUTE_MS } from '../contract/durations';

/** Milliseconds: the pause between tries, and the time-out of a call. */
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 30_000;

/** Answer of the service; the body is undefined unless it is a JSON object. */
interface ServiceAnswer {
  readonly status: number;
  readonly body: object | undefined;
}

/** Behaviour towards the service, and texts in the readers' language. */
interface ClientOptions {
  /** Longest wait for a service that does not answer, and a notice shown once; absent: one try. */
  readonly patience?: { readonly ms: number; readonly notice: (url: string) => string };
  readonly redirect: RequestRedirect;
  /** Error message; the answer is undefined when there was none. */
  readonly failure: (url: string, answer: ServiceAnswer | undefined) => string;
}

/** Error of a refusal; undefined for an answer that does not come from the service. */
const errorIn = (answer: ServiceAnswer | undefined): Refusal['error'] | undefined => {
  const { error } = (answer?.body ?? {}) as Partial<Refusal>;
  return error?.message ? error : undefined;
};

/** Bad fields of a refusal, one per line. */
const fieldLines = ({ details }: Refusal['error']): string[] =>
  (details?.fields ?? []).map((bad) => `  ${bad.field}: ${bad.message}`);

/** Client of a running service's admin API. Every error message can be shown unchanged. */
export class AdminClient {
  /** Account that the operator acts for. */
  account: string | undefined;
  /** Called once each time the service stops answering. */
  onWait: (text: string) => void = () => undefined;

  private readonly url: string;

  constructor(
    url: string,
    private readonly token: string,
    private readonly options: ClientOptions,
  ) {
    this.url = url.replace(/(?<!\/)\/+$/, '');
  }

  /** Client of the same service with a session's token. */
  withToken = (token: string) => new AdminClient(this.url, token, this.options);

  get = <Data>(path: string) => this.call<Data>(path, { method: 'GET' });
  delete = (path: string) => this.call<undefined>(path, { method: 'DELETE' });

  post = <Data>(path: string, body?: object) =>
    this.call<Data>(path, {
      method: 'POST',
      body: body && JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });

  /** A patient client resends it when the answer is lost, so a repeated call must do no harm. */
  postFile = <Data>(path: string, file: Buffer) =>
    this.call<Data>(path, {
      method: 'POST',
      body: new Uint8Array(file),
      headers: { 'Content-Type': 'application/octet-stream' },
    });

  /** Waits for a service that does not answer, as long as the options say. */
  private async call<Data>(path: string, init: RequestInit): Promise<Answer<Data>> {
    const { patience, failure } = this.options;
    const end = Date.now() + (patience?.ms ?? 0);
    for (let tries = 1; ; tries++, await sleep(PAUSE_MS)) {
      const answer = await this.send(path, init);
      if (answer && answer.status < 300 && (answer.body || answer.status === 204))
        return (answer.body ?? {}) as Answer<Data>;
      const isRefused = answer !== undefined && answer.status < 500 && errorIn(answer) !== undefined;
      if (isRefused || !patience || Date.now() > end) throw new Error(failure(this.url, answer));
      if (tries === 1) this.onWait(patience.notice(this.url));
    }
  }

  private async send(path: string, init: RequestInit): Promise<ServiceAnswer | undefined> {
    const headers = {
      Authorization: `Bearer ${this.token}`,
      ...(this.account && { 'X-Account-Id': this.account }),
      ...init.headers,
    };
    const { redirect } = this.options;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${this.url}/admin/v1${path}`, { ...init, headers, redirect, signal }).catch(
      () => undefined,
    );
    return response && { status: response.status, body: await response.json().then(objectOf, () => undefined) };
  }
}

const objectOf = (body: unknown): object | undefined => (typeof body === 'object' && body !== null ? body : undefined);

/** Options of the operator's commands, which run next to the service: one try. */
export const OPERATOR_CLIENT: ClientOptions = {
  redirect: 'error',
  failure: (url, answer) => {
    if (!answer) return `No service answers at ${url}. Start it, or name its address with --url.`;
    const error = errorIn(answer);
    if (!error) return `What answers at ${url} is not Entrada (status ${answer.status}).`;
    if (answer.status === 401) {
      return `The service at ${url} was started with another operator's token: set OPERATOR_TOKEN, or DATA_DIR, as it has them.`;
    }
    return [`The service refused (${answer.status}): ${error.message}`, ...fieldLines(error)].join('\n');
  },
};

const silence = (url: string): string => `O serviço em ${url} não responde (PUBLIC_URL, HOST e PORT, ou --url)`;

/** Options of the import, which waits for a service that restarts. */
export const IMPORT_CLIENT: ClientOptions = {
  patience: { ms: MINUTE_MS, notice: (url) => `${silence(url)}: esperando.` },
  redirect: 'follow',
  failure: (url, answer) => {
    const error = errorIn(answer);
    return error && answer && answer.status < 500
      ? [error.message, ...fieldLines(error)].join('\n')
      : `${silence(url)}. Rode o mesmo comando de novo.`;
  },
};
