import { Client } from 'pg';
import { ignore } from '../../database/pool';
import { type BusListener, CHANNEL, type EventBus, RETRY_MS } from './event-bus';

const SEND = `select pg_notify('${CHANNEL}', t) from unnest($1::text[]) t`;
/** Milliseconds: how long an answer may take, and how often the connection is asked whether it still lives. */
const PATIENCE_MS = 5_000;
const ASK_EVERY_MS = 15_000;

/**
 * NOTIFY and LISTEN on one connection of this process, apart from the pools: requests never wait for it, nor it for them. It is
 * opened when it is first needed. Losing the commit of a NOTIFY would do no harm, so none waits for the disk.
 */
export class PostgresBus implements EventBus {
  private client: Promise<Client> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly asking: NodeJS.Timeout;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly listener: BusListener,
  ) {
    this.asking = setInterval(() => void this.query('select 1').catch(ignore), ASK_EVERY_MS).unref();
    this.listen();
  }

  async send(texts: readonly string[]): Promise<void> {
    await this.query(SEND, [texts]);
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.asking);
    clearTimeout(this.retry);
    this.client?.then((client) => client.end()).catch(ignore);
  }

  private listen(): void {
    this.connected().catch(ignore);
  }

  /** A connection that is cut off without a word shows it by being late. */
  private async query(text: string, values: unknown[] = []): Promise<void> {
    const opened = this.connected();
    const client = await opened;
    try {
      await client.query(text, values);
    } catch (error) {
      client.end().catch(ignore);
      this.lose(opened);
      throw error;
    }
  }

  private connected(): Promise<Client> {
    if (this.isClosed) return Promise.reject(new Error('the bus is closed'));
    if (!this.client) {
      const opened: Promise<Client> = this.open(() => this.lose(opened));
      this.client = opened;
      opened.then(
        () => this.listener.onState(true),
        () => this.lose(opened),
      );
    }
    return this.client;
  }

  private async open(onEnd: () => void): Promise<Client> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'entrada events',
      connectionTimeoutMillis: 2_000,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      options: '-c synchronous_commit=off',
    });
    client.on('error', ignore);
    client.on('notification', ({ payload }) => void (payload && this.listener.onText(payload)));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(ignore);
      throw error;
    }
    return client.on('end', onEnd);
  }

  /** Tries again until it works. */
  private lose(lost: Promise<Client>): void {
    if (this.client !== lost) return;
    this.client = undefined;
    if (this.isClosed) return;
    this.listener.onState(false);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.listen(), RETRY_MS).unref();
  }
}
