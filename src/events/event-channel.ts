import type { Client } from 'pg';
import { ignore } from '../database/pool';
import { ServiceClient } from '../database/service-client';

const IS_LISTENING = `select from pg_listening_channels() channel where channel = $1`;
const PUBLISH = `select pg_notify($1, t) from unnest($2::text[]) t`;
/** Milliseconds: the time-out of an answer, and the interval of checks of an idle connection. */
const CHANNEL_PATIENCE_MS = 5_000;
const CHECK_EVERY_MS = 15_000;

interface ChannelSubscriber {
  readonly onMessage: (text: string) => void;
  /** Called when the channel is lost, with the connection's error if there was one; `publish` connects again. */
  readonly onLoss: (error?: unknown) => void;
}

interface Subscription {
  readonly client: Client;
  readonly channel: string;
}

/**
 * NOTIFY and LISTEN of PostgreSQL on a connection of its own, so that requests never wait for it. All instances receive every message,
 * the sender too. A lost NOTIFY does no harm, so its commit does not wait for the disk.
 */
export class EventChannel {
  private subscription: Promise<Subscription> | undefined;
  private readonly checking: NodeJS.Timeout;
  private isClosed = false;

  /** `checkEveryMs` is shorter in tests. */
  constructor(
    private readonly url: string,
    private readonly subscriber: ChannelSubscriber,
    checkEveryMs = CHECK_EVERY_MS,
  ) {
    this.checking = setInterval(() => void this.send(expectListening).catch(ignore), checkEveryMs).unref();
    this.connected().catch(ignore);
  }

  /** Sends messages of less than 8000 bytes in one round trip, once the channel listens. Rejects when they were not sent. */
  async publish(messages: readonly string[]): Promise<void> {
    await this.send(({ client, channel }) => client.query(PUBLISH, [channel, messages]));
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.checking);
    this.subscription?.then(({ client }) => client.end()).catch(ignore);
  }

  /** Drops the connection when an answer is late: its peer may be gone without closing it. */
  private async send(query: (subscription: Subscription) => Promise<unknown>): Promise<void> {
    const opened = this.connected();
    const subscription = await opened;
    try {
      await query(subscription);
    } catch (error) {
      subscription.client.end().catch(ignore);
      this.lose(opened, error);
      throw error;
    }
  }

  private connected(): Promise<Subscription> {
    if (this.isClosed) return Promise.reject(new Error('the channel is closed'));
    if (!this.subscription) {
      const opened: Promise<Subscription> = this.open(() => this.lose(opened));
      this.subscription = opened;
      opened.catch((error: unknown) => this.lose(opened, error));
    }
    return this.subscription;
  }

  private async open(onEnd: () => void): Promise<Subscription> {
    const client = new ServiceClient({
      connectionString: this.url,
      application_name: 'entrada events',
      query_timeout: CHANNEL_PATIENCE_MS,
      // Messages are published while earlier ones wait for their answer, also on a slow server.
      pipeline: true,
      keepAlive: true,
      session: { synchronous_commit: 'off' },
    });
    client.on('notification', ({ payload }) => void (payload && this.subscriber.onMessage(payload)));
    try {
      await client.connect();
      const channel = await channelOf(client);
      await client.query(`listen ${channel}`);
      return { client: client.on('end', onEnd), channel };
    } catch (error) {
      client.end().catch(ignore);
      throw error;
    }
  }

  private lose(lost: Promise<Subscription>, error?: unknown): void {
    if (this.subscription !== lost) return;
    this.subscription = undefined;
    if (!this.isClosed) this.subscriber.onLoss(error);
  }
}

/** A pooler may have given the connection another session. */
async function expectListening({ client, channel }: Subscription): Promise<void> {
  const { rowCount } = await client.query(IS_LISTENING, [channel]);
  if (rowCount === 0) throw new Error('the session no longer listens to the event channel');
}

/** Name of an installation's channel. Contains the installation's id, which other database roles cannot know. */
async function channelOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from installation');
  if (!rows[0]) throw new Error('the database has no row in its table installation');
  return `entrada_events_${rows[0].id.replaceAll('-', '')}`;
}
