import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { freePort, until } from '../../fault/support/processes';
import { PATIENCE_MS } from '../../support/patience';

/** Debian's PgBouncer in front of a server on this machine, with these settings and its defaults. */
export class PgBouncer {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(folder: string, name: string, serverPort: number, settings: string): Promise<PgBouncer> {
    const port = await freePort();
    const users = join(folder, `${name}.users`);
    writeFileSync(users, ['entrada_app', 'entrada_owner'].map((role) => `"${role}" ""\n`).join(''));
    const file = join(folder, `${name}.ini`);
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
${settings}
`,
    );
    for (const one of [users, file]) chmodSync(one, 0o644);
    // PgBouncer refuses to run as root.
    const asUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
    const [command = '', ...args] = [...asUser, 'pgbouncer', file];
    const child = spawn(command, args, { cwd: '/', stdio: 'ignore' });
    await until('PgBouncer', PATIENCE_MS, () => canConnect(port));
    return new PgBouncer(port, child);
  }

  /** Returns the address through PgBouncer. */
  through(url: string): string {
    return Object.assign(new URL(url), { port: String(this.port) }).toString();
  }

  stop(): void {
    this.child.kill('SIGTERM');
  }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
