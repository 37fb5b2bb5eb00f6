import { SignInRequestsService } from '../../src/auth/sign-in-requests.service';
import { OutboxWorker } from '../../src/notices/outbox.worker';
import { newAccount, startApp, type TestApp } from './app';
import { HttpClient } from './http-client';
import { MailServer } from './mail-server';

/** An account as the operator is shown it. */
export interface Account {
  id: string;
  owner: { name: string; email: string };
}

/** A session as it begins. */
export interface Session {
  token: string;
  expires_at: string;
}

/** A service with a mail server, and the owners who get its mails. */
export class MailedOwners {
  private addresses = 0;

  private constructor(
    readonly test: TestApp,
    readonly mails: MailServer,
  ) {}

  static async open(): Promise<MailedOwners> {
    const mails = new MailServer();
    await mails.open();
    const settings = { SMTP_URL: mails.url, MAIL_FROM: 'avisos@entrada.example', TRUST_PROXY: '1' };
    return new MailedOwners(await startApp(settings), mails);
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.mails.close();
  }

  client(token: string): HttpClient {
    return new HttpClient(`${this.test.url}/admin/v1`, token);
  }

  /** A client behind a proxy, from an address that no other test has. */
  from(base: HttpClient, address = this.newAddress()): HttpClient {
    return base.with({ 'X-Forwarded-For': address });
  }

  async openAccount(): Promise<Account> {
    return (await this.test.operator.post<Account>('/accounts', newAccount())).data;
  }

  async sessionOf({ id }: { id: string }): Promise<Session & { console_url: string }> {
    return (await this.test.operator.post<Session & { console_url: string }>(`/accounts/${id}/owner-sessions`)).data;
  }

  /** The token of the newest link that was mailed to the address. */
  async mailedToken(email: string): Promise<string> {
    await this.test.app.get(SignInRequestsService).run();
    await this.test.app.get(OutboxWorker).deliverDue();
    const mail = this.mails.mails.filter(({ to }) => to === email).at(-1);
    return /#link=(\w+)/.exec(mail ? MailServer.text(mail) : '')?.[1] ?? '';
  }

  private newAddress(): string {
    this.addresses++;
    return `10.1.${Math.floor(this.addresses / 250)}.${this.addresses % 250}`;
  }
}
