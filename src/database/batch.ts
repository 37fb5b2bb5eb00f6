import { type ClientBase, type Connection, DatabaseError, Query, type QueryResult } from 'pg';
import { serialize } from 'pg-protocol';
import { LARGE_BYTES, nextTurn } from './event-loop';

export interface BatchPart {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Skips the description and the reading of its answer; such a statement has a name. */
  readonly withoutResult?: boolean;
  /** Translates a failure of this statement; returns other failures unchanged. */
  readonly explain?: (failure: unknown) => unknown;
}

export interface BatchOptions {
  /** Called before the write; not when the connection is lost or a value cannot be sent. */
  readonly onSend?: () => void;
  /** Milliseconds until the answer is late, which closes the connection; absent: as the client has them. */
  readonly patienceMs?: number;
}

/**
 * Sends statements together, in one write with one Sync, and returns the results of those whose answer is read. When a
 * statement fails, PostgreSQL skips the rest, COMMIT included, and this throws the failure. pg alone sends a Sync and a
 * packet after each statement, which costs more than short statements do (docs/architecture.md).
 */
export function sendBatch(
  client: ClientBase,
  parts: readonly BatchPart[],
  options?: BatchOptions,
): Promise<QueryResult<object>[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(parts, resolve, reject, options));
  });
}

/** Names the transaction's account to row level security, until the transaction ends. */
export const setAccount = (accountId: unknown): BatchPart => ({
  name: 'set_account',
  text: `select set_config('app.account_id', $1, true)`,
  values: [String(accountId)],
  withoutResult: true,
});

/** Members that pg calls and reads on a query; its types omit them. */
interface PgQuery {
  readonly name?: string;
  readonly text: string;
  submit(connection: Outgoing): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

/** One query to pg's client; its parts are queries of pg. */
export class Batch extends Query {
  /** Parts without an answer, in the order of the batch. */
  private readonly waiting: PgQuery[];
  /** Name and text of the part that is answered next; pg uses them to remember prepared statements. */
  declare name?: string;
  declare text: string;
  /** Set by pg when answers have a time-out; ends it. */
  declare callback?: (error: Error | null) => void;
  /** Read by pg. */
  readonly query_timeout: number | undefined;
  private readonly results: QueryResult<object>[] = [];
  private bytes = 0;

  constructor(
    readonly parts: readonly BatchPart[],
    private readonly resolve: (results: QueryResult<object>[]) => void,
    private readonly reject: (failure: unknown) => void,
    private readonly options: BatchOptions = {},
  ) {
    super('');
    this.query_timeout = options.patienceMs;
    const keep = (error: Error | null, result: QueryResult<object>): void => void (error ?? this.results.push(result));
    this.waiting = parts.map((part) => (part.withoutResult ? new PartWithoutResult(part) : partWithResult(part, keep)));
  }

  override submit = (connection: Connection): Error | null => {
    const outgoing = new Outgoing(connection as Prepared);
    for (const part of this.waiting) {
      const refusal = part.submit(outgoing) ?? outgoing.refusal;
      // Committing a part of a batch is not allowed.
      if (refusal) return refusal;
    }
    this.options.onSend?.();
    connection.stream.write(outgoing.bytes());
    this.follow();
    return null;
  };

  handleRowDescription(message: object): void {
    this.waiting[0]?.handleRowDescription(message);
  }

  handleDataRow(message: { readonly length: number }): void {
    this.bytes += message.length;
    this.waiting[0]?.handleDataRow(message);
  }

  handleCommandComplete(message: object, connection: Connection): void {
    this.waiting[0]?.handleCommandComplete(message, connection);
    this.handleEmptyQuery(connection);
  }

  handleEmptyQuery(connection: Connection): void {
    this.waiting.shift()?.handleReadyForQuery(connection);
    this.follow();
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
    // Emptied: V8 may promote the array to old space, where it would keep the rows until a full collection.
    const results = this.results.splice(0);
    if (this.bytes < LARGE_BYTES) this.resolve(results);
    else void nextTurn().then(() => this.resolve(results));
    this.emit('end');
  }

  handleError(error: Error, connection: Connection): void {
    const failed = this.parts[this.parts.length - this.waiting.length];
    this.reject(explained(error, failed));
    this.callback?.(error);
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

/** Catches what a translation throws: pg calls it while it reads the answer. */
function explained(error: Error, failed: BatchPart | undefined): unknown {
  try {
    return error instanceof DatabaseError && failed?.explain ? failed.explain(error) : error;
  } catch (failure) {
    return failure;
  }
}

/** A query of pg. Its constructor copies properties one by one, which is the slowest step. */
function partWithResult(
  { name, text, values }: BatchPart,
  callback: (error: Error | null, result: QueryResult) => void,
): PgQuery {
  const query: object = Object.assign(new Query(''), { name, text, values, callback, queryMode: 'extended' });
  return query as PgQuery;
}

/** A statement whose answer is neither described nor read, which costs less. */
class PartWithoutResult implements PgQuery {
  readonly name: string;
  readonly text: string;
  private readonly values: readonly unknown[];

  constructor({ name = '', text, values }: BatchPart) {
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
/** Statements that pg has prepared on a connection, by name. */
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

  /** Drops the Sync of each query; the batch sends one. */
  sync(): void {}

  bytes(): Buffer {
    return Buffer.concat([...this.messages, serialize.sync()]);
  }
}
