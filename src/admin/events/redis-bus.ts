import { Redis } from 'ioredis';
import { REDIS_OPTIONS } from '../../common/redis-options';
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
      ...REDIS_OPTIONS,
      commandTimeout: PATIENCE_MS,
      retryStrategy: () => RETRY_MS,
      // Subscribed here, so that it is known when that is done.
      autoResubscribe: false,
    };
    this.publisher = new Redis(url, options);
    this.subscriber = new Redis(url, options);
    // What it could not send, `send` tells.
    this.publisher.on('error', ignore);
    this.subscriber.on('error', (error) => onState(false, error));
    this.subscriber.on('close', () => onState(false));
    this.subscriber.on('ready', () => {
      this.subscribe().then(
        () => onState(true),
        (error: unknown) => {
          onState(false, error);
          this.subscriber.disconnect(true);
        },
      );
    });
    this.subscriber.on('message', (_channel: string, text: string) => onText(text));
    this.asking = setInterval(() => void this.ask(), askEveryMs).unref();
  }

  async send(texts: readonly string[]): Promise<void> {
    await this.publish(await this.channel(), texts);
  }

  close(): void {
    clearInterval(this.asking);
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  /** Does once all that the bus will have to do: Redis may allow one command and not another. */
  private async subscribe(): Promise<void> {
    const channel = await this.channel();
    await this.subscriber.subscribe(channel);
    await this.subscriber.ping();
    if (this.publisher.status === 'ready') await this.publish(`${channel}_probe`, ['']);
  }

  private async publish(channel: string, texts: readonly string[]): Promise<void> {
    const pipeline = this.publisher.pipeline();
    for (const text of texts) pipeline.publish(channel, text);
    const answers = await pipeline.exec();
    const failure = answers?.find(([error]) => error)?.[0];
    if (!failure) return;
    if (this.publisher.status === 'ready') this.publisher.disconnect(true);
    throw failure;
  }

  /** It sends nothing by itself, and would hear nothing for ever from an end that vanished without a word. */
  private async ask(): Promise<void> {
    if (this.subscriber.status !== 'ready') return;
    await this.subscriber.ping().catch(() => this.subscriber.disconnect(true));
  }
}
