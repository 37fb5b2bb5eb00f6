import { connect, type Socket } from 'node:net';
import type { Answer } from './answers';

/**
 * One keep-alive connection that sends a request and waits for its answer. It reads only a status and a Content-Length, which is
 * enough for these servers. A full client would use as much of the shared processor as the measured server.
 */
export class Connection {
  private readonly socket: Socket;
  private settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  private head: Buffer = Buffer.alloc(0);
  private status = 0;
  private missing = -1;
  private length = 0;
  private pieces: Buffer[] = [];
  private broken: Error | undefined;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (piece: Buffer) => this.read(piece));
    const fail = (error = new Error('the connection was closed')): void => {
      this.broken ??= error;
      this.settle?.reject(error);
    };
    this.socket.on('error', fail);
    this.socket.on('close', () => fail());
  }

  /** False after the server closed the connection, as it does with an idle one. */
  get isOpen(): boolean {
    return this.broken === undefined;
  }

  send(request: string): Promise<Answer> {
    if (this.broken) return Promise.reject(this.broken);
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.settle = undefined;
    this.socket.destroy();
  }

  private read(piece: Buffer): void {
    let body = piece.length;
    if (this.missing < 0) {
      this.head = this.head.length > 0 ? Buffer.concat([this.head, piece]) : piece;
      const end = this.head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.head.toString('latin1', 0, end);
      this.status = Number(head.slice(9, 12));
      this.missing = this.length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      body = this.head.length - end - 4;
      this.pieces = [this.head.subarray(end + 4)];
      this.head = Buffer.alloc(0);
    } else this.pieces.push(piece);
    this.missing -= body;
    if (this.missing > 0) return;
    this.missing = -1;
    const { settle, pieces, status, length } = this;
    this.settle = undefined;
    settle?.resolve({ status, length, text: () => Buffer.concat(pieces).toString() });
  }
}
