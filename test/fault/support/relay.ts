import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP relay in front of a server. It can delay all data, fall silent, and lose PostgreSQL's answer to a COMMIT. */
export class Relay {
  /** Milliseconds by which data is delayed. */
  delay = 0;
  /** Number of further COMMITs without an answer: they are passed on, and their connections break. */
  commitsToLose = 0;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  /** `target` is the server's port; a test may move it. */
  constructor(public target: number) {}

  async open(): Promise<number> {
    const server = createServer((near) => {
      const far = connect(this.target, '127.0.0.1');
      near.on('data', (piece) => {
        if (this.commitsToLose === 0 || !piece.includes(COMMIT)) return;
        this.commitsToLose--;
        far.removeAllListeners('data');
        setTimeout(() => near.destroy(), 200);
      });
      this.pass(near, far);
      this.pass(far, near);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    this.server = server;
    return this.port;
  }

  get port(): number {
    return (this.server?.address() as AddressInfo).port;
  }

  /** Makes the present connections pass no data on, as if the other end had vanished. New connections work. */
  silence(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data').resume();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  private pass(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (piece) => this.later(() => to.writable && to.write(piece)));
    from.on('end', () => this.later(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      this.later(() => to.destroy());
    });
  }

  private later(work: () => unknown): void {
    if (this.delay === 0) work();
    else setTimeout(work, this.delay);
  }
}

/** Bytes that bind the statement `commit`: its name comes after the empty name of the portal. */
const COMMIT = '\0commit\0';
