import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formPage } from '../../console/pages/start/form-page';
import { freePort, isFree, until } from '../fault/support/processes';
import { PATIENCE_MS } from './patience';

interface Settings {
  readonly service: string;
  readonly key: string;
  readonly outbox?: string;
  /** Without curl the page opens addresses natively. */
  readonly hasCurl?: boolean;
  /** Lines of the page that its owner changes. */
  readonly edits?: Readonly<Record<string, string>>;
}

const OTHER_PAGE = `<!doctype html><meta charset="utf-8"><title>Loja</title>
<a href="contato.php">Fale com a gente</a> <a href="http://127.0.0.1/">Outro</a>
<script src="/contato.php?origem" defer></script>`;

/** A small business's site on PHP's own server: a page with the script, and the form that the console offers. */
export class PhpSite {
  /** Its name would be a pattern for PHP's glob(). */
  readonly folder = mkdtempSync(join(tmpdir(), 'entrada-[site] *-'));
  private server: ChildProcess | undefined;
  private exit: Promise<unknown> = Promise.resolve();
  /** PHP's log, with the address of each request. */
  log = '';

  private constructor(private readonly port: number) {}

  static async start(settings: Settings): Promise<PhpSite> {
    const site = new PhpSite(await freePort());
    writeFileSync(join(site.folder, 'index.html'), OTHER_PAGE);
    await site.change(settings);
    return site;
  }

  get home(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get url(): string {
    return `${this.home}contato.php`;
  }

  async change({ service, key, outbox, hasCurl = false, edits }: Settings): Promise<void> {
    await this.stop();
    this.point(service, edits);
    // Several processes, as on a real server. PHP's notices go into the page, where tests see them.
    const env = {
      ...process.env,
      ENTRADA_KEY: key,
      PHP_CLI_SERVER_WORKERS: '4',
      ...(outbox && { ENTRADA_FILA: outbox }),
    };
    const strict = ['-d', 'error_reporting=-1', '-d', 'display_errors=1', '-d', 'log_errors=1'];
    const options = [...strict, ...(hasCurl ? [] : ['-d', 'disable_functions=curl_init'])];
    this.server = spawn('php', [...options, '-S', `127.0.0.1:${this.port}`, '-t', this.folder], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    this.exit = new Promise((resolve) => this.server?.once('exit', resolve));
    this.server.stderr?.on('data', (text: Buffer) => (this.log += text.toString()));
    await until('the form', PATIENCE_MS, async () => (await fetch(`${this.url}?origem`)).ok);
  }

  /** Sends to another address from the next call on. */
  point(service: string, edits: Settings['edits'] = {}): void {
    let page = formPage(service);
    for (const [own, other] of Object.entries(edits)) {
      if (!page.includes(own)) throw new Error(`contato.php does not have ${own}`);
      page = page.replace(own, other);
    }
    writeFileSync(join(this.folder, 'contato.php'), page);
  }

  /** Removes the contacts that are kept. */
  clear(): void {
    for (const name of this.kept) rmSync(join(this.outbox, name));
  }

  async form(query = ''): Promise<{ html: string; hidden: Record<string, string> }> {
    const html = await (await fetch(this.url + query)).text();
    const found = html.matchAll(/<input type="hidden"[^>]* name="(\w+)" value="([^"]*)"/g);
    return { html, hidden: Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value])) };
  }

  async send(fields: Record<string, string>): Promise<{ status: number; html: string }> {
    const response = await fetch(this.url, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, html: await response.text() };
  }

  /** The page's folder of unsent contacts. */
  get outbox(): string {
    const [name = ''] = readdirSync(this.folder).filter((entry) => entry.startsWith('.entrada-'));
    return join(this.folder, name);
  }

  get kept(): string[] {
    return readdirSync(this.outbox).filter((name) => name.startsWith('form-'));
  }

  /** Ends the pause after a failure early. */
  endPause(): void {
    if (existsSync(join(this.outbox, 'trava'))) writeFileSync(join(this.outbox, 'trava'), '0');
  }

  mode = (name: string): number => statSync(join(this.outbox, name)).mode & 0o777;
  read = (name: string): string => readFileSync(join(this.outbox, name), 'utf8');

  private async stop(): Promise<void> {
    if (!this.server?.pid) return;
    process.kill(-this.server.pid, 'SIGKILL');
    await this.exit;
    // Its workers end after it.
    await until('the end of the server', PATIENCE_MS, () => isFree(this.port));
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
