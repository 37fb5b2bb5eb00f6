import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { guarded } from '../process/guarded';

/** Handles pipelined requests one at a time: unread answers of Node's parallel handling could fill the memory. */
export class RequestQueue {
  private readonly latest = new WeakMap<Duplex, ServerResponse>();
  private readonly waiting = new WeakMap<Duplex, number>();

  latestOf(socket: Duplex): ServerResponse | undefined {
    return this.latest.get(socket);
  }

  /** Handles a request in its turn; never when the connection ended before. */
  take(response: ServerResponse, handle: () => void): void {
    const { socket } = response.req;
    const before = this.latest.get(socket);
    this.latest.set(socket, response);
    if (!before || before.closed) return handle();
    this.hold(socket);
    const handleNext = (): void => {
      this.release(socket);
      // A request with a broken body has been answered already.
      if (!socket.destroyed && !response.headersSent) handle();
    };
    before.once('close', guarded('a request that waited was not handled', handleNext));
  }

  afterLatest(socket: Duplex, then: () => void): void {
    const before = this.latest.get(socket);
    if (before && !before.closed) before.once('close', guarded('a connection was not refused', then));
    else then();
  }

  private hold(socket: Duplex): void {
    const known = this.waiting.get(socket);
    this.waiting.set(socket, (known ?? 0) + 1);
    socket.pause();
    // Node resumes a connection when its written data is taken.
    if (known === undefined) socket.on('resume', () => void (this.waiting.get(socket) && socket.pause()));
  }

  private release(socket: Duplex): void {
    const left = (this.waiting.get(socket) ?? 1) - 1;
    this.waiting.set(socket, left);
    if (left === 0) socket.resume();
  }
}
