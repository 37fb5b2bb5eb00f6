import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';

export const STEPS = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'end'] as const;
export type Step = (typeof STEPS)[number];

/** The answer of a step: a text, 'silence', or 'close' to end the connection; with an optional pause and action before it. */
export interface Scripted {
  readonly answer?: string;
  readonly afterMs?: number;
  readonly before?: () => unknown;
}
export type Script = Partial<Record<Step, Scripted>>;

const USUAL: Readonly<Record<Step, string>> = {
  greeting: '220 test ESMTP',
  EHLO: '250-test\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 ok',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  end: '250 2.0.0 ok',
};

/** An SMTP server on a bare socket that answers each step by its script. */
export class ScriptedMailServer {
  /** The Message-IDs of mails received to the end, even if the client no longer waits. */
  readonly delivered: string[] = [];
  connections = 0;
  private readonly server: Server = createServer((socket) => void this.serve(socket).catch(() => socket.destroy()));
  private readonly sockets = new Set<Socket>();

  /** A function makes the script of each connection, counted from 1. */
  constructor(public script: Script | ((connection: number) => Script) = {}) {}

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.drop();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(socket: Socket): Promise<void> {
    const number = ++this.connections;
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    const answer = async (step: Step): Promise<boolean> => {
      const script = typeof this.script === 'function' ? this.script(number) : this.script;
      const { answer: text = USUAL[step], afterMs = 0, before } = script[step] ?? {};
      await before?.();
      await sleep(afterMs);
      if (text === 'close') socket.destroy();
      else if (text !== 'silence') socket.write(`${text}\r\n`);
      return text.startsWith(USUAL[step].slice(0, 1)) || ['close', 'silence'].includes(text);
    };
    await answer('greeting');
    let messageId: string | undefined;
    for await (const line of createInterface({ input: socket })) {
      if (messageId !== undefined) {
        messageId = /^Message-ID: (\S+)/i.exec(line)?.[1] ?? messageId;
        if (line !== '.') continue;
        const taken = messageId;
        messageId = undefined;
        if (await answer('end')) this.delivered.push(taken);
        continue;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      if (verb === 'RSET') socket.write('250 ok\r\n');
      else if ((await answer(verb as Step)) && verb === 'DATA') messageId = '';
    }
  }
}
