import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { apart } from './apart';

/**
 * One request of a connection at a time: the next one is handled when the answer before it has left this process, and while
 * any waits nothing more is read. Node handles pipelined requests all at once and keeps their answers until the caller takes
 * them, so that a caller who never reads could fill the memory with answers that it did not wait for.
 */
export class Turns {
  /** The latest request of a connection. */
  private readonly latest = new WeakMap<Duplex, ServerResponse>();
  private readonly waiting = new WeakMap<Duplex, number>();

  /** The answer to the latest request of this connection. */
  latestOf(socket: Duplex): ServerResponse | undefined {
    return this.latest.get(socket);
  }

  /** Handles a request when its turn has come; never when the connection ended before. */
  take(response: ServerResponse, handle: () => void): void {
    const { socket } = response.req;
    const before = this.latest.get(socket);
    this.latest.set(socket, response);
    if (!before || before.closed) return handle();
    this.hold(socket);
    const handleNext = (): void => {
      this.release(socket);
      // One whose body was broken has been answered already.
      if (!socket.destroyed && !response.headersSent) handle();
    };
    before.once('close', apart('a request that waited was not handled', handleNext));
  }

  /** What comes after the latest request. */
  afterLatest(socket: Duplex, then: () => void): void {
    const before = this.latest.get(socket);
    if (before && !before.closed) before.once('close', apart('a connection was not refused', then));
    else then();
  }

  private hold(socket: Duplex): void {
    const known = this.waiting.get(socket);
    this.waiting.set(socket, (known ?? 0) + 1);
    socket.pause();
    // Node resumes a connection whenever what it has written is taken.
    if (known === undefined) socket.on('resume', () => void (this.waiting.get(socket) && socket.pause()));
  }

  private release(socket: Duplex): void {
    const left = (this.waiting.get(socket) ?? 1) - 1;
    this.waiting.set(socket, left);
    if (left === 0) socket.resume();
  }
}
