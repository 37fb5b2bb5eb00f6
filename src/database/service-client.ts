import { Client, type ClientConfig } from 'pg';
import { TOO_MANY_CONNECTIONS } from './errors';
import { ignore } from './pool';
import { type SessionSettings, settingsText } from './session-settings';

/** Milliseconds to connect, and again to get the settings: less than the wait for a free connection. */
const PATIENCE_MS = 2_000;

export interface ServiceClientConfig extends ClientConfig {
  readonly session?: SessionSettings;
}

/**
 * A connection of the service, with the settings that it relies on. They are set by a statement, not by parameters of the connection,
 * most of which PgBouncer refuses.
 */
export class ServiceClient extends Client {
  private readonly opening: { readonly text: string; readonly query_timeout: number };

  constructor(config: ServiceClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: PATIENCE_MS });
    this.opening = { text: settingsText(config.session ?? {}), query_timeout: PATIENCE_MS };
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
    const opened = this.open();
    if (!callback) return opened;
    opened.then(() => callback(null), callback);
  }

  /** A pooler without a free connection of the server takes the caller's, and does not answer. */
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
