import { connect } from 'node:net';
import { Client, type ClientConfig, type PoolClient } from 'pg';
import { serialize } from 'pg-protocol';
import { isLate, TOO_MANY_CONNECTIONS } from './errors';
import { ignore } from './pool';

export type SessionSettings = Readonly<Record<string, string | number>>;

/** Settings that the driver and the SQL rely on, whatever the server, the database or the role has set. */
const READING: SessionSettings = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: 1,
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
};

/** Sets them all in one text for a new session. Values are the program's own and contain no quotes. */
const settingsText = (settings: SessionSettings): string =>
  Object.entries({ ...READING, ...settings })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');

/** Milliseconds to connect, and again for the settings: less than the wait for a free connection. */
const CONNECT_PATIENCE_MS = 2_000;

export interface ServiceClientConfig extends ClientConfig {
  readonly session?: SessionSettings;
}

/**
 * A connection with the service's settings, set by a statement: PgBouncer refuses most connection parameters. One that breaks fails its
 * statements and never ends the process, whether it is being opened, idle, or between two callers.
 */
export class ServiceClient extends Client {
  private readonly opening: { readonly text: string; readonly query_timeout: number };

  constructor(config: ServiceClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: CONNECT_PATIENCE_MS });
    this.on('error', ignore);
    this.opening = { text: settingsText(config.session ?? {}), query_timeout: CONNECT_PATIENCE_MS };
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    const opened = this.open();
    if (!callback) return opened;
    opened.then(() => callback(null), callback);
  }

  /** A pooler without a free server connection accepts the caller's and does not answer. */
  private async open(): Promise<Client> {
    await super.connect();
    try {
      await this.query(this.opening);
    } catch (error) {
      void this.end().catch(ignore);
      if (!isLate(error)) throw error;
      throw Object.assign(new Error('no connection of the server is free', { cause: error }), {
        code: TOO_MANY_CONNECTIONS,
      });
    }
    return this;
  }
}

/** Milliseconds; an unanswered request does not delay the connection's next caller for longer. */
const CANCEL_PATIENCE_MS = 2_000;

/** Members of pg's client that its types omit: they name the server's process. */
interface Addressed {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/**
 * Asks the server to cancel the statement that runs on a connection, on a connection of its own and without TLS, as libpq does. The server
 * ends that connection: PgBouncer takes an end by us for a change of mind, and release 1.18 crashes. Resolves to whether the request cannot
 * reach a later statement: it was passed on, or not sent. Never throws.
 */
export function cancelStatement(client: PoolClient): Promise<boolean> {
  const { host, port, processID, secretKey } = client as unknown as Addressed;
  if (processID === null || secretKey === null) return Promise.resolve(true);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve) => {
    let isSent = false;
    let isOver = false;
    socket.setTimeout(CANCEL_PATIENCE_MS, () => socket.destroy());
    socket.on('connect', () => {
      isSent = true;
      socket.write(serialize.cancel(processID, secretKey));
    });
    socket.on('end', () => (isOver = true));
    socket.on('error', ignore);
    socket.on('close', () => resolve(isOver || !isSent));
    socket.resume();
  });
}
