import { type ChildProcess, spawn } from 'node:child_process';
import { Redis } from 'ioredis';
import { freePort, until } from './processes';

/** A Redis for this suite that stores nothing on disk. It can be frozen and killed. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Runs one command as the administrator. */
  async command(...words: string[]): Promise<unknown> {
    const client = new Redis(this.url);
    try {
      return await client.call(words[0] ?? '', ...words.slice(1));
    } finally {
      client.disconnect();
    }
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = (this.child = spawn('redis-server', args, { stdio: 'ignore', cwd: '/' }));
    const client = new Redis(this.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    try {
      await Promise.race([until('Redis', 60_000, () => client.ping()), failureOf(child)]);
    } finally {
      client.disconnect();
    }
  }

  freeze = (): boolean | undefined => this.child?.kill('SIGSTOP');
  thaw = (): boolean | undefined => this.child?.kill('SIGCONT');

  kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }
}

/** Rejects when the server cannot be started or ends. */
const failureOf = (child: ChildProcess): Promise<never> =>
  new Promise((_, reject) => {
    child.once('error', ({ message }) => reject(new Error(`${message}: apt-get install redis-server`)));
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
  });
