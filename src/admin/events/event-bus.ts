/** What processes send to each other; all of them hear everything, the sender too. */
export interface EventBus {
  /** Sends texts of less than 8000 bytes, in one trip. Rejects when they did not leave. */
  send(texts: readonly string[]): Promise<void>;
  close(): void;
}

/** What the bus tells its process. */
export interface BusListener {
  readonly onText: (text: string) => void;
  /** Whether the others are heard: told when that begins, ends, and begins again. */
  readonly onState: (isUp: boolean) => void;
}

/** The channel of PostgreSQL and of Redis. */
export const CHANNEL = 'entrada_events';

/** Milliseconds after which a lost bus is tried again. */
export const RETRY_MS = 1_000;
