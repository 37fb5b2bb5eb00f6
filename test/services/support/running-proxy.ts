import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '../../fault/support/processes';

/** How a proxy is started and stopped, and where it is then. */
export interface Program {
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
  /** Ends it at once, with its workers. */
  readonly endsBy: NodeJS.Signals;
  readonly url: string;
  /** Port that redirects to https. */
  readonly plainPort?: number;
}

const OUTPUT = 'output.log';

/** A proxy as an ordinary process. */
export class RunningProxy {
  private child: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    private readonly program: Program,
  ) {}

  static async start(folder: string, program: Program): Promise<RunningProxy> {
    const proxy = new RunningProxy(folder, program);
    await proxy.start();
    return proxy;
  }

  get url(): string {
    return this.program.url;
  }

  get plainPort(): number | undefined {
    return this.program.plainPort;
  }

  /** What it writes to standard output and error is in its folder too. */
  async start(): Promise<void> {
    const [command = '', ...args] = this.program.command;
    const output = openSync(join(this.folder, OUTPUT), 'a');
    const env = { PATH: process.env.PATH, ...this.program.env };
    const child = spawn(command, args, { env, stdio: ['ignore', output, output] });
    closeSync(output);
    this.child = child;
    const port = Number(new URL(this.url).port);
    const isUp = await until(command, 20_000, async () => child.exitCode !== null || (await canConnect(port))).then(
      () => child.exitCode === null,
      () => false,
    );
    if (isUp) return;
    await this.stop();
    throw new Error(`${command} does not start:\n${readFileSync(join(this.folder, OUTPUT), 'utf8')}`);
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((done) => {
      child.once('exit', done);
      child.kill(this.program.endsBy);
    });
  }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
