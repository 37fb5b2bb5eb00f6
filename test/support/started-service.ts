import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './patience';

export const MAIN = resolve('dist/src/main.js');

interface SpawnOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd?: string;
  readonly within?: readonly string[];
}

/** The built service as run by `npm start`, with the embedded PostgreSQL in its own folder. */
export class StartedService {
  output = '';
  private readonly process: ChildProcess;
  readonly exit: Promise<number | null>;

  constructor(dataDir: string | undefined, environment: Record<string, string> = {}, options: SpawnOptions = {}) {
    const { DATABASE_URL: _, ...inherited } = process.env;
    const { within: [program = process.execPath, ...args] = [], ...spawning } = options;
    this.process = spawn(program, program === process.execPath ? [MAIN] : [...args, process.execPath, MAIN], {
      env: { ...inherited, PORT: '0', PUBLIC_URL: 'http://entrada.test', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...spawning,
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.exit = new Promise((resolve) => this.process.once('close', (code) => resolve(code)));
  }

  async prints(pattern: RegExp): Promise<string> {
    for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
      const found = pattern.exec(this.output);
      if (found) return found[1] ?? found[0];
      if (this.process.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`never printed ${String(pattern)}:\n${this.output}`);
  }

  address = () => this.prints(/listens on (http:\S+)/);

  linesAfter(banner: RegExp): unknown[] {
    const [, after] = this.output.split(banner);
    if (after === undefined) throw new Error(`never printed ${String(banner)}`);
    return after
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.exit;
  }
}

export async function runCurlLine(line: string, address: string): Promise<number> {
  const [, url, key, body] = /curl -i (\S+) -H 'Authorization: (Bearer \S+)' .* -d '([^']+)'/.exec(line) ?? [];
  const response = await fetch((url ?? '').replace('http://entrada.test', address), {
    method: 'POST',
    headers: { Authorization: key ?? '', 'Content-Type': 'application/json' },
    body,
  });
  return response.status;
}
