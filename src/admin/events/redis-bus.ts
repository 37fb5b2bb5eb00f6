import { Redis } from 'ioredis';
import { type BusListener, CHANNEL, type EventBus, RETRY_MS } from './event-bus';

const PATIENCE_MS = 2_000;

/** PUBLISH and SUBSCRIBE of Redis, which wants a connection of its own for each of them. */
export class RedisBus implements EventBus {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;

  constructor(url: string, { onText, onState }: BusListener) {
    const options = {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      commandTimeout: PATIENCE_MS,
      retryStrategy: () => RETRY_MS,
      // Subscribed here, so that it is known when that is done.
      autoResubscribe: false,
    };
    this.publisher = new Redis(url, options);
    this.subscriber = new Redis(url, options);
    for (const redis of [this.publisher, this.subscriber]) {
      redis.on('error', () => onState(false));
      redis.on('close', () => onState(false));
    }
    this.subscriber.on('ready', () => {
      this.subscriber.subscribe(CHANNEL).then(
        () => onState(true),
        () => this.subscriber.disconnect(true),
      );
    });
    this.subscriber.on('message', (_channel: string, text: string) => onText(text));
  }

  async send(texts: readonly string[]): Promise<void> {
    const pipeline = this.publisher.pipeline();
    for (const text of texts) pipeline.publish(CHANNEL, text);
    const answers = await pipeline.exec();
    const failure = answers?.find(([error]) => error)?.[0];
    if (failure) throw failure;
  }

  close(): void {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}
