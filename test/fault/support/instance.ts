import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Health } from '../../../src/contract/health';
import { PATIENCE_MS } from '../../support/patience';
import { readiness } from '../../support/readiness';
import { freePort, signal, until } from './processes';

export const MAIN = resolve('dist/src/main.js');

/** One instance of the built service on a fixed port. A process that ends without `stop` is started again. */
export class Instance {
  private child: ChildProcess | undefined;
  private isWanted = false;
  /** Number of times that the process ended without `stop`. */
  deaths = 0;

  private constructor(
    private readonly folder: string,
    private readonly name: string,
    readonly port: number,
    private env: Record<string, string>,
    private entry: string,
  ) {}

  static async start(folder: string, name: string, env: Record<string, string>, entry = MAIN): Promise<Instance> {
    const instance = new Instance(folder, name, await freePort(), env, entry);
    try {
      await instance.start();
      return instance;
    } catch (error) {
      await instance.stop('SIGKILL');
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** The log of all starts of this instance. */
  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** Number of open files and sockets of the process. */
  get openFiles(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  async start(): Promise<void> {
    this.isWanted = true;
    this.spawn();
    await this.untilLive();
  }

  /** Stops the process as a deployment does and starts another build, with further settings, in its place. Returns the exit code. */
  async replaceBy(entry: string, env: Record<string, string> = {}): Promise<number | null> {
    const code = await this.stop();
    this.entry = entry;
    this.env = { ...this.env, ...env };
    await this.start();
    return code;
  }

  async untilLive(): Promise<void> {
    await until(
      `${this.name}, see ${this.logFile}`,
      PATIENCE_MS,
      async () => (await fetch(`${this.url}/health/live`)).ok,
    );
  }

  ready(): Promise<{ status: number; data: Health }> {
    return readiness(this.url);
  }

  /** Sends kill -9; the supervisor starts the process again. */
  kill(): void {
    signal(this.pid, 'SIGKILL');
  }

  /** Stops the process and returns its exit code. */
  async stop(how: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.isWanted = false;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    return new Promise((done) => {
      child.once('exit', (code) => done(code));
      child.kill(how);
    });
  }

  get logFile(): string {
    return join(this.folder, `${this.name}.log`);
  }

  private spawn(): void {
    const file = openSync(this.logFile, 'a');
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const env = { ...inherited, PORT: String(this.port), HOST: '127.0.0.1', ...this.env };
    this.child = spawn(process.execPath, ['--max-semi-space-size=64', this.entry], {
      cwd: this.folder,
      env,
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    this.child.once('exit', () => {
      if (!this.isWanted) return;
      this.deaths++;
      setTimeout(() => this.isWanted && this.spawn(), 100);
    });
  }
}
