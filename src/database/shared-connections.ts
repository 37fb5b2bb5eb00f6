import { type Client, type QueryResult } from 'pg';
import { type BatchPart, sendBatch } from './batch';
import { sqlState, TOO_MANY_CONNECTIONS } from './errors';
import { ignore } from './pool';

/**
 * A few connections for short reads, which are pipelined, so that fewer PostgreSQL processes wake up. One slow
 * statement would delay all after it: a failure or delay closes the connection, and its callers read elsewhere.
 */
export class SharedConnections {
  private readonly lines: readonly Line[];

  /** `make` returns an unconnected client with short time-outs for locks and answers. */
  constructor(count: number, make: () => Client) {
    this.lines = Array.from({ length: count }, () => new Line(make));
  }

  /** Sends a batch on the least busy connection; a failure may come from another batch. */
  send(parts: readonly BatchPart[]): Promise<QueryResult<object>[]> {
    return this.lines.reduce((best, line) => (line.unanswered < best.unanswered ? line : best)).send(parts);
  }

  async end(): Promise<void> {
    await Promise.all(this.lines.map((line) => line.close()));
  }
}

/** Milliseconds between tries after the server had no connection left: each costs it a process. */
const PAUSE_MS = 1_000;

class TooManyConnections extends Error {
  readonly code = TOO_MANY_CONNECTIONS;
}

class Line {
  unanswered = 0;
  private client: Promise<Client> | undefined;
  private closedUntil = 0;

  constructor(private readonly make: () => Client) {}

  async send(parts: readonly BatchPart[]): Promise<QueryResult<object>[]> {
    if (performance.now() < this.closedUntil) throw new TooManyConnections();
    const opened = (this.client ??= this.open());
    this.unanswered++;
    try {
      return await sendBatch(await opened, parts);
    } catch (error) {
      if (this.client === opened) void this.close();
      throw error;
    } finally {
      this.unanswered--;
    }
  }

  async close(): Promise<void> {
    const closing = this.client;
    this.client = undefined;
    // pg destroys a connection with running statements, which fails them.
    await closing?.then((client) => client.end()).catch(ignore);
  }

  private async open(): Promise<Client> {
    const client = this.make();
    try {
      await client.connect();
    } catch (error) {
      if (sqlState(error) === TOO_MANY_CONNECTIONS) this.closedUntil = performance.now() + PAUSE_MS;
      throw error;
    }
    return client;
  }
}
