import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { newAccount, OPERATOR_TOKEN } from '../../support/app';
import { asService, privateDatabase } from '../../support/database';
import { HttpClient } from '../../support/http-client';
import { MailServer } from '../../support/mail-server';
import { PATIENCE_MS } from '../../support/patience';
import { forAllTests } from '../../support/setup';
import { Instance } from '../../fault/support/instance';
import { openBrowser } from './browser';

/** Runs the service and a browser for the tests of a file. The pages of each test are closed after it, and had no complaint. */
export function consoleForAllTests(
  name: string,
  settings: Record<string, string> = {},
  browserOptions: readonly string[] = [],
): ConsoleUnderTest {
  const under = forAllTests(() => ConsoleUnderTest.start(name, settings, browserOptions));
  afterEach(async () => {
    await under.closePages();
    expect(under.complaints.splice(0)).toEqual([]);
  });
  return under;
}

/** The built service with a mail server, and a browser in front of it. */
export class ConsoleUnderTest {
  readonly operator: HttpClient;
  /** Unexpected messages of the pages in the browser's console. */
  readonly complaints: string[] = [];

  private contexts = 0;

  private constructor(
    private readonly databaseUrl: string,
    private readonly folder: string,
    private readonly service: Instance,
    readonly mails: MailServer,
    private readonly browser: Browser,
  ) {
    this.operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
  }

  static async start(
    name: string,
    settings: Record<string, string>,
    browserOptions: readonly string[],
  ): Promise<ConsoleUnderTest> {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-console-'));
    const mails = new MailServer();
    await mails.open();
    const databaseUrl = await privateDatabase(name);
    const service = await Instance.start(folder, 'service', {
      DATABASE_URL: asService(databaseUrl),
      OPERATOR_TOKEN,
      SMTP_URL: mails.url,
      MAIL_FROM: 'entrada@example.com',
      LIMIT_IP_PER_MINUTE: '1000000',
      TRUST_PROXY: '1',
      ...settings,
    });
    return new ConsoleUnderTest(databaseUrl, folder, service, mails, await openBrowser(browserOptions));
  }

  get url(): string {
    return this.service.url;
  }

  /** Makes an account. The operator calls the owner's routes. */
  async openAccount(changes: object = {}): Promise<{ id: string; email: string; owner: HttpClient }> {
    const { data } = await this.operator.post<{ id: string; owner: { email: string } }>(
      '/accounts',
      newAccount(changes),
    );
    return { id: data.id, email: data.owner.email, owner: this.operator.with({ 'X-Account-Id': data.id }) };
  }

  /** Runs SQL, for states that the API refuses. */
  async sql(text: string, values: unknown[] = []): Promise<void> {
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    await client.query(text, values).finally(() => client.end());
  }

  partner = (key: string): HttpClient => new HttpClient(`${this.url}/api/v1`, key);

  /** Opens the console of an account in a session of the operator. */
  async signIn(accountId: string, options: BrowserContextOptions = {}): Promise<Page> {
    const { data } = await this.operator.post<{ token: string }>(`/accounts/${accountId}/owner-sessions`);
    const context = await this.newContext(options);
    await context.addCookies([{ name: 'entrada_session', value: data.token, url: this.url, sameSite: 'Strict' }]);
    const page = await context.newPage();
    await page.goto(`${this.url}/console#/`);
    await page.getByRole('heading', { name: 'Painel' }).waitFor();
    return page;
  }

  /** Moves an address of PUBLIC_URL to the test's port. */
  here = (address: string): string => this.url + address.replace(/^https?:\/\/[^/]+/, '');

  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.newContext(options);
    return context.newPage();
  }

  /** Makes a browser context with its own client address, for the limits. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      extraHTTPHeaders: { 'X-Forwarded-For': `192.0.2.${++this.contexts}` },
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('request', (request) => {
      if (!request.url().startsWith(this.url) && !request.url().startsWith('blob:'))
        this.complaints.push(request.url());
    });
    context.on('weberror', (error) => this.complaints.push(String(error.error())));
    context.on('console', (message) => {
      // Chromium reports every status of 400 or more. The tests check what the pages show then.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) this.complaints.push(message.text());
    });
    return context;
  }

  /** Stops the service as a deployment does, and starts it again. */
  async restart(): Promise<void> {
    await this.service.stop();
    await this.service.start();
  }

  /** An open page would go on working beside the next test. */
  async closePages(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
    await this.mails.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
