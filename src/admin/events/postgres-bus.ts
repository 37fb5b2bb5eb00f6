import type { Client } from 'pg';
import { FIND_INSTALLATION, type FoundInstallation } from '../../database/installation.queries';
import { ignore } from '../../database/pool';
import { ServiceClient } from '../../database/service-client';
import { type BusListener, channelOf, type EventBus, RETRY_MS } from './event-bus';

const SEND = `select pg_notify($1, t) from unnest($2::text[]) t`;
/** Milliseconds: how long an answer may take, and how often the connection is asked whether it still lives. */
const PATIENCE_MS = 5_000;
const ASK_EVERY_MS = 15_000;

/** A connection that listens, and the channel on which it does. */
interface Line {
  readonly client: Client;
  readonly channel: string;
}

/**
 * NOTIFY and LISTEN on one connection of this process, apart from the pools: requests never wait for it, nor it for them. It is
 * opened when it is first needed. Losing the commit of a NOTIFY would do no harm, so none waits for the disk.
 */
export class PostgresBus implements EventBus {
  private line: Promise<Line> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly asking: NodeJS.Timeout;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly listener: BusListener,
  ) {
    this.asking = setInterval(
      () => void this.ask(({ client }) => client.query('select 1')).catch(ignore),
      ASK_EVERY_MS,
    ).unref();
    this.listen();
  }

  async send(texts: readonly string[]): Promise<void> {
    await this.ask(({ client, channel }) => client.query(SEND, [channel, texts]));
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.asking);
    clearTimeout(this.retry);
    this.line?.then(({ client }) => client.end()).catch(ignore);
  }

  private listen(): void {
    this.connected().catch(ignore);
  }

  /** A connection that is cut off without a word shows it by being late. */
  private async ask(question: (line: Line) => Promise<unknown>): Promise<void> {
    const opened = this.connected();
    const line = await opened;
    try {
      await question(line);
    } catch (error) {
      line.client.end().catch(ignore);
      this.lose(opened);
      throw error;
    }
  }

  private connected(): Promise<Line> {
    if (this.isClosed) return Promise.reject(new Error('the bus is closed'));
    if (!this.line) {
      const opened: Promise<Line> = this.open(() => this.lose(opened));
      this.line = opened;
      opened.then(
        () => this.listener.onState(true),
        () => this.lose(opened),
      );
    }
    return this.line;
  }

  private async open(onEnd: () => void): Promise<Line> {
    const client = new ServiceClient({
      connectionString: this.url,
      application_name: 'entrada events',
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      session: { synchronous_commit: 'off' },
    });
    client.on('error', ignore);
    client.on('notification', ({ payload }) => void (payload && this.listener.onText(payload)));
    try {
      await client.connect();
      const channel = await channelOn(client);
      await client.query(`listen ${channel}`);
      return { client: client.on('end', onEnd), channel };
    } catch (error) {
      client.end().catch(ignore);
      throw error;
    }
  }

  /** Tries again until it works. */
  private lose(lost: Promise<Line>): void {
    if (this.line !== lost) return;
    this.line = undefined;
    if (this.isClosed) return;
    this.listener.onState(false);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.listen(), RETRY_MS).unref();
  }
}

/** Read on the same connection: no request waits for it. */
async function channelOn(client: Client): Promise<string> {
  const { rows } = await client.query<FoundInstallation>(FIND_INSTALLATION.text);
  return channelOf(rows[0]);
}
