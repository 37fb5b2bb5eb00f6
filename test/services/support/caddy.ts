import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { freePort, until } from '../../fault/support/processes';

export const CADDYFILE = 'ops/Caddyfile';
const INSTANCES = 'entrada-1:3000 entrada-2:3000';

/** `ops/Caddyfile` in Debian's Caddy, before instances on other ports than in compose.yml. */
export class Caddy {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  /** On a free port, or with a host name and the global options that name its ports. */
  static async start(
    folder: string,
    instances: readonly number[],
    named?: { readonly site: string; readonly port: number; readonly options: string },
  ): Promise<Caddy> {
    const text = readFileSync(CADDYFILE, 'utf8');
    if (!text.includes(INSTANCES)) throw new Error(`${CADDYFILE} does not name ${INSTANCES}`);
    const upstreams = instances.map((port) => `127.0.0.1:${port}`).join(' ');
    const config = text.replace(INSTANCES, upstreams).replace(/^\{/m, `{\n${named?.options ?? ''}`);
    writeFileSync(join(folder, 'Caddyfile'), config);
    const port = named?.port ?? (await freePort());
    const home = { XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config'), HOME: folder };
    const caddy = new Caddy(folder, port, { ...home, SITE_ADDRESS: named?.site ?? `:${port}` });
    await caddy.start();
    return caddy;
  }

  async start(): Promise<void> {
    const args = ['run', '--adapter', 'caddyfile', '--config', join(this.folder, 'Caddyfile')];
    const env = { PATH: process.env.PATH, ...this.env };
    this.child = spawn('caddy', args, { env, stdio: 'ignore' });
    await until('Caddy', 20_000, () => canConnect(this.port));
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((done) => {
      child.once('exit', done);
      child.kill('SIGKILL');
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One call whose answer is not unpacked, and whose server may show any certificate. */
export function call(
  url: string,
  options: RequestOptions & { servername?: string },
  body?: string,
): Promise<RawAnswer> {
  const send = url.startsWith('https:') ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { ...options, agent: false, rejectUnauthorized: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.once('error', reject).end(body);
  });
}

/** The text of an answer, unpacked as its headers say. */
export function textOf({ headers, body }: RawAnswer): string {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync }[headers['content-encoding'] ?? ''];
  return (unpack ? unpack(body) : body).toString();
}
