import { Redis } from 'ioredis';
import { ignore } from '../../database/pool';
import { type BusListener, type EventBus, RETRY_MS } from './event-bus';

const PATIENCE_MS = 2_000;
const ASK_EVERY_MS = 15_000;

/** PUBLISH and SUBSCRIBE of Redis, which wants a connection of its own for each of them. */
export class RedisBus implements EventBus {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly asking: NodeJS.Timeout;

  /** `channel` gives its name, which may have to be read first; `askEveryMs` is shorter in tests. */
  constructor(
    url: string,
    private readonly channel: () => Promise<string>,
    { onText, onState }: BusListener,
    askEveryMs = ASK_EVERY_MS,
  ) {
    const options = {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      commandTimeout: PATIENCE_MS,
      // A connection that is given up is not waited for.
      disconnectTimeout: 0,
      retryStrategy: () => RETRY_MS,
      // Subscribed here, so that it is known when that is done.
      autoResubscribe: false,
    };
    this.publisher = new Redis(url, options);
    this.subscriber = new Redis(url, options);
    // What it could not send, `send` tells.
    this.publisher.on('error', ignore);
    this.subscriber.on('error', () => onState(false));
    this.subscriber.on('close', () => onState(false));
    this.subscriber.on('ready', () => {
      this.subscribe().then(
        () => onState(true),
        () => this.subscriber.disconnect(true),
      );
    });
    this.subscriber.on('message', (_channel: string, text: string) => onText(text));
    this.asking = setInterval(() => void this.ask(), askEveryMs).unref();
  }

  async send(texts: readonly string[]): Promise<void> {
    const channel = await this.channel();
    const pipeline = this.publisher.pipeline();
    for (const text of texts) pipeline.publish(channel, text);
    const answers = await pipeline.exec();
    const failure = answers?.find(([error]) => error)?.[0];
    if (!failure) return;
    if (this.publisher.status === 'ready') this.publisher.disconnect(true);
    throw failure;
  }

  close(): void {
    clearInterval(this.asking);
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  private async subscribe(): Promise<void> {
    await this.subscriber.subscribe(await this.channel());
  }

  /** It sends nothing by itself, and would hear nothing for ever from an end that vanished without a word. */
  private async ask(): Promise<void> {
    if (this.subscriber.status !== 'ready') return;
    await this.subscriber.ping().catch(() => this.subscriber.disconnect(true));
  }
}
