import type { Access } from './product';

/** A product that runs and has its model, with a token that may do no more than the measurement needs. */
export interface Contender {
  /** As it says it itself. */
  readonly version: string;
  readonly entry: Pick<Access, 'product' | 'port' | 'token' | 'stages'>;
  /** The number of its leads. */
  count(): Promise<number>;
  /** Some of its leads, and every full page of the leads of each stage. */
  places(): Promise<Pick<Access, 'ids' | 'pages'>>;
  /** Takes back what a run alone needs. */
  close?(): Promise<void>;
}

/** Calls a product with one token. */
export class Caller {
  constructor(
    readonly port: number,
    private readonly token: string,
  ) {}

  get = <Data>(path: string): Promise<Data> => this.send<Data>('GET', path);
  post = <Data>(path: string, body: object): Promise<Data> => this.send<Data>('POST', path, body);
  patch = <Data>(path: string, body: object): Promise<Data> => this.send<Data>('PATCH', path, body);

  /** The answer's body. Throws for any answer that is not a success. */
  async send<Data>(method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { ...(this.token && { Authorization: `Bearer ${this.token}` }), 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as Data;
  }
}

/** The offsets of the full pages of a list. */
export const offsets = (rows: number, page: number): number[] =>
  Array.from({ length: Math.floor(rows / page) }, (_, index) => index * page);
