import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../common/api-error';
import { clientOf } from '../common/rate-limit/address-limits';

/** Look-ups of unproven tokens that run at once in this process, out of six connections for reads. */
const MOST_AT_ONCE = 2;
/** About a hundred bytes each. */
const MOST_PROVEN = 10_000;

/**
 * Looks up the tokens of sessions and sign-in links. The next token of an address may always be the right one, so none is refused
 * without a look-up, however many were wrong. A token that this process has seen open something is looked up at once. The others
 * take turns: few at once, one for each waiting address in rotation. So guesses hold few connections, and a right token waits for
 * them only until this process knows it. The open connections bound how many wait.
 */
@Injectable()
export class TokenLookUps {
  /** By their SHA-256, oldest first. */
  private readonly proven = new Set<string>();
  private readonly waiting = new Map<string, (() => void)[]>();
  private running = 0;

  /** What the token with this hash opens; undefined when nothing. */
  async find<T>(hash: Buffer, request: Request, lookUp: () => Promise<T | undefined>): Promise<T | undefined> {
    const name = hash.toString('latin1');
    const found = this.proven.has(name) ? await lookUp() : await this.inTurn(request, lookUp);
    if (found === undefined) this.proven.delete(name);
    else this.remember(name);
    return found;
  }

  private remember(name: string): void {
    this.proven.add(name);
    const [oldest] = this.proven.size > MOST_PROVEN ? this.proven : [];
    if (oldest !== undefined) this.proven.delete(oldest);
  }

  private async inTurn<T>(request: Request, lookUp: () => Promise<T>): Promise<T> {
    if (this.running < MOST_AT_ONCE) this.running++;
    else await this.turnOf(clientOf(request));
    try {
      // The caller has left while it waited: no answer is read.
      if (request.socket.destroyed) throw new ApiError('unauthorized');
      return await lookUp();
    } finally {
      this.passOn();
    }
  }

  private turnOf(address: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(address);
      if (queue) queue.push(resolve);
      else this.waiting.set(address, [resolve]);
    });
  }

  /** Gives the place to the address that has waited longest, which then goes to the end of the rotation. */
  private passOn(): void {
    const [next] = this.waiting;
    if (!next) return void this.running--;
    const [address, queue] = next;
    this.waiting.delete(address);
    queue.shift()?.();
    if (queue.length > 0) this.waiting.set(address, queue);
  }
}
