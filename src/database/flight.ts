import {
  type Connection,
  DatabaseError,
  type Pool,
  type PoolClient,
  Query,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { serialize } from 'pg-protocol';

/**
 * Sends a statement on the connection, together with all that are sent on it in this turn: they leave in one write and
 * end with one Sync, so that PostgreSQL answers them in one go. When one fails, it skips the rest, COMMIT included;
 * those fail with 25P02. pg by itself ends each statement with a Sync and a packet of its own, and for short statements
 * these system calls cost more than the work.
 */
export const send = (client: PoolClient, statement: QueryConfig): Promise<QueryResult> =>
  flightOf(client).add(statement);

/** Sends a statement whose answer nobody reads, in the same way. */
export const tell = (client: PoolClient, statement: Told): void => flightOf(client).tell(statement);

function flightOf(client: PoolClient): Flight {
  let flight = filling.get(client);
  if (!flight) {
    flight = new Flight();
    filling.set(client, flight);
    process.nextTick(() => depart(client));
  }
  return flight;
}

/** Lets what was sent in this turn leave now, before something that goes to the connection by another way. */
export function depart(client: PoolClient): void {
  const flight = filling.get(client);
  if (!flight) return;
  filling.delete(client);
  client.query(flight);
}

/**
 * Sends one statement on a connection of the pool, after one that is told: both are a transaction by themselves, whose end is
 * waited for. pg's own way takes more time of the processor than the statement.
 */
export async function sendAlone(pool: Pool, statement: QueryConfig, told?: Told): Promise<QueryResult> {
  const flight = new Flight();
  // A promise, which pg's types leave out.
  const lent: object = pool.query(flight);
  if (told) flight.tell(told);
  const [result] = await Promise.all([flight.add(statement), lent as Promise<unknown>]);
  return result;
}

/** The flights of connections that have not left. */
const filling = new WeakMap<PoolClient, Flight>();

/** What pg calls on a query, and reads of it; its types leave these out. */
interface Answered {
  readonly name?: string;
  readonly text: string;
  submit(connection: Outgoing): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** To pg's client one query; its parts are pg's own. */
export class Flight extends Query {
  readonly statements: QueryConfig[] = [];
  /** Those without an answer, in the order of the flight. */
  private readonly waiting: Answered[] = [];
  /** Of the part that is answered next: pg remembers by them what the connection has prepared. */
  declare name?: string;
  declare text: string;
  /** Set by a pool that lends its connection for this flight alone. */
  declare callback?: (error: Error | null) => void;

  constructor() {
    super('');
  }

  /** Adds a statement without an answer to wait for: should it fail, those after it are skipped and say so. */
  tell(statement: Told): void {
    this.statements.push(statement);
    this.waiting.push(new ToldPart(statement));
  }

  add(statement: QueryConfig): Promise<QueryResult> {
    this.statements.push(statement);
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: QueryResult): void => (error ? reject(error) : resolve(result));
      const part: object = new Part(statement, callback);
      this.waiting.push(part as Answered);
    });
  }

  override submit = (connection: Connection): Error | null => {
    const outgoing = new Outgoing(connection as Prepared);
    for (const part of this.waiting) {
      const refusal = part.submit(outgoing) ?? outgoing.refusal;
      // No part of a flight may be committed without the rest.
      if (refusal) return refusal;
    }
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
    const part = this.waiting.shift();
    part?.handleCommandComplete(message, connection);
    part?.handleReadyForQuery(connection);
    this.follow();
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
    this.emit('end');
  }

  handleError(error: Error, connection: Connection): void {
    this.callback?.(error);
    const skipped = error instanceof DatabaseError ? new Skipped(error) : error;
    for (const [index, part] of this.waiting.splice(0).entries()) {
      if (part.name) delete (connection as Prepared).submittedNamedStatements[part.name];
      part.handleError(index === 0 ? error : skipped, connection);
    }
    this.emit('end');
  }

  private follow(): void {
    this.name = this.waiting[0]?.name;
    this.text = this.waiting[0]?.text ?? '';
  }
}

class Part extends Query {
  /** Given to pg's own constructor, they would be copied property by property, which takes longer than all the rest. */
  constructor({ name, text, values }: QueryConfig, callback: (error: Error | null, result: QueryResult) => void) {
    super('');
    Object.assign(this, { name, text, values, callback, queryMode: 'extended' });
  }
}

/** A prepared statement whose answer nobody reads. */
export interface Told {
  readonly name: string;
  readonly text: string;
  readonly values: string[];
}

/** One that is told costs less than one that is asked: its answer is not described, and its row is not read. */
class ToldPart implements Answered {
  readonly name: string;
  readonly text: string;

  constructor(private readonly statement: Told) {
    this.name = statement.name;
    this.text = statement.text;
  }

  submit(connection: Outgoing): null {
    const { name, text, values } = this.statement;
    if (!connection.hasPrepared(name)) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values });
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

/** Stands for the connection while queries write their messages, and keeps these together. */
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

  /** Of a query that could not convert its values. */
  close(): void {
    this.refusal = new Error('a value that PostgreSQL cannot take');
  }

  /** Of each query; the flight has one for all. */
  sync(): void {}

  bytes(): Buffer {
    return Buffer.concat([...this.messages, serialize.sync()]);
  }
}

/** That a statement before this one failed, in the same flight. */
class Skipped extends Error {
  /** In failed SQL transaction. */
  readonly code = '25P02';

  constructor(cause: Error) {
    super('a statement before this one failed', { cause });
  }
}
