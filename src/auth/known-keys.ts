import { Injectable } from '@nestjs/common';
import type { Permission } from '../contract/key';
import { closedGate } from './access.guard';
import type { Caller } from './caller';

/** About a kilobyte each. */
const MOST_KEYS = 10_000;

interface KnownKey {
  readonly id: string;
  /** What it was allowed to do. */
  readonly permissions: readonly Permission[];
}

/**
 * The keys that this process has seen lately, by their SHA-256, as they were at their last call. This tells which limits a call
 * will come to, and never whether it may pass: each call looks its key up.
 */
@Injectable()
export class KnownKeys {
  private readonly keys = new Map<string, KnownKey>();

  find(hash: Buffer): KnownKey | undefined {
    return this.keys.get(nameOf(hash));
  }

  remember(hash: Buffer, { account, key }: Caller): void {
    this.keys.set(nameOf(hash), { id: key.id, permissions: closedGate(account) ? [] : key.permissions });
    const [oldest] = this.keys.size > MOST_KEYS ? this.keys.keys() : [];
    if (oldest !== undefined) this.keys.delete(oldest);
  }

  forget(hash: Buffer): void {
    this.keys.delete(nameOf(hash));
  }
}

const nameOf = (hash: Buffer): string => hash.toString('latin1');
