import type { Answer } from './answers';
import { Connection } from './connection';

/** The answer of a broken connection. */
const NONE: Answer = { status: 0, length: 0, text: () => '' };

/** At most `count` connections to a port, used in turn and kept open. A request waits when all are in use. */
export class Lanes {
  private readonly free: Connection[] = [];
  private readonly waiting: ((connection: Connection) => void)[] = [];
  private opened = 0;

  constructor(
    private readonly port: number,
    private readonly count: number,
  ) {}

  /** Sends a request and never rejects: a broken connection is an answer with the status 0. */
  async send(request: string): Promise<Answer> {
    const connection = await this.take();
    const answer = await connection.send(request).catch(() => NONE);
    this.giveBack(connection);
    return answer;
  }

  close(): void {
    for (const connection of this.free) connection.close();
  }

  private take(): Connection | Promise<Connection> {
    // The longest idle connection comes first, so that no connection is closed for being idle.
    const found = this.free.shift();
    if (found) return found.isOpen ? found : new Connection(this.port);
    if (this.opened < this.count) {
      this.opened++;
      return new Connection(this.port);
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private giveBack(connection: Connection): void {
    const open = connection.isOpen ? connection : new Connection(this.port);
    const next = this.waiting.shift();
    if (next) next(open);
    else this.free.push(open);
  }
}
