import { Agent, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** One caller with one connection to one instance, kept open between its requests. */
export class Caller {
  /** Caller to try next when the connection is refused, as a proxy does: no byte of the call was read. */
  instead: Caller | undefined;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly base: string,
    private readonly token: string,
    private readonly patience = 12_000,
  ) {}

  /** Rejects when the connection breaks, or without an answer within `patience` milliseconds. */
  async send(...call: Parameters<Caller['attempt']>): Promise<Reply> {
    try {
      return await this.attempt(...call);
    } catch (error) {
      if (!this.instead || (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      return this.instead.attempt(...call);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private attempt(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const text = body && JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        this.base + path,
        {
          agent: this.agent,
          method,
          headers: {
            Authorization: `Bearer ${this.token}`,
            ...(text !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': String(Buffer.byteLength(text)),
            }),
            ...headers,
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('aborted', () => reject(new Error('aborted')));
          response.on('end', () => {
            clearTimeout(timer);
            const all = Buffer.concat(pieces).toString();
            try {
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(all) });
            } catch {
              reject(new Error(`an answer that is no JSON: ${all.slice(0, 80)}`));
            }
          });
        },
      );
      const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), this.patience);
      outgoing.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      outgoing.end(text);
    });
  }
}
