import { type Connection, DatabaseError, type Pool, type PoolClient, Query, type QueryResult } from 'pg';
import { serialize } from 'pg-protocol';

/** One statement of a batch. */
export interface Part {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether its answer is not read, and so not described; such a statement has a name. */
  readonly isTold?: boolean;
  /** Translates a failure of this statement; other failures are returned as they are. */
  readonly explain?: (failure: unknown) => unknown;
}

/**
 * Sends statements together, in one write with one Sync, so that PostgreSQL answers them together. When one
 * fails, it skips the rest, COMMIT included, and this throws the failure. Returns the results of those whose answer is read.
 * pg by itself ends each statement with a Sync and a packet of its own, and for short statements these system calls cost
 * more than the work (docs/architecture.md). On a pool it takes a connection for this batch alone, which is one transaction.
 * `onSend` is called before they are written: not when the connection is known to be lost, or a value cannot be sent. When `leaving` was
 * aborted while the batch waited for its connection, nothing is sent, and this throws the signal's reason.
 */
export function sendBatch(
  on: PoolClient | Pool,
  parts: readonly Part[],
  onSend?: () => void,
  leaving?: AbortSignal,
): Promise<QueryResult<object>[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(parts, resolve, reject, onSend, leaving);
    // A pool gives a promise for whatever it is given, which pg's types leave out; a client gives back the batch.
    const sent: unknown = on.query(batch);
    if (sent instanceof Promise) sent.catch(reject);
  });
}

/** Names the transaction's account to row level security, until the transaction ends. */
export const setAccount = (accountId: unknown): Part => ({
  name: 'set_account',
  text: `select set_config('app.account_id', $1, true)`,
  values: [String(accountId)],
  isTold: true,
});

/** What pg calls on a query, and reads of it; its types leave these out. */
interface Answered {
  readonly name?: string;
  readonly text: string;
  submit(connection: Outgoing): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

/** For pg's client this is one query; its parts are pg's own. */
export class Batch extends Query {
  /** Those without an answer, in the order of the batch. */
  private readonly waiting: Answered[];
  /** Name and text of the part that is answered next: with them pg remembers what the connection has prepared. */
  declare name?: string;
  declare text: string;
  /** Set by a pool that lends its connection for this batch alone. */
  declare callback?: (error: Error | null) => void;
  /** Of the statements that were asked, in their order. */
  private readonly results: QueryResult<object>[] = [];

  /** `resolve` gets the results, `reject` the first failure. */
  constructor(
    readonly parts: readonly Part[],
    private readonly resolve: (results: QueryResult<object>[]) => void,
    private readonly reject: (failure: unknown) => void,
    private readonly onSend?: () => void,
    private readonly leaving?: AbortSignal,
  ) {
    super('');
    const keep = (error: Error | null, result: QueryResult<object>): void => void (error ?? this.results.push(result));
    this.waiting = parts.map((part) => (part.isTold ? new ToldPart(part) : askedPart(part, keep)));
  }

  override submit = (connection: Connection): Error | null => {
    if (this.leaving?.aborted) return this.leaving.reason as Error;
    const outgoing = new Outgoing(connection as Prepared);
    for (const part of this.waiting) {
      const refusal = part.submit(outgoing) ?? outgoing.refusal;
      // No part of a batch may be committed without the rest.
      if (refusal) return refusal;
    }
    this.onSend?.();
    connection.stream.write(outgoing.bytes());
    this.follow();
    return null;
  };

  handleRowDescription(message: object): void {
    this.waiting[0]?.handleRowDescription(message);
  }

  handleDataRow(message: object): void {
    this.waiting[0]?.handleDataRow(message);
  }

  handleCommandComplete(message: object, connection: Connection): void {
    this.waiting[0]?.handleCommandComplete(message, connection);
    this.handleEmptyQuery(connection);
  }

  /** An empty statement has an answer of its own kind. */
  handleEmptyQuery(connection: Connection): void {
    this.waiting.shift()?.handleReadyForQuery(connection);
    this.follow();
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
    // Emptied: V8 comes to make such arrays among the old objects, where they would keep what was read until a full collection.
    this.resolve(this.results.splice(0));
    this.emit('end');
  }

  handleError(error: Error, connection: Connection): void {
    const failed = this.parts[this.parts.length - this.waiting.length];
    this.reject(explained(error, failed));
    // A pool closes the connection of a batch that failed. One that was not sent has left it as it was.
    this.callback?.(error === this.leaving?.reason ? null : error);
    for (const part of this.waiting.splice(0)) {
      if (part.name) delete (connection as Prepared).submittedNamedStatements[part.name];
      part.handleError(error, connection);
    }
    this.emit('end');
  }

  private follow(): void {
    this.name = this.waiting[0]?.name;
    this.text = this.waiting[0]?.text ?? '';
  }
}

/** Nothing but this catches what a translation throws: it runs when pg reads the answer. */
function explained(error: Error, failed: Part | undefined): unknown {
  try {
    return error instanceof DatabaseError && failed?.explain ? failed.explain(error) : error;
  } catch (failure) {
    return failure;
  }
}

/** pg's own query. The constructor would copy the properties one by one, which takes longer than all the rest. */
function askedPart(
  { name, text, values }: Part,
  callback: (error: Error | null, result: QueryResult) => void,
): Answered {
  const query: object = Object.assign(new Query(''), { name, text, values, callback, queryMode: 'extended' });
  return query as Answered;
}

/** A statement whose answer is not read costs less: the answer is not described, and its row is not read. */
class ToldPart implements Answered {
  readonly name: string;
  readonly text: string;
  private readonly values: readonly unknown[];

  constructor({ name = '', text, values }: Part) {
    this.name = name;
    this.text = text;
    this.values = values;
  }

  submit(connection: Outgoing): null {
    const { name, text, values } = this;
    if (!connection.hasPrepared(name)) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values: [...values] });
    connection.execute({});
    return null;
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {}
  handleError(): void {}
}
/** What pg remembers of a connection's statements, by their names. */
type Prepared = Connection & {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
};

/** Replaces the connection while queries write their messages, and collects these. */
class Outgoing {
  readonly stream = {};
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  refusal: Error | undefined;
  private readonly messages: Buffer[] = [];

  constructor({ parsedStatements, submittedNamedStatements }: Prepared) {
    this.parsedStatements = parsedStatements;
    this.submittedNamedStatements = submittedNamedStatements;
  }

  hasPrepared(name: string): boolean {
    return this.parsedStatements[name] !== undefined || this.submittedNamedStatements[name] !== undefined;
  }

  parse(message: Parameters<typeof serialize.parse>[0]): void {
    this.messages.push(serialize.parse(message));
  }

  bind(message: Parameters<typeof serialize.bind>[0]): void {
    this.messages.push(serialize.bind(message));
  }

  describe(message: Parameters<typeof serialize.describe>[0]): void {
    this.messages.push(serialize.describe(message));
  }

  execute(message: Parameters<typeof serialize.execute>[0]): void {
    this.messages.push(serialize.execute(message));
  }

  /** Called by a query that could not convert its values. */
  close(): void {
    this.refusal = new Error('a value that PostgreSQL cannot take');
  }

  /** The Sync of each query; the batch has one for all. */
  sync(): void {}

  bytes(): Buffer {
    return Buffer.concat([...this.messages, serialize.sync()]);
  }
}
