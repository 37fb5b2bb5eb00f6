import type { FoundInstallation } from '../../database/installation.queries';

/** What processes send to each other; all of them hear everything, the sender too. */
export interface EventBus {
  /** Sends texts of less than 8000 bytes, in one trip. Rejects when they did not leave. */
  send(texts: readonly string[]): Promise<void>;
  close(): void;
}

/** What the bus tells its process. */
export interface BusListener {
  readonly onText: (text: string) => void;
  /** Whether the others are heard: told when that begins, ends, and begins again; with the error that ended it, if there was one. */
  readonly onState: (isUp: boolean, error?: unknown) => void;
}

/**
 * The channel of an installation, in PostgreSQL and in Redis. Its name has the installation's id: several of them may share one Redis,
 * and no other role of the database can know it.
 */
export function channelOf(installation: FoundInstallation | undefined): string {
  if (!installation) throw new Error('the database has no row in its table installation');
  return `entrada_events_${installation.id.replaceAll('-', '')}`;
}

/** Milliseconds after which a lost bus is tried again. */
export const RETRY_MS = 1_000;
