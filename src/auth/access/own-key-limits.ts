import { Injectable } from '@nestjs/common';

/** About 150 bytes each. */
const MOST_KEYS = 10_000;

/**
 * The calls a minute of keys whose accounts have a limit of their own, as this process last read them. A call is counted before its key is
 * looked up, by this figure or by the installation's; `KeyLimitGuard` corrects a wrong one. A key that was never found has no figure here, so
 * that nobody gets a longer list of calls by inventing keys.
 */
@Injectable()
export class OwnKeyLimits {
  /** By the hash of the key; the oldest first. */
  private readonly limits = new Map<string, number>();

  of(client: string): number | undefined {
    return this.limits.get(client);
  }

  /** Remembers the limit of a key that was found; null for the installation's, and for a key that was not found. */
  remember(client: string, limit: number | null): void {
    if (limit === null) return void this.limits.delete(client);
    this.limits.set(client, limit);
    const [oldest] = this.limits.size > MOST_KEYS ? this.limits.keys() : [];
    if (oldest !== undefined) this.limits.delete(oldest);
  }
}
