import { type Client, type QueryResult } from 'pg';
import { type BatchPart, sendBatch } from './batch';
import { sqlState, TOO_MANY_CONNECTIONS } from './errors';
import { ignore } from './pool';

/**
 * A few connections for short reads, which are pipelined, so that fewer PostgreSQL processes wake up. One slow
 * statement would delay all after it: a failure or delay closes the connection, and its callers read elsewhere.
 */
export class SharedConnections {
  private readonly connections: readonly SharedConnection[];
  /** Reads in progress of each account. */
  private readonly readsOf = new Map<string, number>();

  /** `make` returns an unconnected client with short time-outs for locks and answers. */
  constructor(count: number, make: () => Client) {
    this.connections = Array.from({ length: count }, () => new SharedConnection(make));
  }

  /** Whether a read of the account is in progress. */
  isReading(accountId: string): boolean {
    return this.readsOf.has(accountId);
  }

  /** Sends a batch on the least busy connection, for an account if one is given; a failure may come from another batch. */
  async send(parts: readonly BatchPart[], accountId = ''): Promise<QueryResult<object>[]> {
    const connection = this.connections.reduce((best, other) => (other.unanswered < best.unanswered ? other : best));
    if (accountId === '') return connection.send(parts);
    this.readsOf.set(accountId, (this.readsOf.get(accountId) ?? 0) + 1);
    try {
      return await connection.send(parts);
    } finally {
      const remaining = (this.readsOf.get(accountId) ?? 1) - 1;
      if (remaining > 0) this.readsOf.set(accountId, remaining);
      else this.readsOf.delete(accountId);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }
}

/** Milliseconds between tries after the server had no connection left: each costs it a process. */
const PAUSE_MS = 1_000;

class TooManyConnections extends Error {
  readonly code = TOO_MANY_CONNECTIONS;
}

class SharedConnection {
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
