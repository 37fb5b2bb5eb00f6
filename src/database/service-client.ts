import { Client, type ClientConfig } from 'pg';
import { TOO_MANY_CONNECTIONS } from './errors';
import { ignore } from './pool';
import { type SessionSettings, settingsText } from './session-settings';

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
      if ((error as Error).message !== 'Query read timeout') throw error;
      throw Object.assign(new Error('no connection of the server is free', { cause: error }), {
        code: TOO_MANY_CONNECTIONS,
      });
    }
    return this;
  }
}
