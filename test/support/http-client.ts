import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expectDocumented, theContract } from './contract';

/** node:http, because fetch takes twice its processor time. */
const agent = new Agent({ keepAlive: true });

/** An answer with its parsed body; `data` fails the test if missing. */
export class Answer<Data> {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  get body(): { data?: Data; next_cursor?: string | null; warnings?: unknown[]; error?: ErrorBody } {
    return JSON.parse(this.text) as never;
  }

  get data(): Data {
    const { data } = this.body;
    if (data === undefined) throw new Error(`status ${this.status}: ${this.text}`);
    return data;
  }

  get error(): ErrorBody {
    const { error } = this.body;
    if (!error) throw new Error(`status ${this.status}: ${this.text}`);
    return error;
  }

  get fields(): string[] {
    return (this.error.details?.fields ?? []).map(({ field }) => field);
  }
}

/** Returns the data of an answer; throws for an error. */
export async function ok<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call;
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.status === 204 ? (undefined as T) : answer.data;
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly details?: { fields?: { field: string; message: string }[]; lead_ids?: string[]; limit?: string };
}

/** Removes the parts that always differ, to compare two answers. */
export function masked({ status, headers, text }: Answer<unknown>) {
  const id = headers.get('x-request-id') ?? '';
  const others = [...headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name));
  return { status, headers: others, text: text.replaceAll(id, 'ID') };
}

/** Calls a base address with one credential over HTTP; checks answers of this release against the API reference. */
export class HttpClient {
  constructor(
    private readonly base: string,
    private readonly token: string,
    private readonly headers: Record<string, string> = {},
    /** False where another release, with its own reference, may answer, and in the benchmark. */
    private readonly isThisRelease = 'loadedOnce' in globalThis,
  ) {
    // Loads for seconds on a busy machine: before there are connections, which the service gives up meanwhile.
    if (isThisRelease) theContract();
  }

  with(headers: Record<string, string>): HttpClient {
    return new HttpClient(this.base, this.token, { ...this.headers, ...headers }, this.isThisRelease);
  }

  get = <Data = never>(path: string) => this.send<Data>('GET', path);
  post = <Data = never>(path: string, body?: unknown) => this.send<Data>('POST', path, body);
  patch = <Data = never>(path: string, body?: unknown) => this.send<Data>('PATCH', path, body);
  put = <Data = never>(path: string, body?: unknown) => this.send<Data>('PUT', path, body);
  delete = <Data = never>(path: string) => this.send<Data>('DELETE', path);

  async pages<Row>(path: string): Promise<Row[][]> {
    const found: Row[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer<Row[]> = await this.get<Row[]>(path + (cursor && `&cursor=${cursor}`));
      found.push(page.data);
      cursor = page.body.next_cursor ?? null;
    }
    return found;
  }

  /** Sends `body` as JSON; strings and bytes stay. */
  async send<Data = never>(method: string, path: string, body?: unknown): Promise<Answer<Data>> {
    const url = new URL(this.base + path);
    const headers = {
      ...(this.token && { Authorization: `Bearer ${this.token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...this.headers,
    };
    const response = await responseTo(
      request(url, { method, headers, agent }),
      body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    );
    const text = await textOf(response);
    const status = response.statusCode ?? 0;
    if (this.isThisRelease) {
      const header = (name: string) => response.headers[name.toLowerCase()]?.toString();
      expectDocumented(method, url.pathname, { status, header, text });
    }
    return new Answer<Data>(status, headersOf(response), text);
  }
}

const responseTo = (sent: ClientRequest, body: string | Uint8Array | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => sent.once('response', resolve).on('error', reject).end(body));

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/** Reads the whole body, or the beginning of an endless stream. */
async function textOf(response: IncomingMessage): Promise<string> {
  const isEndless = response.headers['content-type']?.startsWith('text/event-stream');
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    if (isEndless) break;
  }
  // Without the mark of the byte order, as fetch reads a text.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
