import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../common/api-error';
import { clientOf } from '../../common/rate-limit/limit.guard';

/** Concurrent look-ups of unproven tokens in this process: keys are looked up on the same connections. */
const MOST_AT_ONCE = 2;
/** About 100 bytes each. */
const MOST_PROVEN = 10_000;

/**
 * Looks up the tokens of sessions and sign-in links. An address is never refused without a look-up, however many of its tokens were
 * wrong. A token that this process has accepted before is looked up at once. Others queue: few run at once, and waiting addresses take
 * turns. So guesses hold few connections, and a valid token queues only once. Open connections bound the queue.
 */
@Injectable()
export class TokenLookUps {
  /** SHA-256 hashes, oldest first. */
  private readonly proven = new Set<string>();
  private readonly waiting = new Map<string, (() => void)[]>();
  private running = 0;

  async find<T>(hash: Buffer, request: Request, lookUp: () => Promise<T | undefined>): Promise<T | undefined> {
    const name = hash.toString('latin1');
    const found = this.proven.has(name) ? await lookUp() : await this.queued(request, lookUp);
    if (found === undefined) this.proven.delete(name);
    else this.remember(name);
    return found;
  }

  private remember(name: string): void {
    this.proven.add(name);
    const [oldest] = this.proven.size > MOST_PROVEN ? this.proven : [];
    if (oldest !== undefined) this.proven.delete(oldest);
  }

  private async queued<T>(request: Request, lookUp: () => Promise<T>): Promise<T> {
    if (this.running < MOST_AT_ONCE) this.running++;
    else await this.slotFor(clientOf(request));
    try {
      // The caller left during the wait.
      if (request.socket.destroyed) throw new ApiError('unauthorized');
      return await lookUp();
    } finally {
      this.passOn();
    }
  }

  private slotFor(address: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(address);
      if (queue) queue.push(resolve);
      else this.waiting.set(address, [resolve]);
    });
  }

  /** Serves the address that has waited longest, then puts it at the end of the rotation. */
  private passOn(): void {
    const [next] = this.waiting;
    if (!next) return void this.running--;
    const [address, queue] = next;
    this.waiting.delete(address);
    queue.shift()?.();
    if (queue.length > 0) this.waiting.set(address, queue);
  }
}
