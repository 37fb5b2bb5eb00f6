import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '../../fault/support/processes';
import { PATIENCE_MS } from '../../support/patience';

/** Command that starts a proxy, the signal that stops it, and its addresses. */
export interface Program {
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
  /** Signal that ends the proxy and its workers at once. */
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

  /** Starts the proxy. Its standard output and error go to its folder too. */
  async start(): Promise<void> {
    const [command = '', ...args] = this.program.command;
    const output = openSync(join(this.folder, OUTPUT), 'a');
    const env = { PATH: process.env.PATH, ...this.program.env };
    const child = spawn(command, args, { env, stdio: ['ignore', output, output] });
    closeSync(output);
    this.child = child;
    const port = Number(new URL(this.url).port);
    const isUp = await until(
      command,
      PATIENCE_MS,
      async () => child.exitCode !== null || (await canConnect(port)),
    ).then(
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
