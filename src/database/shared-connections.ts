import { type Client, type PoolClient, type QueryResult } from 'pg';
import { type Part, sendBatch } from './batch';
import { sqlState, TOO_MANY_CONNECTIONS } from './errors';
import { ignore } from './pool';

/**
 * A few connections for short reads, each of which takes a read before it has answered those before it: so fewer processes of
 * PostgreSQL wake up for the same reads. One slow statement would delay all behind it, so a connection on which anything fails
 * or is late is closed, with all that waits on it, and the caller reads elsewhere.
 */
export class SharedConnections {
  private readonly lines: readonly Line[];

  /** `make` gives a client that is not connected yet, and that waits for no lock and no answer for long. */
  constructor(count: number, make: () => Client) {
    this.lines = Array.from({ length: count }, () => new Line(make));
  }

  /** One batch, on the connection that has the fewest to answer; any failure may be one of another batch. */
  send(parts: readonly Part[]): Promise<QueryResult<object>[]> {
    return this.lines.reduce((best, line) => (line.unanswered < best.unanswered ? line : best)).send(parts);
  }

  async end(): Promise<void> {
    await Promise.all(this.lines.map((line) => line.close()));
  }
}

/** Milliseconds after the server had no connection left before the next try: each costs it a process. */
const PAUSE_MS = 1_000;

/** The server had no connection left a moment ago. */
class TooManyConnections extends Error {
  readonly code = TOO_MANY_CONNECTIONS;
}

class Line {
  unanswered = 0;
  private client: Promise<Client> | undefined;
  private closedUntil = 0;

  constructor(private readonly make: () => Client) {}

  async send(parts: readonly Part[]): Promise<QueryResult<object>[]> {
    if (performance.now() < this.closedUntil) throw new TooManyConnections();
    const opened = (this.client ??= this.open());
    this.unanswered++;
    try {
      return await sendBatch((await opened) as PoolClient, parts);
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
    // With statements under way pg destroys the connection, which fails them.
    await closing?.then((client) => client.end()).catch(ignore);
  }

  private async open(): Promise<Client> {
    const client = this.make().on('error', ignore);
    try {
      await client.connect();
    } catch (error) {
      if (sqlState(error) === TOO_MANY_CONNECTIONS) this.closedUntil = performance.now() + PAUSE_MS;
      throw error;
    }
    return client;
  }
}
